import type { JsonObject } from "#lib/util/json.ts";
import {
  createSchemaReader,
  type SchemaKind,
  type SchemaReader,
  type SchemaVersion,
} from "./expand.ts";

export type { SchemaKind, SchemaVersion } from "./expand.ts";

let reader: Promise<SchemaReader> | undefined;

/**
 * The structural schema (`openAPIV3Schema` without descriptions) of a kind as a Trainer version serves it.
 * JobSet is the version that Trainer was built with; `templateOverrides` means this project's own CRDs.
 * The data comes by dynamic import, so that a page only loads it when it needs it.
 */
export async function loadSchema(kind: SchemaKind, version: SchemaVersion): Promise<JsonObject> {
  reader ??= import("./schemas.json", { with: { type: "json" } }).then((module) =>
    createSchemaReader(module.default),
  );
  return (await reader)(kind, version);
}
