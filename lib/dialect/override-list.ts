import type { KubeObject } from "../k8s/object.ts";
import { asArray, type Json } from "../util/json.ts";
import type { JsonPointer } from "../util/pointer.ts";
import type { Dialect } from "./entry.ts";

/** Each dialect's field of `spec` has the dialect's name. */
export function overridesPath(dialect: Dialect): JsonPointer {
  return `/spec/${dialect}`;
}

/** The list as stored; undefined when absent, null or no list. */
export function overridesOf(trainJob: KubeObject, dialect: Dialect): readonly Json[] | undefined {
  return asArray(trainJob.spec?.[dialect]);
}

/** True where entries belong to managers; the two older dialects are plain ordered lists. */
export function hasManagers(dialect: Dialect): boolean {
  return dialect === "templateOverrides" || dialect === "runtimePatches";
}
