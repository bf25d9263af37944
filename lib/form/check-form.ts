import { type JsonPointer, joinPointer } from "../util/pointer.ts";
import {
  checkChoice,
  checkDnsLabel,
  checkDnsSubdomain,
  checkEnvName,
  checkEnvSource,
  checkLabelKey,
  checkLabelValue,
  checkMountPath,
  checkNodeExpression,
  checkNumber,
  checkSubPath,
  checkToleration,
  checkVolumeSource,
  duplicatesIn,
  type FieldProblem,
  problem,
} from "./check-field.ts";
import type {
  ContainerForm,
  FormModel,
  MetadataForm,
  NamedItem,
  PodForm,
  StringMap,
} from "./form-model.ts";
import { JOBS_OF_PATCH, layoutOf } from "./layout.ts";
import type { AffinityForm, NodeExpression } from "./scheduling-model.ts";

/** A problem with the pointer, into the override, of the value or list element it is about. */
export type FormProblem = FieldProblem & { readonly pointer: JsonPointer };

type Problems = readonly FormProblem[];

const MAX_ID = 2 ** 31 - 1;
const MAX_SECONDS = Number.MAX_SAFE_INTEGER;
const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

/** Everything that the checks of single fields find in a form, and what is there twice. */
export function checkForm(model: FormModel): Problems {
  const isPatch = model.dialect === "runtimePatches";
  const hasTargets = model.parts.some(({ targets }) => targets.length > 0);
  const layout = layoutOf(model, hasTargets);
  const ofJobSet =
    layout.jobSetMetadata === undefined
      ? []
      : inMetadata(model.jobSetMetadata, joinPointer("", ...layout.jobSetMetadata));
  const ofParts = model.parts.flatMap((part, index) => {
    const base = isPatch ? joinPointer("", ...JOBS_OF_PATCH, index) : "";
    const { jobMetadata, podMetadata, podSpec } = layout;
    return [
      ...(jobMetadata === undefined
        ? []
        : inMetadata(part.jobMetadata, joinPointer(base, ...jobMetadata))),
      ...(podMetadata === undefined
        ? []
        : inMetadata(part.podMetadata, joinPointer(base, ...podMetadata))),
      ...(podSpec === undefined ? [] : inPod(part.pod, joinPointer(base, ...podSpec))),
    ];
  });
  return [...ofJobSet, ...ofParts];
}

function at(pointer: JsonPointer, problems: readonly FieldProblem[]): Problems {
  return problems.map((each) => ({ ...each, pointer }));
}

function inMetadata({ labels, annotations }: MetadataForm, base: JsonPointer): Problems {
  const keys = Object.keys(annotations.entries);
  return [
    ...inMap(labels, joinPointer(base, "labels")),
    ...keys.flatMap((key) => at(joinPointer(base, "annotations", key), checkLabelKey(key))),
  ];
}

function inMap({ entries }: StringMap, base: JsonPointer): Problems {
  return Object.entries(entries).flatMap(([key, value]) =>
    at(joinPointer(base, key), [...checkLabelKey(key), ...checkLabelValue(value)]),
  );
}

function inPod(pod: PodForm, base: JsonPointer): Problems {
  const to = (...steps: readonly (string | number)[]): JsonPointer => joinPointer(base, ...steps);
  const { securityContext: security, serviceAccountName: account } = pod;
  const grace = checkNumber(pod.terminationGracePeriodSeconds, 0, MAX_SECONDS);
  return [
    ...at(to("serviceAccountName"), account === "" ? [] : checkDnsSubdomain(account)),
    ...inMap(pod.nodeSelector, to("nodeSelector")),
    ...pod.tolerations.flatMap((each, index) =>
      at(to("tolerations", index), checkToleration(each)),
    ),
    ...inAffinity(pod.affinity, to("affinity")),
    ...pod.volumes.flatMap(({ name, source }, index) =>
      at(to("volumes", index), [...checkDnsLabel(name), ...checkVolumeSource(source)]),
    ),
    ...twice(pod.volumes, to("volumes")),
    ...inContainers(pod.initContainers, to("initContainers")),
    ...inContainers(pod.containers, to("containers")),
    ...inNames(pod.imagePullSecrets, to("imagePullSecrets"), checkDnsSubdomain),
    ...inNames(pod.schedulingGates, to("schedulingGates"), checkLabelKey),
    ...at(to("securityContext"), [
      ...checkNumber(security.runAsUser, 0, MAX_ID),
      ...checkNumber(security.runAsGroup, 0, MAX_ID),
      ...checkNumber(security.fsGroup, 0, MAX_ID),
      ...checkChoice(security.fsGroupChangePolicy, ["OnRootMismatch", "Always"]),
      ...checkChoice(security.seccompProfile, ["RuntimeDefault", "Unconfined", "Localhost"]),
    ]),
    ...at(to("terminationGracePeriodSeconds"), grace),
  ];
}

function inNames(
  items: readonly NamedItem[],
  base: JsonPointer,
  check: (name: string) => readonly FieldProblem[],
): Problems {
  return [
    ...items.flatMap(({ name }, index) => at(joinPointer(base, index), check(name))),
    ...twice(items, base),
  ];
}

/** Lists are maps by name in the CRDs: an element of a name that is there already is refused. */
function twice(items: readonly { readonly name: string }[], base: JsonPointer): Problems {
  return duplicatesIn(items.map(({ name }) => name)).flatMap((index) =>
    at(joinPointer(base, index), [problem("duplicate", { value: items[index]?.name ?? "" })]),
  );
}

function inContainers(containers: readonly ContainerForm[], base: JsonPointer): Problems {
  const own = containers.flatMap((container, index) => {
    const to = (...steps: readonly (string | number)[]): JsonPointer =>
      joinPointer(base, index, ...steps);
    const { env, volumeMounts: mounts, securityContext: security } = container;
    const paths = mounts.map(({ mountPath }) => mountPath);
    return [
      ...at(to(), checkDnsLabel(container.name)),
      ...env.flatMap(({ name, source }, each) =>
        at(to("env", each), [...checkEnvName(name), ...checkEnvSource(source)]),
      ),
      ...twice(env, to("env")),
      ...mounts.flatMap(({ name, mountPath, subPath }, each) =>
        at(to("volumeMounts", each), [
          ...checkDnsLabel(name),
          ...checkMountPath(mountPath),
          ...checkSubPath(subPath),
        ]),
      ),
      ...twice(mounts, to("volumeMounts")),
      ...duplicatesIn(paths).flatMap((each) =>
        at(to("volumeMounts", each), [problem("duplicate", { value: paths[each] ?? "" })]),
      ),
      ...at(to("securityContext"), [
        ...checkNumber(security.runAsUser, 0, MAX_ID),
        ...checkNumber(security.runAsGroup, 0, MAX_ID),
      ]),
    ];
  });
  return [...own, ...twice(containers, base)];
}

type Term =
  | { readonly kind: "raw" }
  | {
      readonly kind: "labels";
      readonly weight?: number;
      readonly expressions: readonly NodeExpression[];
    }
  | {
      readonly kind: "topology";
      readonly weight?: number;
      readonly topologyKey: string;
      readonly labels: StringMap["entries"];
    };

function inAffinity(affinity: AffinityForm, base: JsonPointer): Problems {
  const to = (...steps: readonly string[]): JsonPointer => joinPointer(base, ...steps);
  return [
    ...inTerms(affinity.nodeRequired, to("nodeAffinity", REQUIRED, "nodeSelectorTerms")),
    ...inTerms(affinity.nodePreferred, to("nodeAffinity", PREFERRED)),
    ...inTerms(affinity.packRequired, to("podAffinity", REQUIRED)),
    ...inTerms(affinity.packPreferred, to("podAffinity", PREFERRED)),
    ...inTerms(affinity.spreadRequired, to("podAntiAffinity", REQUIRED)),
    ...inTerms(affinity.spreadPreferred, to("podAntiAffinity", PREFERRED)),
  ];
}

function inTerms(terms: readonly Term[], base: JsonPointer): Problems {
  return terms.flatMap((term, index) => at(joinPointer(base, index), checkTerm(term)));
}

function checkTerm(term: Term): readonly FieldProblem[] {
  if (term.kind === "raw") return [];
  const weight = checkNumber(term.weight, 1, 100);
  if (term.kind === "labels") return [...weight, ...term.expressions.flatMap(checkNodeExpression)];
  const labels = Object.entries(term.labels).flatMap(([key, value]) => [
    ...checkLabelKey(key),
    ...checkLabelValue(value),
  ]);
  return [...weight, ...checkLabelKey(term.topologyKey), ...labels];
}
