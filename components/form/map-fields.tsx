import { useState } from "react";
import { useTranslations } from "use-intl";
import { Input, Select } from "#components/ui/field.tsx";
import { checkLabelKey } from "#lib/form/check-field.ts";
import type { MapChange, MapName } from "#lib/form/form-edit.ts";
import type { StringMap } from "#lib/form/form-model.ts";
import { type JsonPointer, joinPointer } from "#lib/util/pointer.ts";
import { AddName } from "./add-name.tsx";
import { DoneInput } from "./done-input.tsx";
import { FormRow } from "./form-row.tsx";
import { useFormScope } from "./form-scope.ts";

const MODES = ["merge", "replace", "delete"] as const;

/** Keys and values of one map of the draft, with what becomes of earlier keys where the dialect can say so. */
export function MapFields({
  what,
  map,
  name,
  at,
  offers = [],
}: {
  what: string;
  map: StringMap;
  name: MapName;
  at: JsonPointer;
  offers?: readonly string[] | undefined;
}) {
  const t = useTranslations("form");
  const { edit, partIndex, problemsAt } = useFormScope();
  const [value, setValue] = useState("");
  const change = (next: MapChange, group?: string) =>
    edit({ op: "map", part: partIndex, map: name, change: next }, group);
  const isPatched = map.mode !== "merge";
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {Object.entries(map.entries).map(([key, text]) => (
        <FormRow
          key={key}
          label={key}
          problems={problemsAt(joinPointer(at, key))}
          onRemove={() => change({ type: "remove", key })}
        >
          {(control) => (
            <>
              <DoneInput
                {...control}
                aria-label={t("keyOf", { name: key })}
                value={key}
                check={checkLabelKey}
                onDone={(to) => change({ type: "rename", key, to })}
                className="w-48 max-w-full font-mono"
              />
              <Input
                {...control}
                aria-label={t("valueOf", { name: key })}
                value={text}
                spellCheck={false}
                autoComplete="off"
                className="w-48 max-w-full font-mono"
                onChange={({ target }) =>
                  change({ type: "set", key, value: target.value }, joinPointer(at, key))
                }
              />
            </>
          )}
        </FormRow>
      ))}
      <AddName
        label={t("addKey", { what })}
        what={what}
        offers={offers}
        check={checkLabelKey}
        onAdd={(key) => {
          change({ type: "set", key, value });
          setValue("");
        }}
      >
        <Input
          aria-label={t("addValue", { what })}
          placeholder={t("value")}
          value={value}
          spellCheck={false}
          autoComplete="off"
          className="w-40 max-w-full"
          onChange={({ target }) => setValue(target.value)}
        />
      </AddName>
      {isPatched && (
        <Select
          aria-label={t("modeOf", { what })}
          value={map.mode}
          onChange={({ target }) => {
            const mode = MODES.find((each) => each === target.value);
            if (mode !== undefined) change({ type: "mode", mode });
          }}
        >
          {MODES.map((mode) => (
            <option key={mode} value={mode}>
              {t(`modes.${mode}`)}
            </option>
          ))}
        </Select>
      )}
    </div>
  );
}
