import type { ReactNode } from "react";

/** A label beside its control. */
export function InlineField({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className="flex min-w-0 items-center gap-1.5 text-xs text-muted">
      {label}
      {children}
    </label>
  );
}
