import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { predictAppend } from "#components/overrides/predict-append.ts";
import { toYamlLines } from "#components/preview/yaml-lines.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { isKubeObject, toJson } from "#lib/k8s/object.ts";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import { render } from "#lib/render/index.ts";
import { loadSchema } from "#lib/schema/generated/index.ts";
import type { StructuralSchema } from "#lib/schema/structural-schema.ts";
import { getIn, isJsonObject } from "#lib/util/json.ts";
import { parseDocuments } from "#lib/yaml/parse-documents.ts";
import { ROOT } from "../support/dashboard.ts";
import { percentile, rounded } from "./figures.ts";

const CORPUS = join(ROOT, "..", "shared", "reference", "corpus", "files");
const KEYSTROKES = 400;

/** Text → objects → admission → both renders → difference → lines, for each keystroke in an override of the largest job. */
export async function benchPreview(): Promise<Record<string, unknown>> {
  const largest = largestJob();
  if (largest === undefined) return { left: "no public corpus beside the checkout" };
  const schema = (await loadSchema("TrainJob", "v2.3.0")) as unknown as StructuralSchema;
  const detail = detailOf(largest);
  const times: number[] = [];
  for (let stroke = 0; stroke < KEYSTROKES; stroke += 1) {
    const text = overrideText(largest.job, stroke);
    const start = process.cpuUsage();
    const override = parseDocuments(text).documents[0]?.value;
    if (!isJsonObject(override)) throw new Error("the bench's own YAML does not parse");
    const prediction = predictAppend({
      detail,
      schema,
      draft: {
        manager: "trainer.kubeflow.org/dashboard",
        kind: "pod",
        targets: [],
        text,
        time: "",
      },
      override,
      now: Date.now(),
    });
    for (const object of prediction.after.objects) toYamlLines(toJson(object));
    const { user, system } = process.cpuUsage(start);
    if (stroke > 20) times.push((user + system) / 1_000);
  }
  return {
    job: largest.name,
    jobSetLines: largest.lines,
    previewCpuMs: {
      median: rounded(percentile(times, 0.5)),
      p95: rounded(percentile(times, 0.95)),
      budget: 16,
    },
  };
}

type Largest = {
  name: string;
  trainJob: KubeObject;
  runtime: KubeObject;
  job: string;
  lines: number;
};

function largestJob(): Largest | undefined {
  if (!existsSync(CORPUS)) return undefined;
  const objects: readonly KubeObject[] = readdirSync(CORPUS).flatMap((file) =>
    parseDocuments(readFileSync(join(CORPUS, file), "utf8"), { file }).documents.flatMap(
      ({ value }) => (isKubeObject(value) ? [value] : []),
    ),
  );
  const runtimes = objects.filter(({ kind }) => kind.endsWith("TrainingRuntime"));
  let best: Largest | undefined;
  for (const trainJob of objects.filter(({ kind }) => kind === "TrainJob")) {
    for (const runtime of runtimes) {
      const named = {
        ...trainJob,
        metadata: { ...trainJob.metadata, name: "largest", namespace: "default", uid: "u" },
      };
      const result = render({ trainJob: named, runtime, dialect: "runtimePatches" });
      const jobSet = result.objects.find(({ kind }) => kind === "JobSet");
      if (jobSet === undefined) continue;
      const lines = toYamlLines(toJson(jobSet)).length;
      const job = getIn(toJson(jobSet), "spec", "replicatedJobs", 0, "name");
      if (best === undefined || lines > best.lines) {
        const name = `${trainJob.metadata.name ?? ""} on ${runtime.metadata.name ?? ""}`;
        best = { name, trainJob: named, runtime, job: String(job), lines };
      }
    }
  }
  return best;
}

/** As much of a job's detail as a prediction reads. */
function detailOf({ trainJob, runtime }: Largest): JobDetail {
  const suspended = { ...trainJob, spec: { ...trainJob.spec, suspend: true } };
  const { name = "", namespace = "", uid = "" } = trainJob.metadata;
  return {
    trainJob: suspended,
    row: { name, namespace, uid },
    dialect: "runtimePatches",
    trainerVersion: "v2.3.0",
    controller: "trainer",
    runtime: { live: runtime },
    activeJobs: [],
    children: { jobs: [], pods: [], others: [] },
    events: [],
  } as unknown as JobDetail;
}

function overrideText(job: string, stroke: number): string {
  return `template:
  spec:
    replicatedJobs:
    - name: ${job}
      template:
        spec:
          template:
            spec:
              nodeSelector:
                pool: a${"x".repeat(stroke % 40)}
              tolerations:
              - key: gpu
                operator: Exists
              volumes:
              - name: data
                persistentVolumeClaim:
                  claimName: data-${stroke}
`;
}
