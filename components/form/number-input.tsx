import type { InputHTMLAttributes } from "react";
import { Input } from "#components/ui/field.tsx";

/** A whole number or nothing; other signs are not taken. */
export function NumberInput({
  value,
  onNumber,
  ...rest
}: Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange"> & {
  value: number | undefined;
  onNumber: (value: number | undefined) => void;
}) {
  return (
    <Input
      inputMode="numeric"
      autoComplete="off"
      className="w-24 font-mono"
      {...rest}
      value={value ?? ""}
      onChange={({ target }) => {
        const text = target.value.trim();
        if (/^\d{0,15}$/.test(text)) onNumber(text === "" ? undefined : Number(text));
      }}
    />
  );
}
