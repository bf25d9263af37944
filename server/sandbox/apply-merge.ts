import { type KubeObject, type ManagedFieldsEntry, toJson } from "#lib/k8s/object.ts";
import { asArray, isJsonObject, type Json, type MutableJsonObject } from "#lib/util/json.ts";
import {
  appliedSetOf,
  changedFields,
  EMPTY_SET,
  type FieldSet,
  intersectSets,
  isEmptySet,
  type Part,
  partsOf,
  subtractSets,
  unionSets,
} from "./field-set.ts";
import type { FieldShape } from "./field-shape.ts";
import { ownedPart, readEntries } from "./managed-fields.ts";

/** The value without the paths of the set; a container goes when it is in the set and nothing is left in it. */
function removeFields(value: Json, set: FieldSet, shape: FieldShape): Json | undefined {
  if (set.children.size === 0) return set.isMember ? undefined : value;
  const parts = partsOf(value, shape);
  if (parts === undefined) return value;
  const kept = parts.flatMap((part) => {
    const inner = set.children.get(part.element);
    const left = inner === undefined ? part.value : removeFields(part.value, inner, part.shape);
    return left === undefined ? [] : [{ element: part.element, value: left }];
  });
  if (kept.length === 0) return undefined;
  if (Array.isArray(value)) return kept.map((part) => part.value);
  return Object.fromEntries(kept.map((part) => [part.element.slice("f:".length), part.value]));
}

function isEmptyContainer(value: Json): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** `config` laid over `live`: items of list-maps meet by key and keep live's order, new ones follow. */
function mergeOver(live: Json | undefined, config: Json, shape: FieldShape): Json {
  if (live === undefined) return config;
  const under = partsOf(live, shape);
  const over = partsOf(config, shape);
  // An empty map or list of items asks for nothing.
  if (under !== undefined && isEmptyContainer(config)) return live;
  if (under === undefined || over === undefined) return config;
  if (asArray(config) !== undefined) return mergeItems(under, over);
  const merged = new Map(under.map((part) => [part.element, part.value]));
  for (const part of over)
    merged.set(part.element, mergeOver(merged.get(part.element), part.value, part.shape));
  const result: MutableJsonObject = {};
  for (const [element, value] of merged) result[element.slice("f:".length)] = value;
  return result;
}

/** Items of the configuration come in its order, each of the others where it stood among them. */
function mergeItems(live: readonly Part[], config: readonly Part[]): readonly Json[] {
  const wanted = new Set(config.map((part) => part.element));
  const known = new Map(live.map((part) => [part.element, part.value]));
  const done = new Set<string>();
  const result: Json[] = [];
  let at = 0;
  const passLive = () => {
    for (let part = live[at]; part !== undefined; part = live[at]) {
      const isWanted = wanted.has(part.element);
      if (isWanted && !done.has(part.element)) return;
      if (!isWanted) result.push(part.value);
      at += 1;
    }
  };
  passLive();
  for (const part of config) {
    result.push(mergeOver(known.get(part.element), part.value, part.shape));
    done.add(part.element);
    passLive();
  }
  return result;
}

function appliedBy(manager: string, subresource: string | undefined) {
  return (entry: ManagedFieldsEntry) =>
    entry.manager === manager &&
    entry.operation === "Apply" &&
    (entry.subresource ?? "") === (subresource ?? "");
}

export type ApplyArgs = {
  readonly live: KubeObject;
  readonly config: KubeObject;
  readonly manager: string;
  readonly subresource?: string | undefined;
  readonly shape: FieldShape;
};

/**
 * The live object after a forced server-side apply of `config`: what the manager applied before, no longer gives and
 * shares with nobody is removed, then the configuration is laid over the rest.
 */
export function applyOver(args: ApplyArgs): KubeObject {
  const { live, config, manager, subresource, shape } = args;
  const body = ownedPart(toJson(config));
  const isMine = appliedBy(manager, subresource);
  const entries = readEntries(live);
  const mine = entries.find(({ entry }) => isMine(entry))?.set ?? EMPTY_SET;
  const others = entries
    .filter(({ entry }) => !isMine(entry))
    .reduce((set, one) => unionSets(set, one.set), EMPTY_SET);
  const given = appliedSetOf(body, shape);
  const gone = subtractSets(subtractSets(mine, given), others);
  const left = removeFields(ownedPart(toJson(live)), { ...gone, isMember: false }, shape) ?? {};
  const merged = mergeOver(left, body, shape);
  if (!isJsonObject(merged)) return live;
  const { metadata, ...rest } = merged;
  return {
    ...rest,
    apiVersion: live.apiVersion,
    kind: live.kind,
    metadata: { ...stripped(live), ...(isJsonObject(metadata) ? metadata : {}) },
  };
}

export type OwnedElsewhere = { readonly entry: ManagedFieldsEntry; readonly set: FieldSet };

/** Fields that `merged` changes although another manager owns them; by manager, in the order of their names. */
export function conflictsOf(args: ApplyArgs, merged: KubeObject): readonly OwnedElsewhere[] {
  const { live, manager, subresource, shape } = args;
  const changed = changedFields(ownedPart(toJson(live)), ownedPart(toJson(merged)), shape);
  const isMine = appliedBy(manager, subresource);
  return readEntries(live)
    .filter(({ entry }) => !isMine(entry))
    .map(({ entry, set }) => ({ entry, set: intersectSets(set, changed) }))
    .filter(({ set }) => !isEmptySet(set))
    .sort((a, b) => ((a.entry.manager ?? "") < (b.entry.manager ?? "") ? -1 : 1));
}

/** The metadata that ownership does not know of. */
function stripped(live: KubeObject): KubeObject["metadata"] {
  const {
    labels: _labels,
    annotations: _annotations,
    finalizers: _finalizers,
    ownerReferences: _ownerReferences,
    ...rest
  } = live.metadata;
  return rest;
}
