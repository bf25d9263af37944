import { isKubeObject, type KubeObject } from "../k8s/object.ts";
import type { Json, MutableJsonObject } from "../util/json.ts";
import { escapeStep, type JsonPointer } from "../util/pointer.ts";
import type { Mark, Node, ObjectNode } from "./node.ts";
import type { Blame, LeafBlame, Origin } from "./origin.ts";

type ObjectBlame = { [leaf: JsonPointer]: LeafBlame };
export type Exported = {
  readonly objects: readonly KubeObject[];
  readonly blame: Blame | undefined;
};

/** The finished trees as JSON, sorted by kind and name, with the origin of each leaf if asked for. */
export function exportObjects(nodes: readonly ObjectNode[], tracked: boolean): Exported {
  const done = nodes.flatMap((node) => {
    const leaves: ObjectBlame | undefined = tracked ? {} : undefined;
    const object: unknown = exportObject(node, "", leaves);
    return isKubeObject(object) ? [{ object, leaves, name: object.metadata.name ?? "" }] : [];
  });
  done.sort(
    (a, b) =>
      compareText(a.object.kind, b.object.kind) ||
      compareText(a.name, b.name) ||
      compareText(a.object.apiVersion, b.object.apiVersion),
  );
  if (!tracked) return { objects: done.map(({ object }) => object), blame: undefined };
  const blame: { [key: string]: ObjectBlame } = {};
  for (const { object, leaves, name } of done) {
    const key = `${object.kind}/${name}`;
    // Two gang schedulers have PodGroups of one name: their leaves share the key, the first one's win.
    blame[key] = { ...leaves, ...blame[key] };
  }
  return { objects: done.map(({ object }) => object), blame };
}

function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function exportNode(node: Node, pointer: JsonPointer, leaves: ObjectBlame | undefined): Json {
  if (node.kind === "object") return exportObject(node, pointer, leaves);
  if (node.kind === "list") return exportList(node.items, node.mark, pointer, leaves);
  if (leaves !== undefined) leaves[pointer] = toBlame(node.mark);
  return node.value;
}

function exportObject(
  node: ObjectNode,
  pointer: JsonPointer,
  leaves: ObjectBlame | undefined,
): MutableJsonObject {
  const out: MutableJsonObject = {};
  let isEmpty = true;
  for (const [key, value] of node.fields) {
    if (value.kind === "leaf" && value.value === null) continue;
    isEmpty = false;
    const at = leaves === undefined ? "" : `${pointer}/${escapeStep(key)}`;
    const json = exportNode(value, at, leaves);
    if (key === "__proto__")
      Object.defineProperty(out, key, {
        value: json,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    else out[key] = json;
  }
  if (isEmpty && leaves !== undefined) leaves[pointer] = toBlame(node.mark);
  return out;
}

function exportList(
  items: readonly Node[],
  mark: Mark,
  pointer: JsonPointer,
  leaves: ObjectBlame | undefined,
): Json {
  if (items.length === 0 && leaves !== undefined) leaves[pointer] = toBlame(mark);
  return items.map((item, index) =>
    exportNode(item, leaves === undefined ? "" : `${pointer}/${index}`, leaves),
  );
}

const NO_ORIGINS: readonly Origin[] = [];

function toBlame(mark: Mark): LeafBlame {
  const origin = toOrigin(mark);
  const chain = mark.earlier === undefined ? NO_ORIGINS : chainOf(mark.earlier);
  if (mark.inputs === undefined) return { origin, chain };
  return { origin, chain, inputs: inputOrigins(mark.inputs) };
}

function toOrigin(mark: Mark): Origin {
  return mark.path === undefined ? mark.source : { ...mark.source, path: mark.path };
}

/** Oldest first. */
function chainOf(newest: Mark): readonly Origin[] {
  const chain: Origin[] = [];
  for (let mark: Mark | undefined = newest; mark !== undefined; mark = mark.earlier) {
    chain.push(toOrigin(mark));
  }
  return chain.reverse();
}

/** Each source once. */
function inputOrigins(inputs: readonly Mark[]): readonly Origin[] {
  const seen = new Set<Mark>();
  const origins: Origin[] = [];
  for (const mark of inputs) {
    if (seen.has(mark)) continue;
    seen.add(mark);
    origins.push(toOrigin(mark));
  }
  return origins;
}
