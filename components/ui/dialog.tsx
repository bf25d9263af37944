"use client";
import clsx from "clsx";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";

/** `sheet` stands at the right edge over the page it belongs to; `dialog` in the middle. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  closeLabel,
  variant = "dialog",
  keepOnEscape,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  closeLabel: string;
  variant?: "dialog" | "sheet" | undefined;
  /** True when the key is meant for something inside (an open suggestion list). */
  keepOnEscape?: ((event: KeyboardEvent) => boolean) | undefined;
  children: ReactNode;
}) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <Radix.Content
          {...(description === undefined ? { "aria-describedby": undefined } : {})}
          onEscapeKeyDown={(event) => {
            if (keepOnEscape?.(event) === true) event.preventDefault();
          }}
          className={clsx(
            "fixed z-50 flex flex-col border border-line bg-canvas text-ink shadow-xl",
            variant === "sheet"
              ? "inset-y-0 right-0 w-full max-w-[1180px]"
              : "top-1/2 left-1/2 max-h-[90vh] w-[min(560px,calc(100vw-24px))] -translate-x-1/2 -translate-y-1/2 rounded-md",
          )}
        >
          <header className="flex items-start gap-3 border-b border-line px-4 py-2">
            <div className="min-w-0 flex-1">
              <Radix.Title className="truncate text-base leading-8 font-semibold">
                {title}
              </Radix.Title>
              {description !== undefined && (
                <Radix.Description className="text-muted">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <Button variant="quiet" size="icon" aria-label={closeLabel}>
                <X aria-hidden className="size-4" />
              </Button>
            </Radix.Close>
          </header>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
