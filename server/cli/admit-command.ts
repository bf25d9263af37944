import { parseArgs } from "node:util";
import type { AdmissionResult } from "#lib/admission/admission.ts";
import { admit } from "#lib/admission/admit.ts";
import { explainRefusal } from "#lib/admission/explain-refusal.ts";
import { unknownFieldWarning } from "#lib/admission/unknown-fields.ts";
import type { SourcePosition } from "#lib/util/diagnostic.ts";
import { admitCases } from "./admit-cases.ts";
import type { Command } from "./command.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { InputError } from "./input-file.ts";
import { toDialect, toFormat, toNow, toVersion, withPaths } from "./option-values.ts";
import { paint, paintSeverity } from "./paint.ts";
import { complainOf, printJson, printLines } from "./print.ts";
import { chooseServing, type ServingChoice } from "./serving.ts";
import {
  placeText,
  positionOf,
  readSources,
  runtimeAmong,
  type SourceObject,
  type Sources,
} from "./source-objects.ts";

const HELP = `usage: trainer-dashboard admit FILE... [options]
       trainer-dashboard admit --cases FILE [options]

Answers what the API server with Trainer's CRDs and webhooks would answer to the creation of each TrainJob,
TrainingRuntime and ClusterTrainingRuntime. Runtimes among the files are used. A TrainJob is judged by the newest
Trainer that serves the override API it uses, unless an option says otherwise.

  --trainer-version VERSION  as this Trainer version does
  --dialect API              as a cluster that serves this override API
  --now TIME                 the moment of the request, RFC 3339; default: now
  -o text|json               default text
  --cases FILE               one {"id", "version", "operation", "runtime"?, "old"?, "object"} a line in,
                             one {"id", "admitted", "code", "causes", "warnings", "stored"?} a line out:
                             only what goes over the wire; times that the server sets are "<now>"

FILE may be a folder, or - for standard input. Exit code 1: something was refused.`;

export const admitCommand: Command = {
  summary: "what the API server would answer to an object",
  help: HELP,
  run: runAdmit,
};

async function runAdmit(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      "trainer-version": { type: "string" },
      dialect: { type: "string" },
      now: { type: "string" },
      output: { type: "string", short: "o", default: "text" },
      cases: { type: "string" },
    },
  });
  const version = values["trainer-version"];
  const choice: ServingChoice = {
    version: version === undefined ? undefined : toVersion(version),
    dialect: values.dialect === undefined ? undefined : toDialect(values.dialect),
  };
  const now = toNow(values.now);
  const format = toFormat(values.output, ["text", "json"]);
  if (values.cases !== undefined) {
    if (positionals.length > 0)
      throw new InputError("--cases stands alone: its lines hold objects");
    return admitCases(values.cases, choice, now);
  }
  const sources = await readSources(withPaths(positionals, "FILE"));
  const answers = sources.all.map((source) => answerTo(source, sources, choice, now));
  if (format === "json") printJson(answers.map(toRow));
  else printLines(answers.flatMap(toLines));
  if (complainOf(sources.unreadable)) return EXIT.wrongUse;
  return answers.every(({ result }) => result.admitted) ? EXIT.clean : EXIT.findings;
}

type Answer = {
  readonly source: SourceObject;
  readonly result: AdmissionResult;
  readonly warnings: readonly Warning[];
};
type Warning = { readonly message: string; readonly at: SourcePosition };

function answerTo(
  source: SourceObject,
  sources: Sources,
  choice: ServingChoice,
  now: number,
): Answer {
  const isTrainJob = source.object.kind === "TrainJob";
  const first = sources.trainJobs[0];
  const { dialect, version, schemas } = chooseServing(
    choice,
    isTrainJob ? source.object : first?.object,
  );
  const runtime = isTrainJob ? runtimeAmong(sources.runtimes, source.object) : undefined;
  const { status: _status, ...object } = source.object;
  const result = admit(schemas, {
    operation: "create",
    dialect,
    trainerVersion: version,
    object,
    runtime: runtime?.object,
    skipRuntimeLookup: runtime === undefined,
    activeJobs: [],
    now,
  });
  const isAlone = isTrainJob && runtime === undefined;
  const warnings = [
    ...result.pruned.map((pointer) => warning(source, pointer, unknownFieldWarning(pointer))),
    ...result.warnings.map((message) => warning(source, "", message)),
    ...(isAlone
      ? [warning(source, "/spec/runtimeRef", "the runtime is not among the files: less is checked")]
      : []),
  ];
  return { source, result, warnings };
}

function warning(source: SourceObject, pointer: string, message: string): Warning {
  return { message, at: positionOf(source.read, pointer) };
}

function toRow({ source, result, warnings }: Answer) {
  const { file, line } = source.read;
  const head = { file, line, object: source.label, admitted: result.admitted };
  const notes = warnings.map(({ message, at }) => ({ message, line: at.line, column: at.column }));
  if (result.admitted) return { ...head, causes: [], warnings: notes };
  const { code, reason, message } = result;
  return { ...head, code, reason, message, causes: placedCauses(source, result), warnings: notes };
}

function placedCauses(source: SourceObject, result: Extract<AdmissionResult, { admitted: false }>) {
  return explainRefusal(result.causes, source.object).map(({ pointer, ...cause }) => {
    const { line, column } = positionOf(source.read, pointer);
    return { ...cause, line, column };
  });
}

function toLines({ source, result, warnings }: Answer): readonly string[] {
  const { file } = source.read;
  const notes = warnings.map(
    ({ message, at }) => `${placeText(at)}: ${paintSeverity("warning")} ${message}`,
  );
  const at = placeText(positionOf(source.read, ""));
  if (result.admitted) return [`${at}: ${source.label}: ${paint("green", "admitted")}`, ...notes];
  const head = `${at}: ${source.label}: ${paint("red", `refused (${result.code})`)}`;
  const causes = placedCauses(source, result).map(
    ({ line, column, field, message }) =>
      `${placeText({ file, line, column })}: ${paintSeverity("error")} ${field}: ${message}`,
  );
  const told = causes.length > 0 ? causes : [`${at}: ${paintSeverity("error")} ${result.message}`];
  return [head, ...told, ...notes];
}
