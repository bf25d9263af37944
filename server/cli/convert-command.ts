import { parseArgs } from "node:util";
import { convertOverrides } from "#lib/dialect/convert-overrides.ts";
import { detectDialect } from "#lib/dialect/dialect-of-object.ts";
import { DIALECTS, type Dialect } from "#lib/dialect/entry.ts";
import { isKubeObject, type KubeObject } from "#lib/k8s/object.ts";
import { toKubeTime } from "#lib/util/clock.ts";
import type { Diagnostic } from "#lib/util/diagnostic.ts";
import type { Json } from "#lib/util/json.ts";
import { stringifyYaml } from "#lib/yaml/stringify-yaml.ts";
import type { ReadObject } from "../sandbox/files/read-objects.ts";
import type { Command } from "./command.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { required, toDialect, toFormat, toNow, withPaths } from "./option-values.ts";
import { complainOf, printJson } from "./print.ts";
import { CONVERTED_MANAGER } from "./render-subject.ts";
import { placeText, positionOf, readSources } from "./source-objects.ts";

const HELP = `usage: trainer-dashboard convert --to API FILE... [options]

Prints all objects of the files with the overrides of TrainJobs in another override API, so that they render the same.
What that API cannot say is named on standard error.

  --to API         ${DIALECTS.join(", ")}
  --manager NAME   whose overrides are that have no manager; default ${CONVERTED_MANAGER}
  --time TIME      of the first entry that has none, RFC 3339; default: now
  -o yaml|json     default yaml; json is a List where there are several objects

FILE may be a folder, or - for standard input. Exit code 1: something could not be carried over.`;

export const convertCommand: Command = {
  summary: "overrides in another override API",
  help: HELP,
  run: runConvert,
};

type Target = { readonly to: Dialect; readonly manager: string; readonly time: string };
type Converted = { readonly value: Json | KubeObject; readonly losses: readonly Diagnostic[] };

async function runConvert(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      to: { type: "string" },
      manager: { type: "string", default: CONVERTED_MANAGER },
      time: { type: "string" },
      output: { type: "string", short: "o", default: "yaml" },
    },
  });
  const target: Target = {
    to: toDialect(required(values.to, "--to")),
    manager: values.manager,
    time: toKubeTime(toNow(values.time)),
  };
  const format = toFormat(values.output, ["yaml", "json"]);
  const sources = await readSources(withPaths(positionals, "FILE"));
  const converted = sources.documents.map((read) => ({ read, ...convertOne(read, target) }));
  print(
    converted.map(({ value }) => value),
    format,
  );
  for (const { read, losses } of converted)
    for (const { severity, code, path, message } of losses)
      console.error(
        `${placeText(positionOf(read, path))}: ${severity} ${code} ${path}: ${message}`,
      );
  if (complainOf(sources.unreadable)) return EXIT.wrongUse;
  return converted.some(({ losses }) => losses.length > 0) ? EXIT.findings : EXIT.clean;
}

function convertOne({ value }: ReadObject, target: Target): Converted {
  if (!isKubeObject(value) || value.kind !== "TrainJob") return { value, losses: [] };
  const from = detectDialect(value);
  if (from === undefined) return { value, losses: [] };
  const { object, losses } = convertOverrides({ trainJob: value, from, ...target });
  return { value: object, losses };
}

function print(objects: readonly unknown[], format: "yaml" | "json"): void {
  if (format === "yaml")
    process.stdout.write(objects.map((object) => stringifyYaml(object)).join("---\n"));
  else if (objects.length === 1) printJson(objects[0]);
  else printJson({ apiVersion: "v1", kind: "List", items: objects });
}
