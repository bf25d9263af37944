import { parseArgs } from "node:util";
import {
  DEFAULT_TRAINER_VERSION,
  type RenderResult,
  render,
  type TrainerVersion,
} from "#lib/render/index.ts";
import { stringifyYaml } from "#lib/yaml/stringify-yaml.ts";
import type { Command } from "./command.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { InputError, parseYaml, pickObject, readText } from "./input-file.ts";
import { toJsonValue } from "./json-value.ts";
import { required, toFormat, toVersion } from "./option-values.ts";
import { renderCases } from "./render-cases.ts";

type Options = {
  readonly runtime: string;
  readonly trainJob: string;
  readonly version: TrainerVersion;
  readonly format: "json" | "yaml";
  readonly blame: boolean;
};

const HELP = `usage: trainer-dashboard render --runtime FILE --trainjob FILE [options]
       trainer-dashboard render --cases FILE

Prints what the Trainer controller would send for a TrainJob and its runtime.

  --runtime FILE             file with the TrainingRuntime or ClusterTrainingRuntime
  --trainjob FILE            file with the TrainJob; may be the same file
  --trainer-version VERSION  default ${DEFAULT_TRAINER_VERSION}
  --blame                    also who wrote each value
  -o json|yaml               default json
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
      output: { type: "string", short: "o", default: "json" },
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
    format: toFormat(values.output, ["json", "yaml"]),
    blame: values.blame,
  });
}

async function renderOne(options: Options): Promise<ExitCode> {
  const runtimeText = await readText(options.runtime);
  const trainJobText =
    options.trainJob === options.runtime ? runtimeText : await readText(options.trainJob);
  const kinds = ["ClusterTrainingRuntime", "TrainingRuntime"];
  const result = render({
    runtime: pickObject(runtimeText, options.runtime, kinds),
    trainJob: pickObject(trainJobText, options.trainJob, ["TrainJob"]),
    trainerVersion: options.version,
    blame: options.blame,
    parseYaml,
  });
  print(result, options.format);
  for (const { severity, code, path, message } of result.diagnostics) {
    console.error(`${severity} ${code} ${path}: ${message}`);
  }
  return result.diagnostics.some((one) => one.severity === "error") ? EXIT.findings : EXIT.clean;
}

function print({ objects, diagnostics, blame }: RenderResult, format: Options["format"]): void {
  const answer = toJsonValue({ objects, diagnostics, ...(blame === undefined ? {} : { blame }) });
  process.stdout.write(
    format === "yaml" ? stringifyYaml(answer) : `${JSON.stringify(answer, undefined, 2)}\n`,
  );
}
