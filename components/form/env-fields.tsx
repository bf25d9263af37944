import { useTranslations } from "use-intl";
import { checkEnvName, FIELD_PATHS } from "#lib/form/check-field.ts";
import type { ListChange } from "#lib/form/form-edit.ts";
import type { EnvForm, EnvSource } from "#lib/form/form-model.ts";
import type { NamedOffer } from "#lib/form/offers.ts";
import { asObject, asString, getIn } from "#lib/util/json.ts";
import { type JsonPointer, joinPointer } from "#lib/util/pointer.ts";
import { AddName } from "./add-name.tsx";
import { DoneInput } from "./done-input.tsx";
import { FormRow } from "./form-row.tsx";
import { useFormScope } from "./form-scope.ts";
import { InEffect } from "./in-effect.tsx";
import { ChoiceControl, TextControl } from "./text-control.tsx";

const EMPTY = {
  value: { type: "value", value: "" },
  secretKey: { type: "secretKey", name: "", key: "" },
  configMapKey: { type: "configMapKey", name: "", key: "" },
  field: { type: "field", fieldPath: "metadata.name" },
} as const satisfies Record<Exclude<EnvSource["type"], "other">, EnvSource>;
const TYPES = ["value", "secretKey", "configMapKey", "field", "other"] as const;

/** Env of one container, with what it has now and from whom. */
export function EnvFields({
  container,
  env,
  offers,
  at,
  isRefused,
  onChange,
}: {
  container: string;
  env: readonly EnvForm[];
  offers: readonly NamedOffer[];
  /** The list in the text; undefined while the draft does not name the container. */
  at: JsonPointer | undefined;
  /** What stands there can still be changed and removed, but nothing is added. */
  isRefused: boolean;
  onChange: (change: ListChange<EnvForm>, group?: string) => void;
}) {
  const t = useTranslations("form");
  const { problemsAt } = useFormScope();
  const add = (name: string, source: EnvSource = EMPTY.value) =>
    onChange({ type: "add", item: { name, source, rest: {} } });
  return (
    <>
      {env.map((item, index) => (
        <FormRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a name may be there twice
          key={index}
          label={item.name}
          problems={at === undefined ? [] : problemsAt(joinPointer(at, index))}
          onRemove={() => onChange({ type: "remove", index })}
        >
          {(control) => (
            <>
              <DoneInput
                {...control}
                aria-label={t("name")}
                value={item.name}
                check={checkEnvName}
                onDone={(name) => onChange({ type: "set", index, item: { ...item, name } })}
                className="w-44 max-w-full font-mono"
              />
              <SourceFields
                item={item}
                onChange={(next, field) =>
                  onChange(
                    { type: "set", index, item: next },
                    joinPointer(`/${container}/env`, index, field),
                  )
                }
              />
            </>
          )}
        </FormRow>
      ))}
      {!isRefused && (
        <AddName
          label={t("env.add", { container })}
          what={`${t("env.title")}: ${container}`}
          offers={offers.map(({ name }) => name)}
          check={checkEnvName}
          onAdd={(name) => add(name)}
        />
      )}
      <InEffect
        rows={offers.map((offer) => {
          const value = asString(asObject(offer.value)?.["value"]);
          const from = getIn(offer.value, "valueFrom");
          const text = from === undefined ? (value ?? "") : JSON.stringify(from);
          const isTaken = env.some(({ name }) => name === offer.name);
          return {
            name: offer.name,
            text: `${offer.name}=${text}`,
            offer,
            onTake:
              isRefused || isTaken
                ? undefined
                : () => add(offer.name, { type: "value", value: value ?? "" }),
          };
        })}
      />
    </>
  );
}

function SourceFields({
  item,
  onChange,
}: {
  item: EnvForm;
  onChange: (item: EnvForm, field: string) => void;
}) {
  const t = useTranslations("form");
  const { offers } = useFormScope();
  const { source, name } = item;
  const set = (next: EnvSource, field: string) => onChange({ ...item, source: next }, field);
  return (
    <>
      <ChoiceControl
        label={t("env.type")}
        value={source.type}
        choices={TYPES.filter((type) => type !== "other" || source.type === "other")}
        wordOf={(choice) => {
          const type = TYPES.find((each) => each === choice);
          return type === undefined ? choice : t(`env.types.${type}`);
        }}
        onChoose={(choice) => {
          const type = TYPES.find((each) => each === choice);
          if (type !== undefined && type !== "other")
            onChange({ name, source: EMPTY[type], rest: {} }, "type");
        }}
      />
      {source.type === "value" && (
        <TextControl
          label={t("value")}
          aria-label={t("valueOf", { name })}
          value={source.value}
          onText={(value) => set({ ...source, value }, "value")}
        />
      )}
      {(source.type === "secretKey" || source.type === "configMapKey") && (
        <>
          <TextControl
            label={source.type === "secretKey" ? t("env.secret") : t("env.configMap")}
            value={source.name}
            offers={source.type === "secretKey" ? offers.secrets : offers.configMaps}
            onText={(text) => set({ ...source, name: text }, "name")}
          />
          <TextControl
            label={t("env.key")}
            value={source.key}
            onText={(key) => set({ ...source, key }, "key")}
          />
        </>
      )}
      {source.type === "field" && (
        <TextControl
          label={t("env.field")}
          value={source.fieldPath}
          offers={FIELD_PATHS}
          onText={(fieldPath) => set({ ...source, fieldPath }, "fieldPath")}
        />
      )}
    </>
  );
}
