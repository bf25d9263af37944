import { RESERVED_ENV_CONTAINERS } from "../admission/runtime-names.ts";
import { type KubeObject, objectKey } from "../k8s/object.ts";
import type { Origin } from "../render/origin.ts";
import type { RenderResult } from "../render/render-input.ts";
import { runtimeNamesOf } from "../timeline/runtime-names.ts";
import { asObject, asString, getIn, type Json, type JsonObject, objectsIn } from "../util/json.ts";
import { type JsonPointer, joinPointer } from "../util/pointer.ts";
import type { ContainerList } from "./form-model.ts";

/** What the form can propose for an override of one TrainJob. */
export type FormOffers = {
  /** Of the runtime, in its order; nothing that only an override made up. */
  readonly jobs: readonly JobOffer[];
  readonly persistentVolumeClaims: readonly string[];
  readonly configMaps: readonly string[];
  readonly secrets: readonly string[];
};

export type JobOffer = {
  readonly name: string;
  readonly serviceAccountName: ValueOffer | undefined;
  readonly nodeSelector: readonly NamedOffer[];
  readonly podLabels: readonly NamedOffer[];
  /** A later list replaces all of these. */
  readonly tolerations: readonly ValueOffer[];
  readonly volumes: readonly NamedOffer[];
  readonly imagePullSecrets: readonly NamedOffer[];
  readonly schedulingGates: readonly NamedOffer[];
  /** Init containers first, as they run. */
  readonly containers: readonly ContainerOffer[];
};

export type ContainerOffer = {
  readonly list: ContainerList;
  readonly name: string;
  /** Why overrides may not set env here. */
  readonly envRefused: "reservedEnv" | undefined;
  readonly env: readonly NamedOffer[];
  /** By mount path. */
  readonly volumeMounts: readonly NamedOffer[];
  readonly securityContext: ValueOffer | undefined;
};

/** What is in effect now, and who wrote it (undefined: not known). */
export type ValueOffer = { readonly value: Json; readonly owner: Origin | undefined };
export type NamedOffer = ValueOffer & { readonly name: string };

export type OfferFacts = {
  /** What the TrainJob renders with: its snapshot, else the live one. */
  readonly runtime: KubeObject | undefined;
  /** Of the TrainJob as it is, with blame; where it failed the runtime's own values are offered. */
  readonly render: RenderResult | undefined;
  /** Names in the TrainJob's namespace, where they may be listed. */
  readonly persistentVolumeClaims?: readonly string[] | undefined;
  readonly configMaps?: readonly string[] | undefined;
  readonly secrets?: readonly string[] | undefined;
};

export function formOffers(facts: OfferFacts): FormOffers {
  const source = sourceOf(facts);
  const known = facts.runtime === undefined ? [] : runtimeNamesOf(facts.runtime).jobs;
  const items = objectsIn(source.jobs);
  const jobs = known.flatMap((name) => {
    const index = items.findIndex((item) => item["name"] === name);
    const item = items[index];
    return item === undefined
      ? []
      : [jobOffer(name, item, joinPointer(source.base, index), source)];
  });
  const volumes = jobs.flatMap((job) => job.volumes.map(({ value }) => value));
  const used = (...steps: readonly string[]) =>
    volumes.flatMap((volume) => asString(getIn(volume, ...steps)) ?? []);
  return {
    jobs,
    persistentVolumeClaims: sorted(
      facts.persistentVolumeClaims,
      used("persistentVolumeClaim", "claimName"),
    ),
    configMaps: sorted(facts.configMaps, used("configMap", "name")),
    secrets: sorted(facts.secrets, used("secret", "secretName")),
  };
}

type OwnerOf = (pointer: JsonPointer) => Origin | undefined;
type Source = {
  readonly jobs: Json | undefined;
  readonly base: JsonPointer;
  readonly ownerOf: OwnerOf;
};

function sourceOf({ runtime, render }: OfferFacts): Source {
  const jobSet = render?.objects.find(({ kind }) => kind === "JobSet");
  const base = "/spec/replicatedJobs";
  if (jobSet === undefined) {
    const jobs = getIn(runtime?.spec, "template", "spec", "replicatedJobs");
    const owner: Origin = { layer: "runtime", name: runtime?.metadata.name };
    return { jobs, base, ownerOf: () => owner };
  }
  const leaves = render?.blame?.[objectKey(jobSet)] ?? {};
  const pointers = Object.keys(leaves);
  const ownerOf: OwnerOf = (pointer) => {
    const leaf = pointer in leaves ? pointer : pointers.find((it) => it.startsWith(`${pointer}/`));
    return leaf === undefined ? undefined : leaves[leaf]?.origin;
  };
  return { jobs: jobSet.spec?.["replicatedJobs"], base, ownerOf };
}

function jobOffer(name: string, job: JsonObject, path: JsonPointer, source: Source): JobOffer {
  const at = joinPointer(path, "template", "spec", "template");
  const template = getIn(job, "template", "spec", "template");
  const pod = asObject(getIn(template, "spec")) ?? {};
  const spec = joinPointer(at, "spec");
  const { ownerOf } = source;
  const named = (field: string): readonly NamedOffer[] =>
    listOffers(pod[field], joinPointer(spec, field), "name", ownerOf);
  return {
    name,
    serviceAccountName: valueOffer(pod["serviceAccountName"], spec, "serviceAccountName", ownerOf),
    nodeSelector: mapOffers(pod["nodeSelector"], joinPointer(spec, "nodeSelector"), ownerOf),
    podLabels: mapOffers(
      getIn(template, "metadata", "labels"),
      joinPointer(at, "metadata", "labels"),
      ownerOf,
    ),
    tolerations: objectsIn(pod["tolerations"]).map((value, index) => ({
      value,
      owner: ownerOf(joinPointer(spec, "tolerations", index)),
    })),
    volumes: named("volumes"),
    imagePullSecrets: named("imagePullSecrets"),
    schedulingGates: named("schedulingGates"),
    containers: (["initContainers", "containers"] as const).flatMap((list) =>
      containerOffers(pod[list], list, joinPointer(spec, list), ownerOf),
    ),
  };
}

function containerOffers(
  value: Json | undefined,
  list: ContainerList,
  path: JsonPointer,
  ownerOf: OwnerOf,
): readonly ContainerOffer[] {
  return objectsIn(value).flatMap((container, index) => {
    const name = asString(container["name"]);
    if (name === undefined) return [];
    const at = joinPointer(path, index);
    const isReserved = list === "containers" && RESERVED_ENV_CONTAINERS.has(name);
    return [
      {
        list,
        name,
        envRefused: isReserved ? "reservedEnv" : undefined,
        env: listOffers(container["env"], joinPointer(at, "env"), "name", ownerOf),
        volumeMounts: listOffers(
          container["volumeMounts"],
          joinPointer(at, "volumeMounts"),
          "mountPath",
          ownerOf,
        ),
        securityContext: valueOffer(container["securityContext"], at, "securityContext", ownerOf),
      } satisfies ContainerOffer,
    ];
  });
}

function valueOffer(
  value: Json | undefined,
  base: JsonPointer,
  field: string,
  ownerOf: OwnerOf,
): ValueOffer | undefined {
  if (value === undefined || value === null) return undefined;
  return { value, owner: ownerOf(joinPointer(base, field)) };
}

function mapOffers(
  map: Json | undefined,
  base: JsonPointer,
  ownerOf: OwnerOf,
): readonly NamedOffer[] {
  return Object.entries(asObject(map) ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value, owner: ownerOf(joinPointer(base, name)) }],
  );
}

/** Whoever wrote what an element says counts as its owner, not who gave it its name. */
function listOffers(
  list: Json | undefined,
  base: JsonPointer,
  key: string,
  ownerOf: OwnerOf,
): readonly NamedOffer[] {
  return objectsIn(list).flatMap((value, index) => {
    const name = asString(value[key]);
    if (name === undefined) return [];
    const at = joinPointer(base, index);
    const field = Object.keys(value).find((each) => each !== key);
    const own = field === undefined ? undefined : ownerOf(joinPointer(at, field));
    return [{ name, value, owner: own ?? ownerOf(at) }];
  });
}

function sorted(listed: readonly string[] | undefined, used: readonly string[]): readonly string[] {
  return [...new Set([...(listed ?? []), ...used])].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}
