import { useTranslations } from "use-intl";
import { Button } from "#components/ui/button.tsx";
import { checkLabelKey, NODE_OPERATORS } from "#lib/form/check-field.ts";
import type { FormEdit, ListChange } from "#lib/form/form-edit.ts";
import type { NodeExpression, WeightedNodeTerm } from "#lib/form/scheduling-model.ts";
import { type JsonPointer, joinPointer } from "#lib/util/pointer.ts";
import { DoneInput } from "./done-input.tsx";
import { useFormScope } from "./form-scope.ts";
import { InlineField } from "./inline-field.tsx";
import { NumberInput } from "./number-input.tsx";
import { TermList } from "./term-list.tsx";
import { ChoiceControl } from "./text-control.tsx";
import { wordsIn } from "./words-in.ts";

type Terms = "nodeRequired" | "nodePreferred";
type Term = Exclude<WeightedNodeTerm, { readonly kind: "raw" }>;

const FIRST: NodeExpression = { key: "kubernetes.io/arch", operator: "In", values: ["amd64"] };

export function NodeTerms({ terms, at }: { terms: Terms; at: JsonPointer }) {
  const t = useTranslations("form");
  const { part, partIndex, edit } = useFormScope();
  const items = part.pod.affinity[terms].map(
    (item): WeightedNodeTerm => (item.kind === "raw" ? item : { weight: 1, ...item }),
  );
  const change = (next: ListChange<WeightedNodeTerm>, group?: string) =>
    edit(editOf(terms, partIndex, next), group);
  return (
    <TermList<Term>
      sentence={t(`affinity.${terms}`)}
      terms={items}
      at={at}
      onAdd={() =>
        change({ type: "add", item: { kind: "labels", weight: 1, expressions: [FIRST] } })
      }
      onRemove={(index) => change({ type: "remove", index })}
    >
      {(term, index) => {
        const set = (item: Term, group?: string) => change({ type: "set", index, item }, group);
        return (
          <div className="flex min-w-0 flex-col gap-2">
            {terms === "nodePreferred" && (
              <InlineField label={t("affinity.weight")}>
                <NumberInput
                  value={term.weight}
                  onNumber={(weight) =>
                    set({ ...term, weight: weight ?? 1 }, joinPointer(at, index, "weight"))
                  }
                />
              </InlineField>
            )}
            {term.expressions.map((expression, place) => (
              <Expression
                // biome-ignore lint/suspicious/noArrayIndexKey: the place in the list is all the name it has
                key={place}
                expression={expression}
                onChange={(next) =>
                  set({
                    ...term,
                    expressions: term.expressions.map((each, nth) => (nth === place ? next : each)),
                  })
                }
              />
            ))}
            <Button
              size="sm"
              variant="quiet"
              className="self-start"
              onClick={() => set({ ...term, expressions: [...term.expressions, FIRST] })}
            >
              {t("affinity.addExpression")}
            </Button>
          </div>
        );
      }}
    </TermList>
  );
}

function editOf(terms: Terms, part: number, change: ListChange<WeightedNodeTerm>): FormEdit {
  return terms === "nodePreferred"
    ? { op: "affinity", part, terms, change }
    : { op: "affinity", part, terms, change };
}

function Expression({
  expression,
  onChange,
}: {
  expression: NodeExpression;
  onChange: (expression: NodeExpression) => void;
}) {
  const t = useTranslations("form");
  const isBare = expression.operator === "Exists" || expression.operator === "DoesNotExist";
  return (
    <div className="flex flex-wrap items-center gap-2">
      <DoneInput
        aria-label={t("key")}
        value={expression.key}
        check={checkLabelKey}
        onDone={(key) => onChange({ ...expression, key })}
        className="w-44 max-w-full font-mono"
      />
      <ChoiceControl
        label={t("affinity.operator")}
        value={expression.operator}
        choices={NODE_OPERATORS}
        onChoose={(operator) => {
          const isEmpty = operator === "Exists" || operator === "DoesNotExist";
          onChange({ ...expression, operator, values: isEmpty ? [] : expression.values });
        }}
      />
      {(!isBare || expression.values.length > 0) && (
        <DoneInput
          aria-label={t("affinity.values")}
          placeholder={t("affinity.values")}
          value={expression.values.join(", ")}
          mayBeEmpty
          check={() => []}
          onDone={(text) => onChange({ ...expression, values: wordsIn(text) })}
          className="w-44 max-w-full font-mono"
        />
      )}
    </div>
  );
}
