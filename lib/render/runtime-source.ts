import { KINDS, TRAINER_GROUP } from "../k8s/kinds.ts";
import {
  asObject,
  asString,
  getIn,
  isJsonObject,
  type Json,
  type JsonObject,
  objectsIn,
} from "../util/json.ts";
import { type Existing, findExisting } from "./existing.ts";
import type { RenderInput } from "./render-input.ts";
import type { ReportError } from "./report.ts";

export type RuntimeSource = {
  readonly runtime: JsonObject;
  readonly layer: "runtime" | "snapshot";
};

export type RuntimeQuery = {
  readonly trainJob: JsonObject;
  readonly name: string;
  readonly live: Json | undefined;
  readonly existing: readonly Existing[];
  readonly parseYaml: RenderInput["parseYaml"];
  readonly report: ReportError;
};

const REF = "/spec/runtimeRef";
const KNOWN_KINDS: readonly string[] = [
  KINDS.TrainingRuntime.kind,
  KINDS.ClusterTrainingRuntime.kind,
];

type Ref = { readonly kind: string; readonly name: string };

/** The runtime to render from: the stored copy when the cluster has one, else the live one. Reports why there is none. */
export function findRuntime(query: RuntimeQuery, hasSnapshot: boolean): RuntimeSource | undefined {
  const ref = readRef(query);
  if (ref === undefined) return undefined;
  const stored = hasSnapshot
    ? findExisting(query.existing, "ConfigMap", `${query.name}-runtime-snapshot`)?.whole
    : undefined;
  if (stored !== undefined) return readSnapshot(query, ref, stored);
  const live = asObject(query.live);
  if (live === undefined || !isNamed(query, live, ref)) {
    query.report("RUNTIME_NOT_FOUND", REF, `${ref.kind} "${ref.name}" is not there`);
    return undefined;
  }
  return { runtime: live, layer: "runtime" };
}

function readRef(query: RuntimeQuery): Ref | undefined {
  const ref = asObject(getIn(query.trainJob, "spec", "runtimeRef"));
  const name = asString(ref?.["name"]);
  if (ref === undefined || name === undefined || name === "") {
    query.report("RUNTIME_NOT_FOUND", REF, "spec.runtimeRef names no runtime");
    return undefined;
  }
  const kind = ref["kind"] ?? KINDS.ClusterTrainingRuntime.kind;
  const group = ref["apiGroup"] ?? TRAINER_GROUP;
  if (typeof kind !== "string" || group !== TRAINER_GROUP || !KNOWN_KINDS.includes(kind)) {
    query.report(
      "RUNTIME_KIND_UNSUPPORTED",
      REF,
      `${JSON.stringify(kind)} of ${JSON.stringify(group)} is no training runtime`,
    );
    return undefined;
  }
  return { kind, name };
}

function isNamed(query: RuntimeQuery, runtime: JsonObject, ref: Ref): boolean {
  const metadata = asObject(runtime["metadata"]);
  const namespace = metadata?.["namespace"];
  const own = getIn(query.trainJob, "metadata", "namespace");
  const isInReach =
    ref.kind !== KINDS.TrainingRuntime.kind ||
    namespace === undefined ||
    own === undefined ||
    namespace === own;
  return runtime["kind"] === ref.kind && metadata?.["name"] === ref.name && isInReach;
}

function readSnapshot(
  query: RuntimeQuery,
  ref: Ref,
  stored: JsonObject,
): RuntimeSource | undefined {
  const fail = (message: string): undefined => {
    query.report("SNAPSHOT_INVALID", REF, message);
  };
  const uid = getIn(query.trainJob, "metadata", "uid");
  const owners = objectsIn(getIn(stored, "metadata", "ownerReferences"));
  if (!owners.some((owner) => owner["controller"] === true && owner["uid"] === uid))
    return fail("the runtime snapshot is not controlled by this TrainJob");
  const text = getIn(stored, "data", "runtime");
  if (typeof text !== "string") return fail("the runtime snapshot has no key runtime");
  const runtime = parse(query.parseYaml, text);
  if (!isJsonObject(runtime)) return fail("the runtime snapshot cannot be parsed");
  const group = asString(runtime["apiVersion"])?.split("/")[0];
  const isSame =
    group === TRAINER_GROUP &&
    runtime["kind"] === ref.kind &&
    getIn(runtime, "metadata", "name") === ref.name;
  return isSame
    ? { runtime, layer: "snapshot" }
    : fail("the runtime snapshot is of another runtime");
}

function parse(parseYaml: RenderInput["parseYaml"], text: string): unknown {
  try {
    return parseYaml?.(text);
  } catch {
    return undefined;
  }
}
