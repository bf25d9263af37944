import { apiVersionOf, KINDS, type KindInfo } from "../k8s/kinds.ts";
import { type Existing, findExisting } from "./existing.ts";
import { coschedulingPolicy, coschedulingSpec, labelForCoscheduling } from "./gang/coscheduling.ts";
import { annotateForVolcano, volcanoPolicy, volcanoSpec } from "./gang/volcano.ts";
import {
  leaf,
  type Mark,
  markComputed,
  type Node,
  type ObjectNode,
  overwrite,
  type Pen,
  type Shape,
  toObjectNode,
} from "./node.ts";
import { fluxConfigName, fluxSecretName } from "./policies/flux.ts";
import { authSecretName, hostfile, hostfileName } from "./policies/mpi.ts";
import { hasPolicy } from "./policies/policies.ts";
import type { Named, Scope } from "./scope.ts";

/** Stands for material that the controller generates; it is never a real key or script. */
export const GENERATED = "<generated>";
export const SCRIPT = "<script>";

type Fields = { readonly [key: string]: Shape };

/** The payloads that this reconcile sends, in no particular order. */
export function buildObjects(scope: Scope, existing: readonly Existing[]): readonly ObjectNode[] {
  const suspended = scope.suspend?.kind === "leaf" && scope.suspend.value === true;
  const has = (info: KindInfo, name: string): boolean =>
    findExisting(existing, info.kind, name, apiVersionOf(info)) !== undefined;
  const jobSet = findExisting(existing, "JobSet", scope.name.value);
  if (coschedulingPolicy(scope) !== undefined) labelForCoscheduling(scope);
  if (volcanoPolicy(scope) !== undefined) annotateForVolcano(scope);
  const objects: ObjectNode[] = [];
  if (jobSet === undefined || suspended || jobSet.suspend) objects.push(buildJobSet(scope));
  for (const [info, spec] of podGroups(scope)) {
    if (suspended || !has(info, scope.name.value))
      objects.push(envelope(scope, info, nameNode(scope), { spec }));
  }
  if (hasPolicy(scope, "mpi")) {
    if (!has(KINDS.Secret, authSecretName(scope))) objects.push(authSecret(scope));
    objects.push(hostfileMap(scope));
  }
  if (hasPolicy(scope, "flux")) objects.push(...fluxObjects(scope));
  return objects;
}

function nameNode(scope: Scope): Node {
  return leaf(scope.name.value, scope.name.mark);
}

function envelope(
  scope: Scope,
  info: KindInfo,
  name: Node,
  fields: Fields,
  metadata: Fields = {},
): ObjectNode {
  const mark = markComputed(scope.pen("controller"), []);
  return toObjectNode(
    {
      apiVersion: apiVersionOf(info),
      kind: info.kind,
      metadata: {
        name,
        ...optionalText("namespace", scope.namespace),
        ...metadata,
        ownerReferences: [owner(scope)],
      },
      ...fields,
    },
    mark,
  );
}

function owner(scope: Scope): Shape {
  return {
    apiVersion: apiVersionOf(KINDS.TrainJob),
    kind: KINDS.TrainJob.kind,
    name: nameNode(scope),
    ...optionalText("uid", scope.uid),
    controller: true,
    blockOwnerDeletion: true,
  };
}

/** Missing only in files that no API server has seen yet. */
function optionalText(key: string, { value, mark }: Named): Fields {
  return value === "" ? {} : { [key]: leaf(value, mark) };
}

function buildJobSet(scope: Scope): ObjectNode {
  const metadata: { [key: string]: Shape } = {};
  if (scope.labels !== undefined && scope.labels.fields.size > 0) metadata["labels"] = scope.labels;
  if (scope.annotations !== undefined && scope.annotations.fields.size > 0)
    metadata["annotations"] = scope.annotations;
  const old = scope.spec.fields.get("suspend");
  scope.spec.fields.delete("suspend");
  if (scope.suspend !== undefined) scope.spec.fields.set("suspend", overwrite(old, scope.suspend));
  return envelope(scope, KINDS.JobSet, nameNode(scope), { spec: scope.spec }, metadata);
}

function podGroups(scope: Scope): readonly (readonly [KindInfo, ObjectNode])[] {
  const groups: (readonly [KindInfo, ObjectNode])[] = [];
  const coscheduling = coschedulingPolicy(scope);
  if (coscheduling !== undefined)
    groups.push([KINDS.CoschedulingPodGroup, coschedulingSpec(scope, coscheduling)]);
  const volcano = volcanoPolicy(scope);
  if (volcano !== undefined) groups.push([KINDS.VolcanoPodGroup, volcanoSpec(scope, volcano)]);
  return groups;
}

function derivedName(scope: Scope, pen: Pen, text: string): Node {
  return leaf(text, markComputed(pen, [scope.name.mark]));
}

function written(value: Fields, mark: Mark): ObjectNode {
  return toObjectNode(value, mark);
}

function authSecret(scope: Scope): ObjectNode {
  const pen = scope.pen("policy", "mpi");
  const mark = markComputed(pen, []);
  return envelope(scope, KINDS.Secret, derivedName(scope, pen, authSecretName(scope)), {
    type: leaf("kubernetes.io/ssh-auth", mark),
    immutable: leaf(true, mark),
    data: written({ "ssh-privatekey": GENERATED, "ssh-publickey": GENERATED }, mark),
  });
}

function hostfileMap(scope: Scope): ObjectNode {
  const pen = scope.pen("policy", "mpi");
  const data = written({ hostfile: hostfile(scope, pen) }, markComputed(pen, []));
  return envelope(scope, KINDS.ConfigMap, derivedName(scope, pen, hostfileName(scope)), { data });
}

function fluxObjects(scope: Scope): readonly ObjectNode[] {
  const pen = scope.pen("policy", "flux");
  const mark = markComputed(pen, []);
  const scripts = written({ "entrypoint.sh": SCRIPT, "init.sh": SCRIPT }, mark);
  const certificate = written({ "curve.cert": GENERATED }, mark);
  return [
    envelope(scope, KINDS.ConfigMap, derivedName(scope, pen, fluxConfigName(scope)), {
      data: scripts,
    }),
    envelope(scope, KINDS.Secret, derivedName(scope, pen, fluxSecretName(scope)), {
      data: certificate,
    }),
  ];
}
