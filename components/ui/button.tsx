import clsx from "clsx";
import type { ButtonHTMLAttributes, Ref } from "react";

export type ButtonVariant = "primary" | "default" | "quiet" | "danger";

const BASE =
  "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap select-none disabled:opacity-60 aria-disabled:opacity-60";
const VARIANTS: Record<ButtonVariant, string> = {
  primary: "border-transparent bg-accent text-accent-ink enabled:hover:brightness-110",
  default: "border-line-strong bg-raised text-ink enabled:hover:bg-hover",
  quiet: "border-transparent bg-transparent text-ink enabled:hover:bg-hover",
  danger: "border-bad bg-raised text-bad enabled:hover:bg-bad-soft",
};
const SIZES = { md: "h-8 px-3 text-sm", sm: "h-7 px-2 text-xs", icon: "h-8 w-8 text-sm" } as const;

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: ButtonVariant | undefined;
  size?: keyof typeof SIZES | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
};

export function Button({
  variant = "default",
  size = "md",
  className,
  type = "button",
  ...rest
}: ButtonProps) {
  return <button type={type} className={buttonClass(variant, size, className)} {...rest} />;
}

/** The same look for links. */
export function buttonClass(
  variant: ButtonVariant = "default",
  size: keyof typeof SIZES = "md",
  className?: string | undefined,
): string {
  return clsx(BASE, VARIANTS[variant], SIZES[size], className);
}
