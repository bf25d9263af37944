import type { KubeObject } from "#lib/k8s/object.ts";
import { toJson } from "#lib/k8s/object.ts";
import { childJobs, childPod } from "#lib/reconcile/children.ts";
import type { LeafBlame, RenderResult } from "#lib/render/index.ts";
import {
  asArray,
  asObject,
  asString,
  getIn,
  type Json,
  type JsonObject,
  objectsIn,
} from "#lib/util/json.ts";
import { type JsonPointer, joinPointer } from "#lib/util/pointer.ts";
import { expandReferences } from "./expand-references.ts";
import { InputError } from "./input-file.ts";

/** A value of a pod with its writer; none where the JobSet or Job controller adds it. */
export type PodValue = {
  readonly name: string;
  readonly value: Json;
  readonly blame?: LeafBlame | undefined;
};

export type ContainerView = {
  readonly name: string;
  readonly isInit: boolean;
  readonly image: PodValue | undefined;
  readonly command: PodValue | undefined;
  readonly args: PodValue | undefined;
  /** With field references and `$(NAME)` worked out as far as they are known before the pod runs. */
  readonly env: readonly PodValue[];
  readonly resources: readonly PodValue[];
};

export type PodView = {
  readonly pod: string;
  readonly job: string;
  readonly index: number;
  readonly containers: readonly ContainerView[];
  readonly nodeSelector: readonly PodValue[];
  readonly labels: { readonly [name: string]: Json | undefined };
};

type Leaves = { readonly [leaf: JsonPointer]: LeafBlame };
type Wanted = { readonly job: string; readonly replica: number; readonly index: number };

const UNKNOWN = "<generated>";

/** `JOB/INDEX`, or `JOB/REPLICA/INDEX` where the ReplicatedJob has several. */
export function parsePodName(text: string): Wanted {
  const match = /^([^/]+)(?:\/(\d+))?\/(\d+)$/.exec(text);
  const [, job, replica = "0", index] = match ?? [];
  if (job === undefined || index === undefined)
    throw new InputError(`${text} is no pod: JOB/INDEX, or JOB/REPLICA/INDEX`);
  return { job, replica: Number(replica), index: Number(index) };
}

/** One pod of a render with blame, as the JobSet and Job controllers will make it. */
export function viewPod({ objects, blame }: RenderResult, wanted: Wanted): PodView {
  const jobSet = objects.find(({ kind }) => kind === "JobSet");
  if (jobSet === undefined) throw new InputError("nothing is rendered: there is no pod");
  const pod = podOf(jobSet, wanted);
  const place = (asArray(jobSet.spec?.["replicatedJobs"]) ?? []).findIndex(
    (job) => getIn(job, "name") === wanted.job,
  );
  const leaves: Leaves = blame?.[`JobSet/${jobSet.metadata.name ?? ""}`] ?? {};
  const base = `/spec/replicatedJobs/${place}/template/spec/template/spec`;
  const spec = pod.spec ?? {};
  const view = (list: "initContainers" | "containers") =>
    objectsIn(spec[list]).map((container, index) =>
      viewContainer(container, list, joinPointer(base, list, index), { pod, leaves }),
    );
  return {
    pod: pod.metadata.name ?? "",
    job: wanted.job,
    index: wanted.index,
    containers: [...view("initContainers"), ...view("containers")],
    nodeSelector: valuesOf(spec["nodeSelector"], joinPointer(base, "nodeSelector"), leaves),
    labels: pod.metadata.labels ?? {},
  };
}

function podOf(jobSet: KubeObject, { job, replica, index }: Wanted): KubeObject {
  const named = { ...jobSet, metadata: { ...jobSet.metadata, uid: UNKNOWN } };
  const children = childJobs(named, 0);
  const child = children.find((one) => one.replicatedJob === job && one.index === replica);
  if (child === undefined) {
    const known = [...new Set(children.map((one) => one.replicatedJob))].join(", ");
    throw new InputError(`there is no job ${job} number ${replica}; jobs are ${known}`);
  }
  const completions = child.job.spec?.["completions"] ?? child.job.spec?.["parallelism"] ?? 1;
  if (index >= Number(completions))
    throw new InputError(`job ${job} has ${String(completions)} pods, counted from 0`);
  const owner = { ...child.job, metadata: { ...child.job.metadata, uid: UNKNOWN } };
  return childPod(owner, index, "xxxxx");
}

type Around = { readonly pod: KubeObject; readonly leaves: Leaves };

function viewContainer(
  container: JsonObject,
  list: "initContainers" | "containers",
  path: JsonPointer,
  { pod, leaves }: Around,
): ContainerView {
  const known = new Map<string, string>();
  const env = objectsIn(container["env"]).map((item, index): PodValue => {
    const name = asString(item["name"]) ?? "";
    const value = envValue(item, pod, known);
    if (typeof value === "string") known.set(name, value);
    return { name, value, blame: blameBelow(leaves, joinPointer(path, "env", index), "name") };
  });
  const field = (name: string): PodValue | undefined => {
    const value = container[name];
    if (value === undefined) return undefined;
    const blame = blameBelow(leaves, joinPointer(path, name));
    return { name, value: expanded(value, known), blame };
  };
  const halves = ["requests", "limits"].flatMap((half) =>
    valuesOf(getIn(container, "resources", half), joinPointer(path, "resources", half), leaves).map(
      (one) => ({ ...one, name: `${half}.${one.name}` }),
    ),
  );
  return {
    name: asString(container["name"]) ?? "",
    isInit: list === "initContainers",
    image: field("image"),
    command: field("command"),
    args: field("args"),
    env,
    resources: halves,
  };
}

function expanded(value: Json, known: ReadonlyMap<string, string>): Json {
  return (
    asArray(value)?.map((item) =>
      typeof item === "string" ? expandReferences(item, known) : item,
    ) ?? value
  );
}

/** A reference to a ConfigMap or Secret stays one; a field of the pod is read where it is known. */
function envValue(item: JsonObject, pod: KubeObject, known: ReadonlyMap<string, string>): Json {
  const source = asObject(item["valueFrom"]);
  if (source === undefined) return expandReferences(asString(item["value"]) ?? "", known);
  const path = asString(getIn(source, "fieldRef", "fieldPath")) ?? "";
  const keyed = /^(metadata\.(?:labels|annotations))\['(.+)'\]$/.exec(path);
  const steps = keyed === null ? path.split(".") : [...(keyed[1] ?? "").split("."), keyed[2] ?? ""];
  return asString(getIn(toJson(pod), ...steps)) ?? source;
}

function valuesOf(map: Json | undefined, path: JsonPointer, leaves: Leaves): readonly PodValue[] {
  return Object.entries(asObject(map) ?? {}).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [{ name, value, blame: blameBelow(leaves, joinPointer(path, name)) }],
  );
}

/** Of the leaf, or of the first one below it other than its key. */
function blameBelow(leaves: Leaves, path: JsonPointer, key?: string): LeafBlame | undefined {
  const own = leaves[path];
  if (own !== undefined) return own;
  const below = Object.keys(leaves).filter((leaf) => leaf.startsWith(`${path}/`));
  const found = below.find((leaf) => leaf !== `${path}/${key ?? ""}`) ?? below[0];
  return found === undefined ? undefined : leaves[found];
}
