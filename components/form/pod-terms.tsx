import { useTranslations } from "use-intl";
import { checkLabelKey } from "#lib/form/check-field.ts";
import type { FormEdit, ListChange } from "#lib/form/form-edit.ts";
import type { WeightedPodTerm } from "#lib/form/scheduling-model.ts";
import { type JsonPointer, joinPointer } from "#lib/util/pointer.ts";
import { DoneInput } from "./done-input.tsx";
import { useFormScope } from "./form-scope.ts";
import { InlineField } from "./inline-field.tsx";
import { NumberInput } from "./number-input.tsx";
import { TermList } from "./term-list.tsx";
import { wordsIn } from "./words-in.ts";

type Terms = "packRequired" | "packPreferred" | "spreadRequired" | "spreadPreferred";
type Term = Exclude<WeightedPodTerm, { readonly kind: "raw" }>;

const JOBSET_NAME = "jobset.sigs.k8s.io/jobset-name";

export function PodTerms({ terms, at }: { terms: Terms; at: JsonPointer }) {
  const t = useTranslations("form");
  const { trainJob, part, partIndex, edit } = useFormScope();
  const items = part.pod.affinity[terms].map(
    (item): WeightedPodTerm => (item.kind === "raw" ? item : { weight: 1, ...item }),
  );
  const change = (next: ListChange<WeightedPodTerm>, group?: string) =>
    edit(editOf(terms, partIndex, next), group);
  const fresh: Term = {
    kind: "topology",
    weight: 1,
    topologyKey: "kubernetes.io/hostname",
    labels: { [JOBSET_NAME]: trainJob },
  };
  return (
    <TermList<Term>
      sentence={t(`affinity.${terms}`)}
      terms={items}
      at={at}
      onAdd={() => change({ type: "add", item: fresh })}
      onRemove={(index) => change({ type: "remove", index })}
    >
      {(term, index) => {
        const set = (item: Term, group?: string) => change({ type: "set", index, item }, group);
        return (
          <>
            <DoneInput
              aria-label={t("affinity.labels")}
              title={t("affinity.labels")}
              value={labelsText(term.labels)}
              check={() => []}
              onDone={(text) => set({ ...term, labels: labelsIn(text) })}
              className="w-72 max-w-full font-mono"
            />
            <span className="text-xs text-muted">{t("affinity.topology")}</span>
            <DoneInput
              aria-label={t("affinity.topology")}
              value={term.topologyKey}
              check={checkLabelKey}
              onDone={(topologyKey) => set({ ...term, topologyKey })}
              className="w-48 max-w-full font-mono"
            />
            {(terms === "packPreferred" || terms === "spreadPreferred") && (
              <InlineField label={t("affinity.weight")}>
                <NumberInput
                  value={term.weight}
                  onNumber={(weight) =>
                    set({ ...term, weight: weight ?? 1 }, joinPointer(at, index, "weight"))
                  }
                />
              </InlineField>
            )}
          </>
        );
      }}
    </TermList>
  );
}

function editOf(terms: Terms, part: number, change: ListChange<WeightedPodTerm>): FormEdit {
  return terms === "packRequired" || terms === "spreadRequired"
    ? { op: "affinity", part, terms, change }
    : { op: "affinity", part, terms, change };
}

function labelsText(labels: Term["labels"]): string {
  return Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(", ");
}

function labelsIn(text: string): Term["labels"] {
  return Object.fromEntries(
    wordsIn(text).map((word) => {
      const [key = "", ...value] = word.split("=");
      return [key.trim(), value.join("=").trim()];
    }),
  );
}
