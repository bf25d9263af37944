import type { KubeObject } from "../k8s/object.ts";
import { toCanonicalJson } from "../util/json.ts";
import { sha256Hex } from "../util/sha256.ts";
import type { Dialect } from "./entry.ts";
import { overridesOf } from "./override-list.ts";

/** SHA-256 of the canonical JSON of the stored override list: equal as long as nobody wrote to the list. An absent list counts as empty. */
export function overridesDigest(trainJob: KubeObject, dialect: Dialect): string {
  return sha256Hex(toCanonicalJson(overridesOf(trainJob, dialect) ?? []));
}
