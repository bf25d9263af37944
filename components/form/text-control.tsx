import { type InputHTMLAttributes, useId } from "react";
import { Input } from "#components/ui/field.tsx";
import { OfferList } from "./add-name.tsx";
import { InlineField } from "./inline-field.tsx";

/** A small labelled field in a row, with proposals. */
export function TextControl({
  label,
  value,
  offers = [],
  onText,
  ...rest
}: Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange" | "list"> & {
  label: string;
  value: string;
  offers?: readonly string[] | undefined;
  onText: (text: string) => void;
}) {
  const id = useId();
  return (
    <InlineField label={label}>
      <Input
        spellCheck={false}
        autoComplete="off"
        className="w-40 max-w-full font-mono"
        {...rest}
        list={offers.length === 0 ? undefined : id}
        value={value}
        onChange={({ target }) => onText(target.value)}
      />
      <OfferList id={id} offers={offers} />
    </InlineField>
  );
}

export function FlagControl({
  label,
  isOn,
  onFlag,
}: {
  label: string;
  isOn: boolean;
  onFlag: (isOn: boolean) => void;
}) {
  return (
    <label className="flex h-8 items-center gap-1.5">
      <input type="checkbox" checked={isOn} onChange={({ target }) => onFlag(target.checked)} />
      {label}
    </label>
  );
}

/** A choice of words; a word that the choice does not know stays in it. */
export function ChoiceControl({
  label,
  value,
  choices,
  wordOf = (choice) => choice,
  onChoose,
}: {
  label: string;
  value: string;
  choices: readonly string[];
  wordOf?: ((choice: string) => string) | undefined;
  onChoose: (choice: string) => void;
}) {
  return (
    <InlineField label={label}>
      <select
        value={value}
        onChange={({ target }) => onChoose(target.value)}
        className="h-8 max-w-56 min-w-0 rounded-md border border-line-strong bg-canvas px-2 pr-1 text-sm text-ink"
      >
        {[...new Set([...choices, value])].map((choice) => (
          <option key={choice} value={choice}>
            {wordOf(choice)}
          </option>
        ))}
      </select>
    </InlineField>
  );
}
