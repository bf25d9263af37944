import { type ReactNode, useId, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "#components/ui/button.tsx";
import { Input } from "#components/ui/field.tsx";
import type { FieldProblem } from "#lib/form/check-field.ts";
import { FieldProblems } from "./form-row.tsx";

/** A new element starts with its name, because it is nothing without one. */
export function AddName({
  label,
  what,
  offers = [],
  check,
  onAdd,
  children,
}: {
  /** Of the field. */
  label: string;
  /** What it is added to, for the button. */
  what: string;
  offers?: readonly string[] | undefined;
  check: (name: string) => readonly FieldProblem[];
  onAdd: (name: string) => void;
  children?: ReactNode;
}) {
  const t = useTranslations("form");
  const [name, setName] = useState("");
  const id = useId();
  const problems = name === "" ? [] : check(name);
  const isFit = name !== "" && problems.every(({ severity }) => severity !== "error");
  const add = () => {
    if (!isFit) return;
    onAdd(name);
    setName("");
  };
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <Input
          aria-label={label}
          placeholder={label}
          aria-invalid={problems.length > 0}
          aria-describedby={problems.length === 0 ? undefined : `${id}-problems`}
          list={offers.length === 0 ? undefined : `${id}-offers`}
          spellCheck={false}
          autoComplete="off"
          value={name}
          className="w-56 max-w-full"
          onChange={({ target }) => setName(target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") add();
          }}
        />
        {children}
        <Button size="sm" aria-disabled={!isFit} aria-label={t("addTo", { what })} onClick={add}>
          {t("add")}
        </Button>
        <OfferList id={`${id}-offers`} offers={offers} />
      </div>
      <FieldProblems id={`${id}-problems`} problems={problems} />
    </div>
  );
}

/** Proposals of a field; any other text may be typed as well. */
export function OfferList({ id, offers }: { id: string; offers: readonly string[] }) {
  if (offers.length === 0) return undefined;
  return (
    <datalist id={id}>
      {[...new Set(offers)].map((offer) => (
        <option key={offer} value={offer} />
      ))}
    </datalist>
  );
}
