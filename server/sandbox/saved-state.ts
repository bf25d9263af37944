import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { DIALECTS, type Dialect } from "#lib/dialect/entry.ts";
import { isKubeObject, type KubeObject, toJson } from "#lib/k8s/object.ts";
import { isTrainerVersion, type TrainerVersion } from "#lib/render/versions.ts";
import { asArray, asString, isJsonObject, type Json } from "#lib/util/json.ts";
import { objectText } from "./object-text.ts";
import { findServedByKind } from "./served-kinds.ts";

/** Everything that a sandbox knows and cannot make again. */
export type SavedState = {
  readonly dialect: Dialect;
  readonly trainerVersion: TrainerVersion;
  /** World time in milliseconds since the epoch. */
  readonly now: number;
  /** The newest resourceVersion. */
  readonly version: number;
  readonly objects: readonly KubeObject[];
};

/** A state that is there and cannot be used; the message names the file and says why. */
export class SavedStateError extends Error {}

const FORMAT = 1;
const NAME = "sandbox-state.json";

export function stateFile(folder: string): string {
  return join(folder, NAME);
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new SavedStateError(`${path} cannot be read: ${String(error)}`);
  }
}

function parseObjects(value: Json | undefined): readonly KubeObject[] | string {
  const list = asArray(value);
  if (list === undefined) return "it has no objects";
  const objects: KubeObject[] = [];
  for (const [index, item] of list.entries()) {
    const isServed =
      isKubeObject(item) && findServedByKind(item.apiVersion, item.kind) !== undefined;
    if (!isServed) return `object ${index} is of no kind that is served`;
    const { name = "", uid = "", resourceVersion = "" } = item.metadata;
    if (name === "" || uid === "" || !/^\d+$/.test(resourceVersion))
      return `object ${index} has no name, uid or resourceVersion`;
    objects.push(item);
  }
  return objects;
}

function parseState(value: Json): SavedState | string {
  if (!isJsonObject(value)) return "it is no JSON object";
  if (value["format"] !== FORMAT)
    return `its format is ${JSON.stringify(value["format"])}, not ${FORMAT}`;
  const dialect = DIALECTS.find((one) => one === value["dialect"]);
  const trainerVersion = asString(value["trainerVersion"]) ?? "";
  const { now, version } = value;
  if (dialect === undefined) return "its dialect is not known";
  if (!isTrainerVersion(trainerVersion)) return "its Trainer version is not known";
  if (typeof now !== "number" || typeof version !== "number") return "it has no time or version";
  const objects = parseObjects(value["objects"]);
  if (typeof objects === "string") return objects;
  return { dialect, trainerVersion, now, version, objects };
}

/** Undefined when nothing was saved in the folder yet. Throws SavedStateError; a file that is refused is left as it is. */
export function readState(folder: string): SavedState | undefined {
  const path = stateFile(folder);
  const text = readText(path);
  if (text === undefined) return undefined;
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    throw new SavedStateError(`${path} cannot be used: it is not JSON (${String(error)})`);
  }
  const state = parseState(value);
  if (typeof state === "string") throw new SavedStateError(`${path} cannot be used: ${state}`);
  return state;
}

/** One object a line; the texts are those that answers are made of. */
function* stateText({ objects, ...head }: SavedState): Generator<string> {
  yield `${JSON.stringify({ format: FORMAT, ...head }).slice(0, -1)},"objects":[`;
  for (const [index, object] of objects.entries())
    yield `${index === 0 ? "\n" : ",\n"}${Object.isFrozen(object) ? objectText(object) : JSON.stringify(toJson(object))}`;
  yield "\n]}\n";
}

/** Readable by its owner alone. The old state is there until the new one is complete on the disk. */
export function writeState(folder: string, state: SavedState): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = stateFile(folder);
  const next = `${path}.next`;
  const file = openSync(next, "w", 0o600);
  try {
    for (const piece of stateText(state)) writeSync(file, piece);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(next, path);
}
