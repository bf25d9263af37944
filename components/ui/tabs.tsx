"use client";
import clsx from "clsx";
import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";

export type TabItem<T extends string> = {
  readonly id: T;
  readonly label: ReactNode;
  readonly content: () => ReactNode;
};

/** Tabs of one pane. Only the open one is rendered. */
export function Tabs<T extends string>({
  items,
  value,
  onChange,
  label,
  size = "md",
  fill = false,
}: {
  items: readonly TabItem<T>[];
  value: T;
  onChange: (id: T) => void;
  label: string;
  size?: "md" | "sm" | undefined;
  /** The panel takes the height that is left and scrolls by itself. */
  fill?: boolean | undefined;
}) {
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => {
        const item = items.find((candidate) => candidate.id === next);
        if (item !== undefined) onChange(item.id);
      }}
      activationMode="manual"
      className={clsx("flex min-w-0 flex-col", fill && "min-h-0 flex-1")}
    >
      <Radix.List
        aria-label={label}
        className="flex shrink-0 gap-1 overflow-x-auto overflow-y-hidden border-b border-line px-3"
      >
        {items.map((item) => (
          <Radix.Trigger
            key={item.id}
            value={item.id}
            className={clsx(
              "-mb-px flex items-center gap-1 border-b-2 border-transparent px-2 whitespace-nowrap text-muted hover:text-ink",
              "data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink",
              "focus-visible:-outline-offset-2",
              size === "md" ? "h-9 text-sm" : "h-8 text-xs",
            )}
          >
            {item.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {items.map((item) => (
        <Radix.Content
          key={item.id}
          value={item.id}
          className={clsx(
            "min-w-0 focus-visible:-outline-offset-2",
            fill && "min-h-0 flex-1 overflow-auto",
          )}
        >
          {item.id === value && item.content()}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
