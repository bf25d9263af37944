import { asArray, isEqualJson, isJsonObject, type Json, type JsonObject } from "../util/json.ts";
import { type JsonPointer, parsePointer } from "../util/pointer.ts";

/** RFC 6902. */
export type JsonPatchOperation =
  | {
      readonly op: "add" | "replace" | "test";
      readonly path: JsonPointer;
      readonly value: Json;
    }
  | { readonly op: "remove"; readonly path: JsonPointer }
  | { readonly op: "move" | "copy"; readonly path: JsonPointer; readonly from: JsonPointer };

/** `index` is the operation that failed; nothing of the patch counts then. */
export type JsonPatchResult =
  | { readonly ok: true; readonly value: Json }
  | {
      readonly ok: false;
      readonly index: number;
      readonly reason: "test" | "path";
      readonly message: string;
    };

type Steps = readonly string[];
type Found = { readonly found: boolean; readonly value?: Json | undefined };

class PatchFailure extends Error {
  readonly reason: "test" | "path";
  constructor(reason: "test" | "path", message: string) {
    super(message);
    this.reason = reason;
  }
}

function missing(pointer: JsonPointer): PatchFailure {
  return new PatchFailure("path", `the path does not exist: ${pointer}`);
}

function toIndex(step: string, length: number): number | undefined {
  if (!/^(0|[1-9]\d*)$/.test(step)) return undefined;
  const index = Number(step);
  return index < length ? index : undefined;
}

function lookUp(document: Json, steps: Steps): Found {
  let current: Json | undefined = document;
  for (const step of steps) {
    const list = asArray(current);
    if (list !== undefined) {
      const index = toIndex(step, list.length);
      if (index === undefined) return { found: false };
      current = list[index];
    } else if (isJsonObject(current)) {
      current = ownValue(current, step);
      if (current === undefined) return { found: false };
    } else return { found: false };
  }
  return { found: true, value: current };
}

/** Never what an object inherits: any text may be a key. */
function ownValue(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

type Change =
  | { readonly kind: "add" | "replace"; readonly value: Json }
  | { readonly kind: "remove" };

function changeList(list: readonly Json[], step: string, change: Change): Json[] | undefined {
  if (change.kind === "add") {
    const at = step === "-" ? list.length : toIndex(step, list.length + 1);
    return at === undefined ? undefined : [...list.slice(0, at), change.value, ...list.slice(at)];
  }
  const at = toIndex(step, list.length);
  if (at === undefined) return undefined;
  const middle = change.kind === "replace" ? [change.value] : [];
  return [...list.slice(0, at), ...middle, ...list.slice(at + 1)];
}

/** The document with one place changed: containers on the way are copied, everything beside it is shared. */
function write(document: Json, steps: Steps, change: Change, pointer: JsonPointer): Json {
  const [step, ...rest] = steps;
  if (step === undefined) return change.kind === "remove" ? null : change.value;
  const list = asArray(document);
  if (list !== undefined) {
    if (rest.length === 0) {
      const changed = changeList(list, step, change);
      if (changed === undefined) throw missing(pointer);
      return changed;
    }
    const index = toIndex(step, list.length);
    const inner = index === undefined ? undefined : list[index];
    if (index === undefined || inner === undefined) throw missing(pointer);
    return list.with(index, write(inner, rest, change, pointer));
  }
  if (!isJsonObject(document)) throw missing(pointer);
  const inner = ownValue(document, step);
  if (rest.length > 0) {
    if (inner === undefined) throw missing(pointer);
    return { ...document, [step]: write(inner, rest, change, pointer) };
  }
  if (change.kind !== "add" && inner === undefined) throw missing(pointer);
  if (change.kind !== "remove") return { ...document, [step]: change.value };
  const { [step]: _removed, ...others } = document;
  return others;
}

function test(document: Json, pointer: JsonPointer, expected: Json): void {
  const steps = parsePointer(pointer);
  const parent = lookUp(document, steps.slice(0, -1));
  if (steps.length > 0 && !(isJsonObject(parent.value) || Array.isArray(parent.value)))
    throw missing(pointer);
  const { found, value } = lookUp(document, steps);
  // As in the API server's patch library: null equals absent.
  if (!found && Array.isArray(parent.value)) throw missing(pointer);
  if (!isEqualJson(found ? value : null, expected))
    throw new PatchFailure("test", `testing path ${pointer} failed`);
}

function applyOne(document: Json, operation: JsonPatchOperation): Json {
  const { path } = operation;
  switch (operation.op) {
    case "test":
      test(document, path, operation.value);
      return document;
    case "add":
    case "replace":
      return write(
        document,
        parsePointer(path),
        { kind: operation.op, value: operation.value },
        path,
      );
    case "remove":
      return write(document, parsePointer(path), { kind: "remove" }, path);
    case "copy":
    case "move": {
      const { found, value } = lookUp(document, parsePointer(operation.from));
      if (!found || value === undefined) throw missing(operation.from);
      const base =
        operation.op === "move"
          ? write(document, parsePointer(operation.from), { kind: "remove" }, operation.from)
          : document;
      return write(base, parsePointer(path), { kind: "add", value }, path);
    }
  }
}

/** Never changes its input; unchanged parts are shared with the result. A failed operation undoes all. */
export function applyJsonPatch(
  document: Json,
  operations: readonly JsonPatchOperation[],
): JsonPatchResult {
  let current = document;
  for (const [index, operation] of operations.entries()) {
    try {
      current = applyOne(current, operation);
    } catch (error) {
      if (!(error instanceof PatchFailure)) throw error;
      return { ok: false, index, reason: error.reason, message: error.message };
    }
  }
  return { ok: true, value: current };
}

function parseOperation(value: Json): JsonPatchOperation | undefined {
  if (!isJsonObject(value)) return undefined;
  const { op, path, from } = value;
  if (typeof path !== "string" || (path !== "" && !path.startsWith("/"))) return undefined;
  switch (op) {
    case "add":
    case "replace":
    case "test":
      return { op, path, value: value["value"] ?? null };
    case "remove":
      return { op, path };
    case "move":
    case "copy":
      return typeof from === "string" ? { op, path, from } : undefined;
    default:
      return undefined;
  }
}

/** Undefined when it is not a list of well-formed operations. */
export function parseJsonPatch(value: Json): readonly JsonPatchOperation[] | undefined {
  const list = asArray(value);
  if (list === undefined) return undefined;
  const operations: JsonPatchOperation[] = [];
  for (const item of list) {
    const operation = parseOperation(item);
    if (operation === undefined) return undefined;
    operations.push(operation);
  }
  return operations;
}
