import type { Json, JsonObject } from "../util/json.ts";
import { asArray, asObject } from "../util/json.ts";
import { structType, withField } from "./api-type.ts";
import { type Decoder, decodeStruct } from "./decode.ts";
import {
  type LeafNode,
  type ListNode,
  leaf,
  leafField,
  list,
  listField,
  markAt,
  type Node,
  type ObjectNode,
  object,
  objectField,
} from "./node.ts";

/** `spec.trainer`. An empty command or args list is a value: it clears the runtime's. */
export type TrainerValues = {
  readonly image: LeafNode | undefined;
  readonly command: ListNode | undefined;
  readonly args: ListNode | undefined;
  /** In the form in which the controller writes them into a container. */
  readonly env: readonly ObjectNode[];
  readonly numNodes: LeafNode | undefined;
  readonly numProcPerNode: LeafNode | undefined;
  readonly resourcesPerNode: ObjectNode | undefined;
};

const TRAINER = structType("Trainer");
const TRAINER_WITH_WORDS = withField(TRAINER, {
  name: "numProcPerNode",
  mode: "pointer",
  type: { kind: "intOrString" },
  mergeKey: undefined,
  fallback: undefined,
});
const INITIALIZER = structType("Initializer");
const TRAINER_PATH = "/spec/trainer";
const INITIALIZER_PATH = "/spec/initializer";

/** `allowsWords`: processes per node may be a word, before 2.2. */
export function readTrainer(
  decoder: Decoder,
  value: Json | undefined,
  allowsWords: boolean,
): TrainerValues | undefined {
  if (value === undefined || value === null) return undefined;
  const node = decodeStruct(
    decoder,
    allowsWords ? TRAINER_WITH_WORDS : TRAINER,
    value,
    TRAINER_PATH,
  );
  return {
    image: leafField(node, "image"),
    command: listOrEmpty(decoder, node, value, "command"),
    args: listOrEmpty(decoder, node, value, "args"),
    env: convertEnv(decoder, node, asObject(value), TRAINER_PATH),
    numNodes: leafField(node, "numNodes"),
    numProcPerNode: leafField(node, "numProcPerNode"),
    resourcesPerNode: objectField(node, "resourcesPerNode"),
  };
}

function listOrEmpty(
  decoder: Decoder,
  node: ObjectNode,
  value: Json,
  key: "command" | "args",
): ListNode | undefined {
  const found = listField(node, key);
  if (found !== undefined) return found;
  const given = asArray(asObject(value)?.[key]);
  return given?.length === 0 ? list([], markAt(decoder.pen, `${TRAINER_PATH}/${key}`)) : undefined;
}

/** `spec.initializer` with the env lists in container form. */
export function readInitializer(decoder: Decoder, value: Json | undefined): ObjectNode | undefined {
  if (value === undefined || value === null) return undefined;
  const node = decodeStruct(decoder, INITIALIZER, value, INITIALIZER_PATH);
  for (const part of ["dataset", "model"]) {
    const target = objectField(node, part);
    if (target === undefined) continue;
    const source = asObject(asObject(value)?.[part]);
    const env = convertEnv(decoder, target, source, `${INITIALIZER_PATH}/${part}`);
    target.fields.set("env", list([...env], target.mark));
  }
  return node;
}

/** The controller rewrites each entry: only `valueFrom`, or else `value`, also when it is empty. */
function convertEnv(
  decoder: Decoder,
  holder: ObjectNode,
  source: JsonObject | undefined,
  path: string,
): readonly ObjectNode[] {
  const given = asArray(source?.["env"]) ?? [];
  return (listField(holder, "env")?.items ?? []).flatMap((item, index) => {
    if (item.kind !== "object") return [];
    const entry = object(item.mark);
    const name = item.fields.get("name");
    if (name !== undefined) entry.fields.set("name", name);
    const valueFrom = objectField(item, "valueFrom");
    if (valueFrom !== undefined) entry.fields.set("valueFrom", convertSource(valueFrom));
    else {
      const isWritten = asObject(given[index])?.["value"] === "";
      const at = isWritten ? markAt(decoder.pen, `${path}/env/${index}/value`) : decoder.filler;
      entry.fields.set("value", item.fields.get("value") ?? leaf("", at));
    }
    return [entry];
  });
}

type Kept = { readonly always: readonly string[]; readonly ifSet: readonly string[] };

/** What survives of each source; `fileKeyRef` is lost. */
const SOURCES: Readonly<Record<string, Kept>> = {
  fieldRef: { always: ["fieldPath"], ifSet: [] },
  resourceFieldRef: { always: ["containerName", "resource"], ifSet: ["divisor"] },
  configMapKeyRef: { always: ["key", "name"], ifSet: ["optional"] },
  secretKeyRef: { always: ["key", "name"], ifSet: ["optional"] },
};

function convertSource(source: ObjectNode): ObjectNode {
  const kept = object(source.mark);
  for (const [kind, value] of source.fields) {
    const rule = Object.hasOwn(SOURCES, kind) ? SOURCES[kind] : undefined;
    if (rule === undefined || value.kind !== "object") continue;
    const target = object(value.mark);
    for (const key of rule.always)
      target.fields.set(key, value.fields.get(key) ?? emptyText(value));
    for (const key of rule.ifSet) {
      const node = value.fields.get(key);
      if (node !== undefined) target.fields.set(key, node);
    }
    kept.fields.set(kind, target);
  }
  return kept;
}

function emptyText(holder: ObjectNode): Node {
  const { mark } = holder;
  return leaf("", mark.path === undefined ? mark : { ...mark, path: undefined });
}
