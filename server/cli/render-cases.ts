import { once } from "node:events";
import { createInterface } from "node:readline";
import { isKubeObject, toJson } from "#lib/k8s/object.ts";
import {
  DEFAULT_TRAINER_VERSION,
  type ExistingObject,
  isTrainerVersion,
  render,
} from "#lib/render/index.ts";
import { asArray, isJsonObject, type Json } from "#lib/util/json.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { InputError, messageOf, openText, parseYaml } from "./input-file.ts";

type Answer = { readonly line: Json; readonly exit: ExitCode };

/** One `{id, version, runtime, trainJob, existing?}` a line in, one `{id, objects}` or `{id, error}` a line out, in order. */
export async function renderCases(file: string): Promise<ExitCode> {
  let exit: ExitCode = EXIT.clean;
  const input = openText(file);
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line.trim() === "") continue;
      const answer = answerTo(line);
      if (answer.exit > exit) exit = answer.exit;
      if (!process.stdout.write(`${JSON.stringify(answer.line)}\n`))
        await once(process.stdout, "drain");
    }
  } catch (cause) {
    throw new InputError(`cannot read ${file}: ${messageOf(cause)}`, { cause });
  }
  return exit;
}

function answerTo(line: string): Answer {
  const given = parseLine(line);
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

function parseLine(line: string): Json | undefined {
  try {
    return JSON.parse(line) as Json;
  } catch {
    return undefined;
  }
}

function existingOf(value: Json | undefined): readonly ExistingObject[] | undefined {
  return asArray(value)?.filter(isJsonObject) as readonly ExistingObject[] | undefined;
}
