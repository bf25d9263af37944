import { parseArgs } from "node:util";
import { DEFAULT_TRAINER_VERSION } from "#lib/render/versions.ts";
import { allSchemas } from "#lib/schema/generated/all.ts";
import type { SchemaKind } from "#lib/schema/generated/index.ts";
import type { Command } from "./command.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { type FieldFacts, factsOf, fieldSteps, type ServedVersion } from "./field-facts.ts";
import { InputError } from "./input-file.ts";
import { toFormat } from "./option-values.ts";
import { paint } from "./paint.ts";
import { printJson, printLines, printYaml } from "./print.ts";

const KINDS: readonly SchemaKind[] = [
  "TrainJob",
  "TrainingRuntime",
  "ClusterTrainingRuntime",
  "JobSet",
];

const HELP = `usage: trainer-dashboard explain [KIND.]FIELD [options]

Says what the schema knows about a field: type, default, limits, rules, whether it can change, the fields below it, and
which Trainer versions serve it. KIND is trainjob (default), trainingruntime, clustertrainingruntime or jobset;
FIELD is written with dots: spec.trainer.numNodes, trainingruntime.spec.mlPolicy.

  --trainer-version VERSION  or templateOverrides; default ${DEFAULT_TRAINER_VERSION}, else the newest that has the field
  -o text|json|yaml          default text

Exit code 1: the named version does not have the field, others do.`;

export const explainCommand: Command = {
  summary: "what a field is, and which versions have it",
  help: HELP,
  run: runExplain,
};

async function runExplain(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      "trainer-version": { type: "string" },
      output: { type: "string", short: "o", default: "text" },
    },
  });
  const format = toFormat(values.output, ["text", "json", "yaml"]);
  const [field, ...more] = positionals;
  if (field === undefined || more.length > 0) throw new InputError("one FIELD is needed");
  const asked = values["trainer-version"];
  const wanted = asked === undefined ? undefined : toServedVersion(asked);
  const { kind, steps } = readField(field);
  const served = VERSIONS.filter((version) => factsOf(kind, version, steps) !== undefined);
  const newest = served.includes(DEFAULT_TRAINER_VERSION) ? DEFAULT_TRAINER_VERSION : served.at(-1);
  if (newest === undefined) throw new InputError(unknownField(kind, steps));
  const version = wanted ?? newest;
  const facts = factsOf(kind, version, steps);
  const answer = { kind, field: steps.join("."), version, served, ...facts };
  if (format === "json") printJson(answer);
  else if (format === "yaml") printYaml(answer);
  else printLines(toLines(answer, facts));
  return facts === undefined ? EXIT.findings : EXIT.clean;
}

const VERSIONS: readonly ServedVersion[] = [
  "v2.0.0",
  "v2.0.1",
  "v2.1.0",
  "v2.2.0",
  "v2.2.1",
  "v2.3.0",
  "templateOverrides",
];

function toServedVersion(text: string): ServedVersion {
  const found = VERSIONS.find((version) => version === text);
  if (found !== undefined) return found;
  throw new InputError(`unknown version ${text}: one of ${Object.keys(allSchemas).join(", ")}`);
}

type NamedField = { readonly kind: SchemaKind; readonly steps: readonly string[] };

function readField(field: string): NamedField {
  const steps = fieldSteps(field);
  const kind = KINDS.find((one) => one.toLowerCase() === steps[0]?.toLowerCase());
  return kind === undefined ? { kind: "TrainJob", steps } : { kind, steps: steps.slice(1) };
}

/** With the fields of the deepest part that exists. */
function unknownField(kind: SchemaKind, steps: readonly string[]): string {
  for (let length = steps.length - 1; length >= 0; length -= 1) {
    const above = steps.slice(0, length);
    const fields = VERSIONS.flatMap((version) => factsOf(kind, version, above)?.fields ?? []);
    if (fields.length === 0) continue;
    const names = [...new Set(fields.map(({ name }) => name))].join(", ");
    const place = [kind, ...above].join(".");
    return `no version has ${kind}.${steps.join(".")}; ${place} has ${names}`;
  }
  return `no version has ${kind}.${steps.join(".")}`;
}

type Answer = {
  readonly kind: SchemaKind;
  readonly field: string;
  readonly version: ServedVersion;
  readonly served: readonly ServedVersion[];
};

function toLines(answer: Answer, facts: FieldFacts | undefined): readonly string[] {
  const { kind, field, version, served } = answer;
  const row = (name: string, text: string) => `${`${name}:`.padEnd(11)}${text}`;
  const head = [
    row("field", paint("bold", [kind, field].filter((part) => part !== "").join("."))),
    row("served by", served.join(", ")),
  ];
  if (facts === undefined) return [...head, row("version", `${version} does not have it`)];
  const flags = [
    facts.isRequired ? "required" : "optional",
    facts.isImmutable ? "cannot change after creation" : undefined,
  ].filter((part) => part !== undefined);
  return [
    ...head,
    row("version", version),
    row("type", facts.type),
    row("use", flags.join(", ")),
    ...(facts.default === undefined ? [] : [row("default", JSON.stringify(facts.default))]),
    ...facts.limits.map((limit) => row("limit", limit)),
    ...facts.rules.map(({ rule, message }) => row("rule", message ?? rule)),
    ...(facts.fields.length === 0 ? [] : ["fields:"]),
    ...facts.fields.map(
      ({ name, type, isRequired }) => `  ${name}  ${type}${isRequired ? ", required" : ""}`,
    ),
  ];
}
