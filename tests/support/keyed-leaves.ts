import { isJsonObject, type Json } from "#lib/util/json.ts";
import { escapeStep } from "#lib/util/pointer.ts";

/** Lists whose items have an identity, with the field that is the identity; written apart from the product's own table. */
const KEYS: Readonly<Record<string, string>> = {
  replicatedJobs: "name",
  containers: "name",
  initContainers: "name",
  env: "name",
  volumes: "name",
  volumeMounts: "mountPath",
  imagePullSecrets: "name",
  schedulingGates: "name",
  ownerReferences: "uid",
};

export type Leaf = { readonly pointer: string; readonly keyed: string; readonly value: Json };

/** Every leaf of a value (empty maps and lists are leaves), with its JSON pointer and with a path by list key. */
export function leavesOf(value: Json): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const visit = (node: Json, pointer: string, keyed: string, field: string): void => {
    if (Array.isArray(node) && node.length > 0) {
      const key = KEYS[field];
      node.forEach((item: Json, index) => {
        const id = key !== undefined && isJsonObject(item) ? item[key] : undefined;
        visit(
          item,
          `${pointer}/${index}`,
          `${keyed}/[${id === undefined ? index : String(id)}]`,
          "",
        );
      });
    } else if (isJsonObject(node) && Object.keys(node).length > 0) {
      for (const [name, child] of Object.entries(node)) {
        if (child === undefined) continue;
        const step = `/${escapeStep(name)}`;
        visit(child, pointer + step, keyed + step, name);
      }
    } else leaves.push({ pointer, keyed, value: node });
  };
  visit(value, "", "", "");
  return leaves;
}
