import { detectDialect } from "#lib/dialect/dialect-of-object.ts";
import { dialectOfSchema } from "#lib/dialect/dialect-of-schema.ts";
import type { Dialect } from "#lib/dialect/entry.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { DEFAULT_TRAINER_VERSION, type TrainerVersion } from "#lib/render/versions.ts";
import { allSchemas } from "#lib/schema/generated/all.ts";
import { type CrdSchemas, crdSchemasFor } from "../sandbox/crd-schemas.ts";
import { versionOf } from "../sandbox/seed/create-sandbox-world.ts";
import { InputError } from "./input-file.ts";

/** A cluster as far as admission goes: it serves one override API, in one Trainer version. */
export type Serving = {
  readonly dialect: Dialect;
  readonly version: TrainerVersion;
  readonly schemas: CrdSchemas;
};

export type ServingChoice = {
  readonly version?: TrainerVersion | undefined;
  readonly dialect?: Dialect | undefined;
};

const made = new Map<string, Serving>();

/** Schemas are made once: their compiled rules are remembered by identity. */
export function servingOf(dialect: Dialect, version: TrainerVersion): Serving {
  const key = `${dialect}/${version}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const serving = { dialect, version, schemas: crdSchemasFor(dialect, version) };
  made.set(key, serving);
  return serving;
}

/** The override API of a released Trainer version. */
export function releasedDialect(version: TrainerVersion): Dialect {
  return dialectOfSchema(allSchemas[version].TrainJob) ?? "runtimePatches";
}

/** templateOverrides is served beside the newest Trainer, by this project's own CRDs. */
export function isServed(dialect: Dialect, version: TrainerVersion): boolean {
  if (dialect === "templateOverrides") return version === DEFAULT_TRAINER_VERSION;
  return releasedDialect(version) === dialect;
}

/**
 * What was asked for, and else what the TrainJob was written for: the override API that it uses, in the newest version
 * that has it.
 */
export function chooseServing(choice: ServingChoice, trainJob?: KubeObject): Serving {
  const used = trainJob === undefined ? undefined : detectDialect(trainJob);
  const { version } = choice;
  if (version === undefined) {
    const dialect = choice.dialect ?? used ?? "runtimePatches";
    return servingOf(dialect, versionOf(dialect));
  }
  if (choice.dialect !== undefined && !isServed(choice.dialect, version))
    throw new InputError(`Trainer ${version} does not serve ${choice.dialect}`);
  const wanted = choice.dialect ?? used;
  const dialect =
    wanted !== undefined && isServed(wanted, version) ? wanted : releasedDialect(version);
  return servingOf(dialect, version);
}
