import { parseArgs } from "node:util";
import {
  DEFAULT_TRAINER_VERSION,
  isTrainerVersion,
  type RenderResult,
  render,
  TRAINER_VERSIONS,
  type TrainerVersion,
} from "#lib/render/index.ts";
import { stringifyYaml } from "#lib/yaml/stringify-yaml.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { InputError, messageOf, parseYaml, pickObject, readText } from "./input-file.ts";
import { toJsonValue } from "./json-value.ts";
import { renderCases } from "./render-cases.ts";

type Options = {
  readonly runtime: string;
  readonly trainJob: string;
  readonly version: TrainerVersion;
  readonly format: "json" | "yaml";
  readonly blame: boolean;
};

/** `render`: one TrainJob with its runtime, or a stream of cases. */
export async function runRender(args: readonly string[]): Promise<ExitCode> {
  try {
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
      return await renderCases(values.cases);
    }
    return await renderOne({
      runtime: required(values.runtime, "--runtime"),
      trainJob: required(values.trainjob, "--trainjob"),
      version: versionOf(values["trainer-version"]),
      format: formatOf(values.output),
      blame: values.blame,
    });
  } catch (error) {
    if (!(error instanceof InputError) && !isArgumentError(error)) throw error;
    console.error(messageOf(error));
    return EXIT.wrongUse;
  }
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

function required(value: string | undefined, option: string): string {
  if (value === undefined) throw new InputError(`${option} is missing`);
  return value;
}

function versionOf(text: string): TrainerVersion {
  if (isTrainerVersion(text)) return text;
  throw new InputError(`unknown Trainer version ${text}: one of ${TRAINER_VERSIONS.join(", ")}`);
}

function formatOf(text: string): Options["format"] {
  if (text === "json" || text === "yaml") return text;
  throw new InputError(`unknown output format ${text}: json or yaml`);
}

/** What `parseArgs` throws for options that it does not know. */
function isArgumentError(error: unknown): boolean {
  return (
    error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS")
  );
}
