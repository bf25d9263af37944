import { isKubeObject, toJson } from "#lib/k8s/object.ts";
import {
  DEFAULT_TRAINER_VERSION,
  type ExistingObject,
  isTrainerVersion,
  render,
} from "#lib/render/index.ts";
import { asArray, isJsonObject, type Json } from "#lib/util/json.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { parseYaml } from "./input-file.ts";
import { type Answer, answerLines } from "./json-lines.ts";

/** One `{id, version, runtime, trainJob, existing?}` a line in, one `{id, objects}` or `{id, error}` a line out, in order. */
export function renderCases(file: string): Promise<ExitCode> {
  return answerLines(file, answerTo);
}

function answerTo(given: Json | undefined): Answer {
  const id = isJsonObject(given) ? (given["id"] ?? null) : null;
  const refuse = (error: string): Answer => ({ line: { id, error }, exit: EXIT.wrongUse });
  if (!isJsonObject(given)) return refuse("the line is not a JSON object");
  const { runtime, trainJob } = given;
  const version = given["version"] ?? DEFAULT_TRAINER_VERSION;
  if (!isKubeObject(trainJob)) return refuse("trainJob is not an object");
  if (runtime !== undefined && runtime !== null && !isKubeObject(runtime))
    return refuse("runtime is not an object");
  if (typeof version !== "string" || !isTrainerVersion(version)) return refuse("unknown version");
  const { objects, diagnostics } = render({
    trainJob,
    runtime: runtime ?? undefined,
    trainerVersion: version,
    existing: existingOf(given["existing"]),
    parseYaml,
  });
  const errors = diagnostics.filter((finding) => finding.severity === "error");
  if (errors.length === 0) return { line: { id, objects: objects.map(toJson) }, exit: EXIT.clean };
  const error = errors.map(({ code, path, message }) => `${code} ${path}: ${message}`).join("; ");
  return { line: { id, error }, exit: EXIT.findings };
}

function existingOf(value: Json | undefined): readonly ExistingObject[] | undefined {
  return asArray(value)?.filter(isJsonObject) as readonly ExistingObject[] | undefined;
}
