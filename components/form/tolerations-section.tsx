import { useTranslations } from "use-intl";
import { Button } from "#components/ui/button.tsx";
import { Input, Select } from "#components/ui/field.tsx";
import { checkLabelKey, TAINT_EFFECTS } from "#lib/form/check-field.ts";
import type { Toleration } from "#lib/form/scheduling-model.ts";
import { readToleration } from "#lib/form/toleration.ts";
import { joinPointer } from "#lib/util/pointer.ts";
import { DoneInput } from "./done-input.tsx";
import { FormRow, type RowControl } from "./form-row.tsx";
import { useFormScope } from "./form-scope.ts";
import { FormSection } from "./form-section.tsx";
import { InEffect } from "./in-effect.tsx";
import { NumberInput } from "./number-input.tsx";

type Sentence = Exclude<Toleration, { readonly kind: "raw" }>;
const KINDS = ["exists", "equals", "everything"] as const;

/** Each toleration as a sentence. */
export function TolerationsSection() {
  const t = useTranslations("form");
  const { part, partIndex, podAt, jobOffers, edit, problemsAt, verdictOf } = useFormScope();
  const { tolerations } = part.pod;
  const at = joinPointer(podAt, "tolerations");
  const offers = jobOffers.flatMap((job) => job.tolerations);
  const add = (item: Toleration) =>
    edit({ op: "tolerations", part: partIndex, change: { type: "add", item } });
  return (
    <FormSection
      title={t("section.tolerations")}
      count={tolerations.length}
      verdict={verdictOf("tolerations")}
    >
      <p className="text-xs text-muted">{t("tolerationsHint")}</p>
      {tolerations.map((toleration, index) => (
        <FormRow
          // biome-ignore lint/suspicious/noArrayIndexKey: the place in the list is all the name it has
          key={index}
          label={t("toleration", { number: index + 1 })}
          problems={problemsAt(joinPointer(at, index))}
          onRemove={() =>
            edit({ op: "tolerations", part: partIndex, change: { type: "remove", index } })
          }
        >
          {(control) =>
            toleration.kind === "raw" ? (
              <code className="text-xs break-all">
                {t("raw", { value: JSON.stringify(toleration.value) })}
              </code>
            ) : (
              <TolerationFields
                toleration={toleration}
                control={control}
                onChange={(item, field) =>
                  edit(
                    { op: "tolerations", part: partIndex, change: { type: "set", index, item } },
                    joinPointer(at, index, field),
                  )
                }
              />
            )
          }
        </FormRow>
      ))}
      <Button size="sm" className="self-start" onClick={() => add(NEW)}>
        {t("tolerations.add")}
      </Button>
      <InEffect
        rows={offers.map((offer) => {
          const text = JSON.stringify(offer.value);
          return { name: text, text, offer, onTake: () => add(readToleration(offer.value)) };
        })}
      />
    </FormSection>
  );
}

const NEW: Toleration = {
  kind: "exists",
  key: "nvidia.com/gpu",
  effect: "NoSchedule",
  seconds: undefined,
};

function TolerationFields({
  toleration,
  control,
  onChange,
}: {
  toleration: Sentence;
  control: RowControl;
  onChange: (toleration: Sentence, field: string) => void;
}) {
  const t = useTranslations("form");
  const { kind, effect } = toleration;
  return (
    <>
      <Select
        {...control}
        aria-label={t("tolerations.kind")}
        value={kind}
        onChange={({ target }) => {
          const next = KINDS.find((each) => each === target.value);
          if (next !== undefined) onChange(asKind(toleration, next), "kind");
        }}
      >
        {KINDS.map((each) => (
          <option key={each} value={each}>
            {t(`tolerations.${each}`)}
          </option>
        ))}
      </Select>
      {toleration.kind !== "everything" && (
        <DoneInput
          {...control}
          aria-label={t("key")}
          value={toleration.key}
          check={checkLabelKey}
          onDone={(key) => onChange({ ...toleration, key }, "key")}
          className="w-44 max-w-full font-mono"
        />
      )}
      {toleration.kind === "equals" && (
        <Input
          {...control}
          aria-label={t("value")}
          value={toleration.value}
          spellCheck={false}
          className="w-32 max-w-full font-mono"
          onChange={({ target }) => onChange({ ...toleration, value: target.value }, "value")}
        />
      )}
      <Select
        {...control}
        aria-label={t("tolerations.effect")}
        value={effect}
        onChange={({ target }) => onChange({ ...toleration, effect: target.value }, "effect")}
      >
        <option value="">{t("anyEffect")}</option>
        {[...new Set([...TAINT_EFFECTS, effect])]
          .filter((each) => each !== "")
          .map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
      </Select>
      {(effect === "NoExecute" || toleration.seconds !== undefined) && (
        <NumberInput
          {...control}
          aria-label={t("tolerations.seconds")}
          placeholder={t("tolerations.seconds")}
          value={toleration.seconds}
          onNumber={(seconds) => onChange({ ...toleration, seconds }, "seconds")}
        />
      )}
    </>
  );
}

function asKind(toleration: Sentence, kind: (typeof KINDS)[number]): Sentence {
  const { effect, seconds } = toleration;
  const key = toleration.kind === "everything" ? "key" : toleration.key;
  if (kind === "everything") return { kind, effect, seconds };
  return kind === "exists"
    ? { kind, key, effect, seconds }
    : { kind, key, value: "", effect, seconds };
}
