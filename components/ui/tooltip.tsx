"use client";
import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";

const DELAY_MS = 300;

/** The child takes a ref and can be focused. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={DELAY_MS}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={4}
            collisionPadding={8}
            className="z-50 max-w-80 rounded-md border border-line-strong bg-raised px-2 py-1 text-xs text-ink shadow-lg"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
