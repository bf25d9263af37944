import { type InputHTMLAttributes, useId, useState } from "react";
import { Input } from "#components/ui/field.tsx";
import type { FieldProblem } from "#lib/form/check-field.ts";
import { FieldProblems } from "./form-row.tsx";

/** A field whose half-typed text means something else (a key): it tells its text when it is left, or with Enter. */
export function DoneInput({
  value,
  check,
  onDone,
  mayBeEmpty = false,
  ...rest
}: Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange" | "onBlur" | "onKeyDown"> & {
  value: string;
  check: (text: string) => readonly FieldProblem[];
  onDone: (text: string) => void;
  /** An empty text counts as well; else leaving the field empty changes nothing. */
  mayBeEmpty?: boolean | undefined;
}) {
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const id = useId();
  const problems = typed === undefined ? [] : check(typed);
  const finish = () => {
    if (typed !== undefined && (typed !== "" || mayBeEmpty) && typed !== value) onDone(typed);
    setTyped(undefined);
  };
  return (
    <span className="flex min-w-0 flex-col gap-1">
      <Input
        spellCheck={false}
        autoComplete="off"
        {...rest}
        {...(problems.length === 0 ? {} : { "aria-invalid": true, "aria-describedby": id })}
        value={typed ?? value}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.key === "Enter") finish();
        }}
      />
      <FieldProblems id={id} problems={problems} />
    </span>
  );
}
