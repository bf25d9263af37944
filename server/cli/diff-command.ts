import { parseArgs } from "node:util";
import type { Change } from "#lib/diff/change.ts";
import { diffObjects } from "#lib/diff/diff-objects.ts";
import type { TrainerVersion } from "#lib/render/versions.ts";
import type { Diagnostic } from "#lib/util/diagnostic.ts";
import { isEqualJson } from "#lib/util/json.ts";
import type { Command } from "./command.ts";
import { type Pair, type Pairs, pairUp } from "./diff-pairs.ts";
import { diffLines } from "./diff-text.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { InputError } from "./input-file.ts";
import { toJsonValue } from "./json-value.ts";
import { toFormat, toVersion } from "./option-values.ts";
import { complainOf, printJson, printLines, printYaml } from "./print.ts";
import { renderSubject } from "./render-subject.ts";
import { chooseServing } from "./serving.ts";
import { readSources, type Sources } from "./source-objects.ts";

const HELP = `usage: trainer-dashboard diff A B [options]
       trainer-dashboard diff A --from-version VERSION --to-version VERSION [options]

What really changes: TrainJobs of both sides are rendered, and the objects that the Trainer controller would send are
compared. A and B may hold TrainJobs (paired by namespace and name; one on each side belong together), or runtimes
only: then every TrainJob of --trainjob is rendered with the one and with the other. With two versions one set is
rendered by both; overrides in another API than a version serves are converted first.

  --trainjob FILE            TrainJobs for sides that have none; may be repeated
  --runtime FILE             runtimes for sides that have none; may be repeated
  --trainer-version VERSION  default: the newest that serves the TrainJob's override API
  --from-version VERSION, --to-version VERSION
  -o text|json|yaml          default text

A, B and FILE may be folders, or - for standard input. Exit code 1: there are differences.`;

export const diffCommand: Command = {
  summary: "what really changes between TrainJobs, runtimes or Trainer versions",
  help: HELP,
  run: runDiff,
};

type Comparison = {
  readonly trainJob: string;
  readonly changes: readonly Change[];
  readonly diagnostics: readonly Diagnostic[];
};
type Versions = {
  readonly before: TrainerVersion | undefined;
  readonly after: TrainerVersion | undefined;
};

async function runDiff(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      trainjob: { type: "string", multiple: true, default: [] },
      runtime: { type: "string", multiple: true, default: [] },
      "trainer-version": { type: "string" },
      "from-version": { type: "string" },
      "to-version": { type: "string" },
      output: { type: "string", short: "o", default: "text" },
    },
  });
  const format = toFormat(values.output, ["text", "json", "yaml"]);
  const versions = versionsOf(values);
  const isOneSet = versions.before !== versions.after;
  if (positionals.length !== (isOneSet ? 1 : 2))
    throw new InputError(
      isOneSet ? "two versions compare one set: name A only" : "A and B are needed; see --help",
    );
  const [a = "", b] = positionals;
  const before = await readSources([a]);
  const after = b === undefined ? before : await readSources([b]);
  const shared = await readSources([...values.trainjob, ...values.runtime]);
  const paired = pairUp({ before, after, shared });
  if (paired.pairs.length === 0 && paired.onlyBefore.length + paired.onlyAfter.length === 0)
    throw new InputError("no TrainJob to compare: name some with --trainjob");
  const compared = paired.pairs.map((pair) => compare(pair, versions, Date.now()));
  report(compared, paired, format);
  return exitOf(compared, paired, [before, after, shared]);
}

type VersionValues = { readonly [option: string]: unknown };

function versionsOf(values: VersionValues): Versions {
  const read = (option: string) => {
    const text = values[option];
    return typeof text === "string" ? toVersion(text) : undefined;
  };
  const [from, to, both] = ["from-version", "to-version", "trainer-version"].map(read);
  if ((from === undefined) !== (to === undefined))
    throw new InputError("--from-version and --to-version go together");
  if (from !== undefined && from === to) throw new InputError("the two versions are the same");
  return { before: from ?? both, after: to ?? both };
}

function compare({ label, before, after }: Pair, versions: Versions, now: number): Comparison {
  const usual = chooseServing({}, after.trainJob).version;
  const first = renderSubject(before, versions.before ?? usual, now);
  const second = renderSubject(after, versions.after ?? usual, now);
  const told = second.diagnostics.filter(
    (one) => !first.diagnostics.some((other) => isEqualJson(toJsonValue(one), toJsonValue(other))),
  );
  const diagnostics = [...first.diagnostics, ...told];
  const isBroken = diagnostics.some(({ severity }) => severity === "error");
  const changes = isBroken ? [] : diffObjects(first.objects, second.objects);
  return { trainJob: label, changes, diagnostics };
}

function report(
  compared: readonly Comparison[],
  { onlyBefore, onlyAfter }: Pairs,
  format: "text" | "json" | "yaml",
): void {
  if (format !== "text") {
    const answer = { trainJobs: compared, onlyBefore, onlyAfter };
    if (format === "json") printJson(answer);
    else printYaml(answer);
    return;
  }
  printLines([
    ...compared.flatMap((one) => diffLines(one.trainJob, one.changes, one.diagnostics)),
    ...onlyBefore.map((label) => `${label}: only in A`),
    ...onlyAfter.map((label) => `${label}: only in B`),
  ]);
}

function exitOf(
  compared: readonly Comparison[],
  { onlyBefore, onlyAfter }: Pairs,
  sources: readonly Sources[],
): ExitCode {
  const unreadable = [...new Set(sources)].map(({ unreadable: found }) => complainOf(found));
  if (unreadable.includes(true)) return EXIT.wrongUse;
  const isClean = compared.every(
    ({ changes, diagnostics }) =>
      changes.length === 0 && !diagnostics.some(({ severity }) => severity === "error"),
  );
  return isClean && onlyBefore.length + onlyAfter.length === 0 ? EXIT.clean : EXIT.findings;
}
