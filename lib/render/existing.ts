import { asObject, asString, getIn, type Json, type JsonObject } from "../util/json.ts";
import type { ExistingObject } from "./render-input.ts";

export type Existing = {
  readonly kind: string;
  readonly name: string;
  readonly apiVersion: string | undefined;
  readonly suspend: boolean;
  /** The object when it was given whole. */
  readonly whole: JsonObject | undefined;
};

/** Both forms of existing objects as one; what is neither is skipped. */
export function readExisting(given: readonly ExistingObject[] | undefined): readonly Existing[] {
  const all: Json | undefined = Array.isArray(given) ? (given as unknown as Json) : undefined;
  if (!Array.isArray(all)) return [];
  return all.flatMap((item: Json) => {
    const object = asObject(item);
    const kind = asString(object?.["kind"]);
    const metadata = asObject(object?.["metadata"]);
    const name = asString(metadata?.["name"]) ?? asString(object?.["name"]);
    if (object === undefined || kind === undefined || name === undefined) return [];
    const suspend = getIn(object, "spec", "suspend") === true || object["suspend"] === true;
    const whole = metadata === undefined ? undefined : object;
    return [{ kind, name, apiVersion: asString(object["apiVersion"]), suspend, whole }];
  });
}

/** `apiVersion` tells objects of one kind apart where the existing one says which it is. */
export function findExisting(
  existing: readonly Existing[],
  kind: string,
  name: string,
  apiVersion?: string,
): Existing | undefined {
  return existing.find(
    (one) =>
      one.kind === kind &&
      one.name === name &&
      (apiVersion === undefined || one.apiVersion === undefined || one.apiVersion === apiVersion),
  );
}
