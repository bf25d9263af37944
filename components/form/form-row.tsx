import { Trash2 } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useTranslations } from "use-intl";
import { Button } from "#components/ui/button.tsx";
import type { FieldProblem } from "#lib/form/check-field.ts";

export type RowControl = {
  readonly "aria-invalid": boolean;
  readonly "aria-describedby": string | undefined;
};

/** One element of a list: its controls side by side, what is wrong with it below. */
export function FormRow({
  label,
  problems = [],
  onRemove,
  children,
}: {
  label: string;
  problems?: readonly FieldProblem[] | undefined;
  onRemove?: (() => void) | undefined;
  children: (control: RowControl) => ReactNode;
}) {
  const t = useTranslations("form");
  const id = useId();
  const control = {
    "aria-invalid": problems.some(({ severity }) => severity === "error"),
    "aria-describedby": problems.length === 0 ? undefined : id,
  };
  return (
    <fieldset aria-label={label} className="flex min-w-0 flex-col gap-1">
      <div className="flex flex-wrap items-center gap-2">
        {children(control)}
        {onRemove !== undefined && (
          <Button
            size="icon"
            variant="quiet"
            aria-label={t("remove", { name: label })}
            onClick={({ currentTarget }) => {
              focusNear(currentTarget);
              onRemove();
            }}
          >
            <Trash2 aria-hidden className="size-4" />
          </Button>
        )}
      </div>
      <FieldProblems id={id} problems={problems} />
    </fieldset>
  );
}

/** The row goes away under the focus, which moves to where its section starts. */
function focusNear(button: HTMLElement): void {
  button.closest("details")?.querySelector("summary")?.focus();
}

export function FieldProblems({
  id,
  problems,
}: {
  id?: string | undefined;
  problems: readonly FieldProblem[];
}) {
  const t = useTranslations("form");
  const words = [...new Set(problems.map(({ code, params }) => t(`problem.${code}`, params)))];
  if (words.length === 0) return undefined;
  const isBad = problems.some(({ severity }) => severity === "error");
  return (
    <p id={id} className={isBad ? "text-xs text-bad" : "text-xs text-warn"}>
      {words.join("; ")}
    </p>
  );
}
