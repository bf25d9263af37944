import { useTranslations } from "use-intl";
import { checkDnsLabel, HOST_PATH_TYPES } from "#lib/form/check-field.ts";
import type { VolumeForm, VolumeSource } from "#lib/form/form-model.ts";
import { joinPointer } from "#lib/util/pointer.ts";
import { AddName } from "./add-name.tsx";
import { DoneInput } from "./done-input.tsx";
import { FormRow } from "./form-row.tsx";
import { useFormScope } from "./form-scope.ts";
import { FormSection } from "./form-section.tsx";
import { InEffect } from "./in-effect.tsx";
import { ChoiceControl, FlagControl, TextControl } from "./text-control.tsx";

const EMPTY = {
  persistentVolumeClaim: { type: "persistentVolumeClaim", claimName: "", readOnly: false },
  configMap: { type: "configMap", name: "" },
  secret: { type: "secret", secretName: "" },
  emptyDir: { type: "emptyDir", medium: "", sizeLimit: "" },
  hostPath: { type: "hostPath", path: "", pathType: "" },
} as const satisfies Record<Exclude<VolumeSource["type"], "other">, VolumeSource>;
const TYPES = [
  "persistentVolumeClaim",
  "configMap",
  "secret",
  "emptyDir",
  "hostPath",
  "other",
] as const;

export function VolumesSection() {
  const t = useTranslations("form");
  const { part, partIndex, podAt, jobOffers, edit, problemsAt, verdictOf } = useFormScope();
  const { volumes } = part.pod;
  const at = joinPointer(podAt, "volumes");
  const offers = jobOffers.flatMap((job) => job.volumes);
  return (
    <FormSection
      title={t("section.volumes")}
      count={volumes.length}
      verdict={verdictOf("volumes")}
      isOpenFirst
    >
      {volumes.map((volume, index) => (
        <VolumeRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a name may be there twice while it is typed
          key={index}
          volume={volume}
          problems={problemsAt(joinPointer(at, index))}
          onChange={(item, field) =>
            edit(
              { op: "volumes", part: partIndex, change: { type: "set", index, item } },
              joinPointer(at, index, field),
            )
          }
          onRemove={() =>
            edit({ op: "volumes", part: partIndex, change: { type: "remove", index } })
          }
        />
      ))}
      <AddName
        label={t("volume.add")}
        what={t("section.volumes")}
        offers={offers.map(({ name }) => name)}
        check={checkDnsLabel}
        onAdd={(name) =>
          edit({
            op: "volumes",
            part: partIndex,
            change: { type: "add", item: { name, source: EMPTY.persistentVolumeClaim, rest: {} } },
          })
        }
      />
      <InEffect
        rows={offers.map((offer) => ({
          name: offer.name,
          text: JSON.stringify(offer.value),
          offer,
        }))}
      />
    </FormSection>
  );
}

function VolumeRow({
  volume,
  problems,
  onChange,
  onRemove,
}: {
  volume: VolumeForm;
  problems: Parameters<typeof FormRow>[0]["problems"];
  onChange: (volume: VolumeForm, field: string) => void;
  onRemove: () => void;
}) {
  const t = useTranslations("form");
  const { name, source } = volume;
  return (
    <FormRow
      label={t("volume.one", { name: name === "" ? t("volume.unnamed") : name })}
      problems={problems}
      onRemove={onRemove}
    >
      {(control) => (
        <>
          <DoneInput
            {...control}
            aria-label={t("name")}
            value={name}
            check={checkDnsLabel}
            onDone={(text) => onChange({ ...volume, name: text }, "name")}
            className="w-40 max-w-full font-mono"
          />
          <ChoiceControl
            label={t("volume.type")}
            value={source.type}
            choices={TYPES.filter((type) => type !== "other" || source.type === "other")}
            wordOf={(choice) => {
              const type = TYPES.find((each) => each === choice);
              return type === undefined ? choice : t(`volume.types.${type}`);
            }}
            onChoose={(choice) => {
              const type = TYPES.find((each) => each === choice);
              if (type !== undefined && type !== "other")
                onChange({ name, source: EMPTY[type], rest: {} }, "type");
            }}
          />
          <SourceFields
            source={source}
            onChange={(next, field) => onChange({ ...volume, source: next }, field)}
          />
        </>
      )}
    </FormRow>
  );
}

function SourceFields({
  source,
  onChange,
}: {
  source: VolumeSource;
  onChange: (source: VolumeSource, field: string) => void;
}) {
  const t = useTranslations("form");
  const { offers } = useFormScope();
  switch (source.type) {
    case "persistentVolumeClaim":
      return (
        <>
          <TextControl
            label={t("volume.claimName")}
            value={source.claimName}
            offers={offers.persistentVolumeClaims}
            onText={(claimName) => onChange({ ...source, claimName }, "claimName")}
          />
          <FlagControl
            label={t("volume.readOnly")}
            isOn={source.readOnly}
            onFlag={(readOnly) => onChange({ ...source, readOnly }, "readOnly")}
          />
        </>
      );
    case "configMap":
      return (
        <TextControl
          label={t("volume.configMap")}
          value={source.name}
          offers={offers.configMaps}
          onText={(name) => onChange({ ...source, name }, "name")}
        />
      );
    case "secret":
      return (
        <TextControl
          label={t("volume.secret")}
          value={source.secretName}
          offers={offers.secrets}
          onText={(secretName) => onChange({ ...source, secretName }, "secretName")}
        />
      );
    case "emptyDir":
      return (
        <>
          <ChoiceControl
            label={t("volume.medium")}
            value={source.medium}
            choices={["", "Memory"]}
            wordOf={(choice) => (choice === "" ? t("volume.mediumDisk") : choice)}
            onChoose={(medium) => onChange({ ...source, medium }, "medium")}
          />
          <TextControl
            label={t("volume.sizeLimit")}
            value={source.sizeLimit}
            placeholder="10Gi"
            onText={(sizeLimit) => onChange({ ...source, sizeLimit }, "sizeLimit")}
          />
        </>
      );
    case "hostPath":
      return (
        <>
          <TextControl
            label={t("volume.path")}
            value={source.path}
            onText={(path) => onChange({ ...source, path }, "path")}
          />
          <ChoiceControl
            label={t("volume.pathType")}
            value={source.pathType}
            choices={["", ...HOST_PATH_TYPES]}
            wordOf={(choice) => (choice === "" ? t("volume.pathAny") : choice)}
            onChoose={(pathType) => onChange({ ...source, pathType }, "pathType")}
          />
        </>
      );
    default:
      return undefined;
  }
}
