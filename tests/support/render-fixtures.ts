import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { KubeObject } from "#lib/k8s/object.ts";
import { type ExistingObject, isTrainerVersion, type TrainerVersion } from "#lib/render/index.ts";
import { isJsonObject, type JsonObject } from "#lib/util/json.ts";
import { parseDocuments } from "#lib/yaml/parse-documents.ts";

const FOLDER = join(import.meta.dirname, "..", "fixtures", "render");

export type RandomCase = {
  readonly id: string;
  readonly version: TrainerVersion;
  readonly policy: string;
  readonly runtime: KubeObject;
  readonly trainJob: KubeObject;
  readonly objects: readonly JsonObject[];
};

export function readRandomCases(name: string): readonly RandomCase[] {
  return readFileSync(join(FOLDER, "random", `${name}.jsonl`), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as RandomCase);
}

export type HandMadeCase = {
  readonly file: string;
  readonly version: TrainerVersion;
  readonly runtime: KubeObject;
  readonly trainJob: KubeObject;
  readonly existing: readonly ExistingObject[] | undefined;
  readonly objects: readonly JsonObject[];
};

/** One case per file and Trainer version with a result of its own, or a result that is verified equal. */
export function readHandMadeCases(): readonly HandMadeCase[] {
  return readdirSync(join(FOLDER, "cases"))
    .sort()
    .flatMap((file) => {
      const values = parseYamlFile(join(FOLDER, "cases", file));
      const runtime = values.find((value) => String(value["kind"]).endsWith("TrainingRuntime"));
      const trainJob = values.find((value) => value["kind"] === "TrainJob");
      const renders = values.filter((value) => value["kind"] === "ExpectedRender");
      return renders.flatMap((expected) =>
        versionsOf(expected).map((version) => ({
          file,
          version,
          runtime: runtime as unknown as KubeObject,
          trainJob: trainJob as unknown as KubeObject,
          existing: (expected["existing"] ?? renders[0]?.["existing"]) as unknown as
            | readonly ExistingObject[]
            | undefined,
          objects: expected["objects"] as readonly JsonObject[],
        })),
      );
    });
}

function versionsOf(expected: JsonObject): readonly TrainerVersion[] {
  const same = (expected["sameResultIn"] ?? []) as readonly string[];
  return [String(expected["controllerVersion"]), ...same].filter(isTrainerVersion);
}

function parseYamlFile(path: string): readonly JsonObject[] {
  return parseDocuments(readFileSync(path, "utf8"))
    .documents.map((document) => document.value)
    .filter(isJsonObject);
}

export function parseYaml(text: string): unknown {
  return parseDocuments(text).documents[0]?.value;
}
