import { useId, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "#components/ui/button.tsx";
import { Input, Select } from "#components/ui/field.tsx";
import { checkMountPath } from "#lib/form/check-field.ts";
import type { ListChange } from "#lib/form/form-edit.ts";
import type { MountForm } from "#lib/form/form-model.ts";
import type { NamedOffer } from "#lib/form/offers.ts";
import { asObject, asString } from "#lib/util/json.ts";
import { type JsonPointer, joinPointer } from "#lib/util/pointer.ts";
import { OfferList } from "./add-name.tsx";
import { DoneInput } from "./done-input.tsx";
import { FieldProblems, FormRow } from "./form-row.tsx";
import { useFormScope } from "./form-scope.ts";
import { InEffect } from "./in-effect.tsx";
import { ChoiceControl, FlagControl, TextControl } from "./text-control.tsx";

type Change = (change: ListChange<MountForm>, group?: string) => void;

/** Mounts of one container; volumes of the draft and of the jobs are offered. */
export function MountFields({
  container,
  mounts,
  offers,
  at,
  onChange,
}: {
  container: string;
  mounts: readonly MountForm[];
  offers: readonly NamedOffer[];
  at: JsonPointer | undefined;
  onChange: Change;
}) {
  const t = useTranslations("form");
  const { part, jobOffers, problemsAt } = useFormScope();
  const inJobs = jobOffers.flatMap((job) => job.volumes.map(({ name }) => name));
  const volumes = [...new Set([...part.pod.volumes.map(({ name }) => name), ...inJobs])].filter(
    (name) => name !== "",
  );
  return (
    <>
      {mounts.map((mount, index) => {
        const set = (item: MountForm, field: string) =>
          onChange({ type: "set", index, item }, joinPointer(`/${container}/mounts`, index, field));
        return (
          <FormRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a path may be there twice
            key={index}
            label={t("mount.one", { path: mount.mountPath })}
            problems={at === undefined ? [] : problemsAt(joinPointer(at, index))}
            onRemove={() => onChange({ type: "remove", index })}
          >
            {(control) => (
              <>
                <ChoiceControl
                  label={t("mount.volume")}
                  value={mount.name}
                  choices={volumes}
                  onChoose={(name) => set({ ...mount, name }, "name")}
                />
                <DoneInput
                  {...control}
                  aria-label={t("mount.path")}
                  value={mount.mountPath}
                  check={checkMountPath}
                  onDone={(mountPath) => set({ ...mount, mountPath }, "mountPath")}
                  className="w-44 max-w-full font-mono"
                />
                <TextControl
                  label={t("mount.subPath")}
                  className="w-28 max-w-full font-mono"
                  value={mount.subPath}
                  onText={(subPath) => set({ ...mount, subPath }, "subPath")}
                />
                <FlagControl
                  label={t("mount.readOnly")}
                  isOn={mount.readOnly}
                  onFlag={(readOnly) => set({ ...mount, readOnly }, "readOnly")}
                />
              </>
            )}
          </FormRow>
        );
      })}
      <AddMount
        container={container}
        volumes={volumes}
        paths={offers.map(({ name }) => name)}
        onAdd={(name, mountPath) =>
          onChange({
            type: "add",
            item: { name, mountPath, subPath: "", readOnly: false, rest: {} },
          })
        }
      />
      <InEffect
        rows={offers.map((offer) => ({
          name: offer.name,
          text: `${offer.name} ← ${asString(asObject(offer.value)?.["name"]) ?? ""}`,
          offer,
        }))}
      />
    </>
  );
}

function AddMount({
  container,
  volumes,
  paths,
  onAdd,
}: {
  container: string;
  volumes: readonly string[];
  paths: readonly string[];
  onAdd: (volume: string, path: string) => void;
}) {
  const t = useTranslations("form");
  const id = useId();
  const [chosen, setVolume] = useState("");
  const [path, setPath] = useState("");
  const problems = path === "" ? [] : checkMountPath(path);
  const volume = volumes.includes(chosen) ? chosen : "";
  const isFit = volume !== "" && path !== "" && problems.length === 0;
  const add = () => {
    if (!isFit) return;
    onAdd(volume, path);
    setPath("");
  };
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label={t("mount.volumeOf", { container })}
          value={volume}
          onChange={({ target }) => setVolume(target.value)}
        >
          <option value="">{t("choose")}</option>
          {volumes.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
        <Input
          aria-label={t("mount.pathOf", { container })}
          placeholder={t("mount.path")}
          aria-invalid={problems.length > 0}
          aria-describedby={problems.length === 0 ? undefined : `${id}-problems`}
          list={paths.length === 0 ? undefined : `${id}-paths`}
          spellCheck={false}
          autoComplete="off"
          className="w-44 max-w-full font-mono"
          value={path}
          onChange={({ target }) => setPath(target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") add();
          }}
        />
        <OfferList id={`${id}-paths`} offers={paths} />
        <Button
          size="sm"
          aria-disabled={!isFit}
          aria-label={t("mount.addInto", { container })}
          onClick={add}
        >
          {t("mount.add")}
        </Button>
      </div>
      <FieldProblems id={`${id}-problems`} problems={problems} />
    </div>
  );
}
