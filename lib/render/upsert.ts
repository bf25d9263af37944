import {
  ensureList,
  type ListNode,
  leafField,
  markComputed,
  type Node,
  type ObjectNode,
  overwrite,
  type Pen,
  type Shape,
  sharedKey,
  toObjectNode,
} from "./node.ts";

/** Replaces the first item with the same key wholly, in place, or appends. */
export function upsert(holder: ObjectNode, field: string, key: string, entry: ObjectNode): void {
  const target = ensureList(holder, field, entry.mark);
  const wanted = leafField(entry, key)?.value;
  const index = target.items.findIndex(
    (item) => item.kind === "object" && leafField(item, key)?.value === wanted,
  );
  if (index < 0) target.items.push(entry);
  else replaceItem(target, index, entry, key);
}

function replaceItem(target: ListNode, index: number, entry: ObjectNode, key: string): void {
  const old = target.items[index];
  if (old === undefined || isSameWrite(old, entry)) return;
  const next = overwrite(old, entry);
  const oldKey = old.kind === "object" ? old.fields.get(key) : undefined;
  if (next.kind === "object" && oldKey !== undefined) next.fields.set(key, sharedKey(oldKey));
  target.items[index] = next;
}

/** Trainer env is written twice, by a policy and again with the trainer's values. */
function isSameWrite(old: Node, next: Node): boolean {
  return (
    old.mark.path !== undefined &&
    old.mark.source === next.mark.source &&
    old.mark.path === next.mark.path
  );
}

/** Many entries at once, in order: the places of the items are looked up, not searched. */
export function upsertEnvList(container: ObjectNode, entries: readonly ObjectNode[]): void {
  const [first] = entries;
  if (first === undefined) return;
  const target = ensureList(container, "env", first.mark);
  const places = new Map<unknown, number>();
  target.items.forEach((item, index) => {
    const name = item.kind === "object" ? leafField(item, "name")?.value : undefined;
    if (!places.has(name)) places.set(name, index);
  });
  for (const entry of entries) {
    const name = leafField(entry, "name")?.value;
    const index = places.get(name);
    if (index !== undefined) replaceItem(target, index, entry, "name");
    else places.set(name, target.items.push(entry) - 1);
  }
}

export function upsertEnv(container: ObjectNode, entry: ObjectNode): void {
  upsert(container, "env", "name", entry);
}

/** `value` may be a node with its own origin; `valueFrom` a plain description. */
export type EnvShape = { readonly name: string } & (
  | { readonly value: Shape }
  | { readonly valueFrom: Shape }
);

export function upsertEnvShape(container: ObjectNode, pen: Pen, shape: EnvShape): void {
  upsertEnv(container, toObjectNode(shape, markComputed(pen, [])));
}

export function upsertVolume(podSpec: ObjectNode, volume: ObjectNode): void {
  upsert(podSpec, "volumes", "name", volume);
}

export function upsertMount(container: ObjectNode, mount: ObjectNode): void {
  upsert(container, "volumeMounts", "mountPath", mount);
}
