import clsx from "clsx";
import type { InputHTMLAttributes, ReactNode, Ref, SelectHTMLAttributes } from "react";

const CONTROL =
  "h-8 min-w-0 rounded-md border border-line-strong bg-canvas px-2 text-sm text-ink placeholder:text-muted disabled:opacity-60";

export function Input({
  className,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> | undefined }) {
  return <input className={clsx(CONTROL, className)} {...rest} />;
}

export function Select({ className, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return <select className={clsx(CONTROL, "max-w-56 pr-1", className)} {...rest} />;
}

/** A label above its control. */
export function Field({
  label,
  hint,
  children,
}: {
  label: string;
  hint?: string | undefined;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className="flex min-w-0 flex-col gap-1">
      <span className="text-xs font-medium text-muted">{label}</span>
      {children}
      {hint !== undefined && <span className="text-xs text-muted">{hint}</span>}
    </label>
  );
}
