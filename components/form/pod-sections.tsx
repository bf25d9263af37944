import { useTranslations } from "use-intl";
import { checkDnsSubdomain, checkLabelKey } from "#lib/form/check-field.ts";
import { joinPointer } from "#lib/util/pointer.ts";
import { AddName } from "./add-name.tsx";
import { FormRow } from "./form-row.tsx";
import { useFormScope } from "./form-scope.ts";
import { FormSection } from "./form-section.tsx";
import { InEffect } from "./in-effect.tsx";
import { InlineField } from "./inline-field.tsx";
import { NumberInput } from "./number-input.tsx";
import { TextControl } from "./text-control.tsx";

export function ServiceAccountSection() {
  const t = useTranslations("form");
  const { part, partIndex, podAt, jobOffers, edit, problemsAt, verdictOf } = useFormScope();
  const { serviceAccountName } = part.pod;
  const at = joinPointer(podAt, "serviceAccountName");
  const title = t("section.serviceAccountName");
  const offers = jobOffers.flatMap((job) => job.serviceAccountName ?? []);
  return (
    <FormSection
      title={title}
      count={serviceAccountName === "" ? 0 : 1}
      verdict={verdictOf("serviceAccountName")}
    >
      <FormRow label={title} problems={problemsAt(at)}>
        {(control) => (
          <TextControl
            {...control}
            label={title}
            value={serviceAccountName}
            onText={(value) => edit({ op: "serviceAccountName", part: partIndex, value }, at)}
          />
        )}
      </FormRow>
      <InEffect rows={offers.map((offer) => ({ name: "", text: String(offer.value), offer }))} />
    </FormSection>
  );
}

export function GracePeriodSection() {
  const t = useTranslations("form");
  const { part, partIndex, podAt, edit, problemsAt, verdictOf } = useFormScope();
  const seconds = part.pod.terminationGracePeriodSeconds;
  const at = joinPointer(podAt, "terminationGracePeriodSeconds");
  const title = t("section.terminationGracePeriodSeconds");
  return (
    <FormSection
      title={title}
      count={seconds === undefined ? 0 : 1}
      verdict={verdictOf("terminationGracePeriodSeconds")}
    >
      <FormRow label={title} problems={problemsAt(at)}>
        {(control) => (
          <InlineField label={t("grace")}>
            <NumberInput
              {...control}
              value={seconds}
              onNumber={(value) =>
                edit({ op: "terminationGracePeriodSeconds", part: partIndex, value }, at)
              }
            />
          </InlineField>
        )}
      </FormRow>
    </FormSection>
  );
}

const CHECKS = { imagePullSecrets: checkDnsSubdomain, schedulingGates: checkLabelKey } as const;

/** A list of nothing but names. */
export function NamesSection({ list }: { list: "imagePullSecrets" | "schedulingGates" }) {
  const t = useTranslations("form");
  const { part, partIndex, podAt, offers, jobOffers, edit, problemsAt, verdictOf } = useFormScope();
  const items = part.pod[list];
  const at = joinPointer(podAt, list);
  const title = t(`section.${list}`);
  const inEffect = jobOffers.flatMap((job) => job[list]);
  const isSecret = list === "imagePullSecrets";
  return (
    <FormSection title={title} count={items.length} verdict={verdictOf(list)}>
      {items.map(({ name }, index) => (
        <FormRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a name may be there twice
          key={index}
          label={name}
          problems={problemsAt(joinPointer(at, index))}
          onRemove={() => edit({ op: list, part: partIndex, change: { type: "remove", index } })}
        >
          {() => <code>{name}</code>}
        </FormRow>
      ))}
      <AddName
        label={isSecret ? t("pullSecret") : t("gate")}
        what={title}
        offers={isSecret ? offers.secrets : inEffect.map(({ name }) => name)}
        check={CHECKS[list]}
        onAdd={(name) =>
          edit({ op: list, part: partIndex, change: { type: "add", item: { name, rest: {} } } })
        }
      />
      <InEffect rows={inEffect.map((offer) => ({ name: offer.name, text: offer.name, offer }))} />
    </FormSection>
  );
}
