import { useTranslations } from "use-intl";
import type { ContainerSecurityForm, PodSecurityForm } from "#lib/form/form-model.ts";
import { joinPointer } from "#lib/util/pointer.ts";
import { DoneInput } from "./done-input.tsx";
import { FormRow } from "./form-row.tsx";
import { useFormScope } from "./form-scope.ts";
import { FormSection } from "./form-section.tsx";
import { InlineField } from "./inline-field.tsx";
import { NumberInput } from "./number-input.tsx";
import { ChoiceControl } from "./text-control.tsx";
import { wordsIn } from "./words-in.ts";

type IdName = "runAsUser" | "runAsGroup" | "fsGroup";

function IdField({
  name,
  value,
  onChange,
}: {
  name: IdName;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}) {
  const t = useTranslations("form");
  return (
    <InlineField label={t(`security.${name}`)}>
      <NumberInput value={value} onNumber={onChange} />
    </InlineField>
  );
}

function SwitchField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: boolean | undefined;
  onChange: (value: boolean | undefined) => void;
}) {
  const t = useTranslations("form");
  return (
    <ChoiceControl
      label={label}
      value={value === undefined ? "" : String(value)}
      choices={["", "true", "false"]}
      wordOf={(choice) =>
        choice === "" ? t("security.unset") : t(choice === "true" ? "security.yes" : "security.no")
      }
      onChoose={(choice) => onChange(choice === "" ? undefined : choice === "true")}
    />
  );
}

/** How many of the members say something. */
export function setCount(security: PodSecurityForm | ContainerSecurityForm): number {
  return Object.values(security).filter(
    (value) => value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0),
  ).length;
}

export function PodSecuritySection() {
  const t = useTranslations("form");
  const { part, partIndex, podAt, edit, problemsAt, verdictOf } = useFormScope();
  const security = part.pod.securityContext;
  const at = joinPointer(podAt, "securityContext");
  const set = (change: Partial<PodSecurityForm>) =>
    edit(
      { op: "podSecurity", part: partIndex, value: { ...security, ...change } },
      joinPointer(at, ...Object.keys(change)),
    );
  const title = t("section.podSecurityContext");
  const unset = (choice: string) => (choice === "" ? t("security.unset") : choice);
  return (
    <FormSection title={title} count={setCount(security)} verdict={verdictOf("podSecurityContext")}>
      <FormRow label={title} problems={problemsAt(at)}>
        {() => (
          <>
            {(["runAsUser", "runAsGroup", "fsGroup"] as const).map((name) => (
              <IdField
                key={name}
                name={name}
                value={security[name]}
                onChange={(value) => set({ [name]: value })}
              />
            ))}
            <SwitchField
              label={t("security.runAsNonRoot")}
              value={security.runAsNonRoot}
              onChange={(runAsNonRoot) => set({ runAsNonRoot })}
            />
            <ChoiceControl
              label={t("security.fsGroupChangePolicy")}
              value={security.fsGroupChangePolicy}
              choices={["", "OnRootMismatch", "Always"]}
              wordOf={unset}
              onChoose={(fsGroupChangePolicy) => set({ fsGroupChangePolicy })}
            />
            <ChoiceControl
              label={t("security.seccompProfile")}
              value={security.seccompProfile}
              choices={["", "RuntimeDefault", "Unconfined"]}
              wordOf={unset}
              onChoose={(seccompProfile) => set({ seccompProfile })}
            />
          </>
        )}
      </FormRow>
    </FormSection>
  );
}

const SWITCHES = [
  "runAsNonRoot",
  "privileged",
  "allowPrivilegeEscalation",
  "readOnlyRootFilesystem",
] as const;

export function ContainerSecurityFields({
  security,
  onChange,
}: {
  security: ContainerSecurityForm;
  onChange: (security: ContainerSecurityForm, field: string) => void;
}) {
  const t = useTranslations("form");
  return (
    <div className="flex flex-wrap items-center gap-2">
      {(["runAsUser", "runAsGroup"] as const).map((name) => (
        <IdField
          key={name}
          name={name}
          value={security[name]}
          onChange={(value) => onChange({ ...security, [name]: value }, name)}
        />
      ))}
      {SWITCHES.map((name) => (
        <SwitchField
          key={name}
          label={t(`security.${name}`)}
          value={security[name]}
          onChange={(value) => onChange({ ...security, [name]: value }, name)}
        />
      ))}
      {(["capabilitiesAdd", "capabilitiesDrop"] as const).map((name) => (
        <span key={name} className="flex items-center gap-1.5 text-xs text-muted">
          {t(`security.${name}`)}
          <DoneInput
            aria-label={t(`security.${name}`)}
            value={security[name].join(", ")}
            placeholder="SYS_NICE, IPC_LOCK"
            mayBeEmpty
            check={() => []}
            onDone={(text) => onChange({ ...security, [name]: wordsIn(text) }, name)}
            className="w-40 max-w-full font-mono"
          />
        </span>
      ))}
    </div>
  );
}
