"use client";
import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ReactNode } from "react";

const ITEM =
  "flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 py-1 text-sm outline-none data-highlighted:bg-hover data-disabled:opacity-60";

export function Menu({
  trigger,
  label,
  children,
}: {
  /** One element that takes a ref: a button. */
  trigger: ReactNode;
  label: string;
  children: ReactNode;
}) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 min-w-48 rounded-md border border-line-strong bg-raised p-1 text-ink shadow-lg"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function MenuItem({
  onSelect,
  disabled,
  children,
}: {
  onSelect: () => void;
  disabled?: boolean | undefined;
  children: ReactNode;
}) {
  return (
    <Radix.Item className={ITEM} onSelect={onSelect} disabled={disabled === true}>
      {children}
    </Radix.Item>
  );
}

export function MenuChoice<T extends string>({
  value,
  onChange,
  options,
  label,
}: {
  value: T;
  onChange: (value: T) => void;
  options: readonly { readonly value: T; readonly label: ReactNode }[];
  label: string;
}) {
  return (
    <Radix.RadioGroup
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        const option = options.find((candidate) => candidate.value === next);
        if (option !== undefined) onChange(option.value);
      }}
    >
      <Radix.Label className="px-2 py-1 text-xs text-muted">{label}</Radix.Label>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} className={ITEM}>
          <span className="flex size-4 items-center">
            <Radix.ItemIndicator>
              <Check aria-hidden className="size-4" />
            </Radix.ItemIndicator>
          </span>
          {option.label}
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}
