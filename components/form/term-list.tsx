import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Button } from "#components/ui/button.tsx";
import type { RawItem } from "#lib/form/scheduling-model.ts";
import { type JsonPointer, joinPointer } from "#lib/util/pointer.ts";
import { FormRow } from "./form-row.tsx";
import { useFormScope } from "./form-scope.ts";

/** Terms of one affinity list; those without a sentence are shown as they are. */
export function TermList<Term extends { readonly kind: string }>({
  sentence,
  terms,
  at,
  onAdd,
  onRemove,
  children,
}: {
  sentence: string;
  terms: readonly (Term | RawItem)[];
  at: JsonPointer;
  onAdd: () => void;
  onRemove: (index: number) => void;
  children: (term: Term, index: number) => ReactNode;
}) {
  const t = useTranslations("form");
  const { problemsAt } = useFormScope();
  return (
    <div className="flex flex-col gap-2">
      {terms.length > 0 && <h4 className="text-xs font-medium text-muted">{sentence}</h4>}
      {terms.map((term, index) => (
        <FormRow
          // biome-ignore lint/suspicious/noArrayIndexKey: the place in the list is all the name it has
          key={index}
          label={t("affinity.term", { sentence, number: index + 1 })}
          problems={problemsAt(joinPointer(at, index))}
          onRemove={() => onRemove(index)}
        >
          {() =>
            isRaw(term) ? (
              <code className="text-xs break-all">
                {t("raw", { value: JSON.stringify(term.value) })}
              </code>
            ) : (
              children(term, index)
            )
          }
        </FormRow>
      ))}
      <Button size="sm" className="self-start" onClick={onAdd}>
        {t("affinity.add", { sentence })}
      </Button>
    </div>
  );
}

function isRaw(term: { readonly kind: string }): term is RawItem {
  return term.kind === "raw";
}
