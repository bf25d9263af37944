import { parseArgs } from "node:util";
import { lint } from "#lib/lint/lint.ts";
import { severityOf } from "#lib/lint/lint-codes.ts";
import type { Diagnostic, Severity } from "#lib/util/diagnostic.ts";
import type { Command } from "./command.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { InputError } from "./input-file.ts";
import { toDialect, toFormat, toNow, toVersion, withPaths } from "./option-values.ts";
import { paint, paintSeverity } from "./paint.ts";
import { complainOf, printJson, printLines, printYaml } from "./print.ts";
import { type PlacedFinding, toSarif } from "./sarif.ts";
import { chooseServing, type ServingChoice } from "./serving.ts";
import {
  placeText,
  positionOf,
  rangeNear,
  readSources,
  runtimeAmong,
  type SourceObject,
  type Sources,
} from "./source-objects.ts";

const HELP = `usage: trainer-dashboard lint FILE... [options]

Finds what is wrong with TrainJobs and runtimes: what the API server refuses (schema, CEL, webhooks), and what it
admits though it fails later or does not do what it says. Runtimes among the files are used.

  --trainer-version VERSION     as this Trainer version does; default: the newest that serves the override API used
  --dialect API                 as a cluster that serves this override API
  --now TIME                    the moment of the check, RFC 3339; default: now
  --fail-on error|warning|info  what makes exit code 1; default warning
  -o text|json|yaml|sarif       default text; sarif is version 2.1.0

FILE may be a folder, or - for standard input.`;

export const lintCommand: Command = {
  summary: "what is refused, and what fails later although admitted",
  help: HELP,
  run: runLint,
};

const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];

async function runLint(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      "trainer-version": { type: "string" },
      dialect: { type: "string" },
      now: { type: "string" },
      "fail-on": { type: "string", default: "warning" },
      output: { type: "string", short: "o", default: "text" },
    },
  });
  const version = values["trainer-version"];
  const choice: ServingChoice = {
    version: version === undefined ? undefined : toVersion(version),
    dialect: values.dialect === undefined ? undefined : toDialect(values.dialect),
  };
  const format = toFormat(values.output, ["text", "json", "yaml", "sarif"]);
  const limit = SEVERITIES.indexOf(toSeverity(values["fail-on"]));
  const now = toNow(values.now);
  const sources = await readSources(withPaths(positionals, "FILE"));
  const findings = sources.all.flatMap((source, index) => [
    ...duplicateOf(source, sources.all.slice(0, index)),
    ...lintSource(source, sources, choice, now),
  ]);
  print(findings, format);
  if (complainOf(sources.unreadable)) return EXIT.wrongUse;
  const isFailed = findings.some(({ severity }) => SEVERITIES.indexOf(severity) <= limit);
  return isFailed ? EXIT.findings : EXIT.clean;
}

function toSeverity(text: string): Severity {
  const found = SEVERITIES.find((severity) => severity === text);
  if (found !== undefined) return found;
  throw new InputError("--fail-on is error, warning or info");
}

/** Of two runtimes of one name the first is used; of two TrainJobs a cluster keeps the last. */
function duplicateOf(
  source: SourceObject,
  earlier: readonly SourceObject[],
): readonly PlacedFinding[] {
  const { object } = source;
  const { name, namespace = "default", generateName } = object.metadata;
  if (generateName !== undefined) return [];
  const first = earlier.find(
    ({ object: other }) =>
      other.kind === object.kind &&
      other.metadata.name === name &&
      (other.metadata.namespace ?? "default") === namespace,
  );
  if (first === undefined) return [];
  const code = "DUPLICATE_OBJECT";
  const message = `${source.label} is in ${placeText(positionOf(first.read, ""))} before`;
  const finding = { code, severity: severityOf(code), path: "/metadata/name", message };
  return [toPlaced(finding, source)];
}

/** In the order of the file. */
function lintSource(
  source: SourceObject,
  sources: Sources,
  choice: ServingChoice,
  now: number,
): readonly PlacedFinding[] {
  const { object } = source;
  const isTrainJob = object.kind === "TrainJob";
  const speaker = isTrainJob ? object : sources.trainJobs[0]?.object;
  const { dialect, version, schemas } = chooseServing(choice, speaker);
  const runtime = isTrainJob ? runtimeAmong(sources.runtimes, object)?.object : undefined;
  const found = lint({ object, runtime, dialect, trainerVersion: version, schemas, now });
  return found
    .map((finding) => toPlaced(finding, source))
    .toSorted((a, b) => a.range.line - b.range.line || a.range.column - b.range.column);
}

function toPlaced({ code, severity, path, message }: Diagnostic, source: SourceObject) {
  const { read, label: object } = source;
  return { code, severity, message, path, object, file: read.file, range: rangeNear(read, path) };
}

function print(
  findings: readonly PlacedFinding[],
  format: "text" | "json" | "yaml" | "sarif",
): void {
  if (format === "text") printLines(findings.map(toLine));
  else if (format === "sarif") printJson(toSarif(findings));
  else if (format === "json") printJson(findings.map(toRow));
  else printYaml(findings.map(toRow));
}

function toLine({ file, range, severity, code, message, object }: PlacedFinding): string {
  const at = placeText({ file, line: range.line, column: range.column });
  return `${at}: ${paintSeverity(severity)} ${paint("bold", code)} ${message} (${object})`;
}

function toRow({ range, file, ...finding }: PlacedFinding) {
  const { line, column } = range;
  return { ...finding, source: { file, line, column } };
}
