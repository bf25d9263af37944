import type { AdmissionResult } from "#lib/admission/admission.ts";
import { admit } from "#lib/admission/admit.ts";
import { isOwnWarning } from "#lib/admission/own-warnings.ts";
import { runtimeRefOf } from "#lib/admission/runtime-lookup.ts";
import { unknownFieldWarning } from "#lib/admission/unknown-fields.ts";
import { isKubeObject, type KubeObject } from "#lib/k8s/object.ts";
import { DEFAULT_TRAINER_VERSION, isTrainerVersion } from "#lib/render/versions.ts";
import { isJsonObject, type Json } from "#lib/util/json.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { type Answer, answerLines } from "./json-lines.ts";
import { toJsonValue } from "./json-value.ts";
import { chooseServing, type Serving, type ServingChoice } from "./serving.ts";
import { withoutServerTimes } from "./stored-spec.ts";

type Case = {
  readonly serving: Serving;
  readonly operation: "create" | "update";
  readonly object: KubeObject;
  readonly old: KubeObject | undefined;
  readonly runtime: KubeObject | undefined;
};

/**
 * One `{id, version, operation, runtime?, old?, object}` a line in, one `{id, admitted, code, causes, warnings, stored?}` or
 * `{id, error}` a line out, in order: what the API server would answer on the wire. So only a 422 has causes.
 */
export function admitCases(file: string, choice: ServingChoice, now: number): Promise<ExitCode> {
  return answerLines(file, (given) => answerTo(given, choice, now));
}

function answerTo(given: Json | undefined, choice: ServingChoice, now: number): Answer {
  const id = isJsonObject(given) ? (given["id"] ?? null) : null;
  const read = readCase(given, choice);
  if (typeof read === "string") return { line: { id, error: read }, exit: EXIT.wrongUse };
  const result = resultOf(read, now);
  return {
    line: toJsonValue({ id, ...onTheWire(read, result, now) }),
    exit: result.admitted ? EXIT.clean : EXIT.findings,
  };
}

/** A text says what is wrong with the line. */
function readCase(given: Json | undefined, choice: ServingChoice): Case | string {
  if (!isJsonObject(given)) return "the line is not a JSON object";
  const { object, old = null, runtime = null } = given;
  const operation = given["operation"] ?? (old === null ? "create" : "update");
  const version = given["version"] ?? choice.version ?? DEFAULT_TRAINER_VERSION;
  if (operation !== "create" && operation !== "update") return "operation is create or update";
  if (typeof version !== "string" || !isTrainerVersion(version)) return "unknown version";
  if (!isKubeObject(object)) return "object is not a Kubernetes object";
  if (old !== null && !isKubeObject(old)) return "old is not a Kubernetes object";
  if (runtime !== null && !isKubeObject(runtime)) return "runtime is not a Kubernetes object";
  if (operation === "update" && old === null) return "an update needs old";
  const serving = chooseServing({ version, dialect: choice.dialect });
  const before = operation === "update" ? (old ?? undefined) : undefined;
  return { serving, operation, object, old: before, runtime: runtime ?? undefined };
}

function resultOf({ serving, operation, object, old, runtime }: Case, now: number) {
  const { schemas, dialect, version: trainerVersion } = serving;
  const request = { dialect, trainerVersion, activeJobs: [], now };
  const isThere =
    runtime !== undefined &&
    isNamed(object, runtime) &&
    admit(schemas, { ...request, operation: "create", object: runtime }).admitted;
  return admit(schemas, {
    ...request,
    operation,
    object,
    old,
    runtime: isThere ? runtime : undefined,
  });
}

/** A case brings one runtime along; some TrainJobs name another one. */
function isNamed(trainJob: KubeObject, runtime: KubeObject): boolean {
  const { kind, name } = runtimeRefOf(trainJob);
  const wanted = kind === "" ? "ClusterTrainingRuntime" : kind;
  return runtime.metadata.name === name && runtime.kind === wanted;
}

function onTheWire(given: Case, result: AdmissionResult, now: number) {
  const warnings = [
    ...result.pruned.map(unknownFieldWarning).toSorted((a, b) => (a < b ? -1 : 1)),
    ...result.warnings.filter((text) => !isOwnWarning(text)),
  ];
  if (!result.admitted) {
    const { code, causes } = result;
    return { admitted: false, code, causes: code === 422 ? causes : [], warnings };
  }
  const code = given.operation === "create" ? 201 : 200;
  const stored = { spec: withoutServerTimes(given.object, result.object, now) };
  return { admitted: true, code, causes: [], warnings, stored };
}
