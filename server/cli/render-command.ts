import { parseArgs } from "node:util";
import {
  DEFAULT_TRAINER_VERSION,
  type RenderResult,
  render,
  type TrainerVersion,
} from "#lib/render/index.ts";
import type { Command } from "./command.ts";
import { entryCountAt } from "./entry-choice.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { InputError, parseYaml, pickObject, readText } from "./input-file.ts";
import { required, toFormat, toVersion } from "./option-values.ts";
import { podLines } from "./pod-text.ts";
import { type PodView, parsePodName, viewPod } from "./pod-view.ts";
import { printJson, printLines, printYaml } from "./print.ts";
import { renderCases } from "./render-cases.ts";

type Format = "json" | "yaml" | "text";

type Options = {
  readonly runtime: string;
  readonly trainJob: string;
  readonly version: TrainerVersion;
  readonly format: Format;
  readonly blame: boolean;
  readonly at: string | undefined;
  readonly pod: string | undefined;
};

const HELP = `usage: trainer-dashboard render --runtime FILE --trainjob FILE [options]
       trainer-dashboard render --cases FILE

Prints what the Trainer controller would send for a TrainJob and its runtime.

  --runtime FILE             file with the TrainingRuntime or ClusterTrainingRuntime
  --trainjob FILE            file with the TrainJob; may be the same file
  --trainer-version VERSION  default ${DEFAULT_TRAINER_VERSION}
  --blame                    also who wrote each value
  --at ENTRY                 only overrides up to and with this one: its index from 0, MANAGER@TIME, MANAGER for
                             its last one, or runtime for none
  --pod JOB/INDEX            one pod instead: image, command, env and resources with who wrote them;
                             JOB/REPLICA/INDEX where a ReplicatedJob has several replicas
  -o json|yaml|text          default json, with --pod text
  --cases FILE               one {"id", "version", "runtime", "trainJob", "existing"?} a line in,
                             one {"id", "objects"} or {"id", "error"} a line out

FILE may be - for standard input.`;

/** `render`: one TrainJob with its runtime, or a stream of cases. */
export const renderCommand: Command = {
  summary: "what the Trainer controller would send for a TrainJob",
  help: HELP,
  run: runRender,
};

async function runRender(args: readonly string[]): Promise<ExitCode> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      runtime: { type: "string" },
      trainjob: { type: "string" },
      "trainer-version": { type: "string", default: DEFAULT_TRAINER_VERSION },
      at: { type: "string" },
      pod: { type: "string" },
      output: { type: "string", short: "o" },
      blame: { type: "boolean", default: false },
      cases: { type: "string" },
    },
  });
  if (values.cases !== undefined) {
    if (values.runtime !== undefined || values.trainjob !== undefined)
      throw new InputError("--cases stands alone: its lines name runtime and TrainJob");
    return renderCases(values.cases);
  }
  return renderOne({
    runtime: required(values.runtime, "--runtime"),
    trainJob: required(values.trainjob, "--trainjob"),
    version: toVersion(values["trainer-version"]),
    format: formatOf(values.output, values.pod !== undefined),
    blame: values.blame,
    at: values.at,
    pod: values.pod,
  });
}

function formatOf(text: string | undefined, isPod: boolean): Format {
  if (!isPod) return toFormat(text ?? "json", ["json", "yaml"]);
  return toFormat(text ?? "text", ["text", "json", "yaml"]);
}

async function renderOne(options: Options): Promise<ExitCode> {
  const runtimeText = await readText(options.runtime);
  const trainJobText =
    options.trainJob === options.runtime ? runtimeText : await readText(options.trainJob);
  const kinds = ["ClusterTrainingRuntime", "TrainingRuntime"];
  const trainJob = pickObject(trainJobText, options.trainJob, ["TrainJob"]);
  const wanted = options.pod === undefined ? undefined : parsePodName(options.pod);
  const result = render({
    runtime: pickObject(runtimeText, options.runtime, kinds),
    trainJob,
    trainerVersion: options.version,
    entryCount: options.at === undefined ? undefined : entryCountAt(trainJob, options.at),
    blame: options.blame || wanted !== undefined,
    parseYaml,
  });
  if (wanted === undefined) print(result, options.format);
  else if (result.objects.length > 0) printPod(viewPod(result, wanted), options.format);
  for (const { severity, code, path, message } of result.diagnostics) {
    console.error(`${severity} ${code} ${path}: ${message}`);
  }
  return result.diagnostics.some((one) => one.severity === "error") ? EXIT.findings : EXIT.clean;
}

function print({ objects, diagnostics, blame }: RenderResult, format: Format): void {
  const answer = { objects, diagnostics, ...(blame === undefined ? {} : { blame }) };
  if (format === "yaml") printYaml(answer);
  else printJson(answer);
}

function printPod(view: PodView, format: Format): void {
  if (format === "text") printLines(podLines(view));
  else if (format === "yaml") printYaml(view);
  else printJson(view);
}
