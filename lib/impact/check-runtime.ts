import { type KubeObject, toJson } from "../k8s/object.ts";
import { render, type TrainerVersion } from "../render/index.ts";
import { asString, getIn, type Json, objectsIn } from "../util/json.ts";
import { checkPods } from "./check-pods.ts";
import type { RuntimeFinding } from "./runtime-finding.ts";
import { ANCESTOR_LABEL, type JobSummary, summarizeJobs } from "./runtime-summary.ts";
import { sampleTrainJob } from "./sample-job.ts";

const REQUIRED_CONTAINERS: { readonly [ancestor: string]: string | undefined } = {
  trainer: "node",
  "dataset-initializer": "dataset-initializer",
  "model-initializer": "model-initializer",
};

/**
 * What will fail, or silently not work, once TrainJobs use the runtime: found in the runtime itself and in the render of a
 * sample TrainJob. Errors first, in the order of the runtime's jobs.
 */
export function checkRuntime(
  runtime: KubeObject,
  trainerVersion: TrainerVersion,
): readonly RuntimeFinding[] {
  const jobs = summarizeJobs(runtime);
  const rendered = render({ trainJob: sampleTrainJob(runtime), runtime, trainerVersion });
  const jobSet = rendered.objects.find(({ kind }) => kind === "JobSet");
  const findings = [
    ...rendered.diagnostics.flatMap(({ severity, path, message }) =>
      severity === "error"
        ? [{ code: "RENDER_FAILS" as const, severity, path, values: { message } }]
        : [],
    ),
    ...checkWhole(runtime, jobs, trainerVersion),
    ...jobs.flatMap((job, index) => checkJob(job, index, jobs, runtime)),
    ...checkPods(runtime, jobs, jobSet, trainerVersion),
  ];
  const isError = (finding: RuntimeFinding) => finding.severity === "error";
  return [...findings.filter(isError), ...findings.filter((finding) => !isError(finding))];
}

const JOBS = "/spec/template/spec/replicatedJobs";

function checkWhole(
  runtime: KubeObject,
  jobs: readonly JobSummary[],
  version: TrainerVersion,
): readonly RuntimeFinding[] {
  if (jobs.length === 0) return [{ code: "NO_JOBS", severity: "error", path: JOBS, values: {} }];
  const findings: RuntimeFinding[] = [];
  if (!jobs.some(({ ancestor }) => ancestor === "trainer"))
    findings.push({ code: "NO_TRAINER", severity: "warning", path: JOBS, values: {} });
  const policy = getIn(toJson(runtime), "spec", "mlPolicy");
  if (policy === undefined && version === "v2.3.0")
    findings.push({ code: "NO_ML_POLICY", severity: "warning", path: "/spec", values: {} });
  if (getIn(policy, "mpi") !== undefined)
    for (const name of ["launcher", "node"].filter((one) => !jobs.some((job) => job.name === one)))
      findings.push({ code: "MPI_JOB_MISSING", severity: "warning", path: JOBS, values: { name } });
  return findings;
}

function checkJob(
  job: JobSummary,
  index: number,
  jobs: readonly JobSummary[],
  runtime: KubeObject,
): readonly RuntimeFinding[] {
  const { pointer, name, ancestor } = job;
  const findings: RuntimeFinding[] = [];
  const podLabel = getIn(
    toJson(runtime),
    ...["spec", "template", "spec", "replicatedJobs", index],
    ...["template", "spec", "template", "metadata", "labels", ANCESTOR_LABEL],
  );
  if (ancestor === undefined && podLabel !== undefined)
    findings.push({
      code: "ANCESTOR_ON_POD",
      severity: "warning",
      path: `${pointer}/template/spec/template/metadata/labels`,
      values: { job: name },
    });
  const required = REQUIRED_CONTAINERS[ancestor ?? ""];
  if (ancestor !== undefined && required === undefined)
    findings.push({
      code: "ANCESTOR_UNKNOWN",
      severity: "warning",
      path: `${pointer}/template/metadata/labels`,
      values: { job: name, ancestor },
    });
  if (required !== undefined) findings.push(...checkStep(job, required));
  for (const [at, dependency] of dependenciesOf(runtime, index).entries())
    if (!jobs.slice(0, index).some((earlier) => earlier.name === dependency))
      findings.push({
        code: "DEPENDS_ON_UNKNOWN",
        severity: "error",
        path: `${pointer}/dependsOn/${at}`,
        values: { job: name, name: dependency },
      });
  return findings;
}

function dependenciesOf(runtime: KubeObject, index: number): readonly string[] {
  const job: Json | undefined = getIn(
    toJson(runtime),
    ...["spec", "template", "spec", "replicatedJobs", index, "dependsOn"],
  );
  return objectsIn(job).map((one) => asString(one["name"]) ?? "");
}

/** What the runtime webhooks ask of a job with an ancestor label; they may be switched off, or not have seen the object. */
function checkStep(job: JobSummary, container: string): readonly RuntimeFinding[] {
  const findings: RuntimeFinding[] = [];
  const { pointer, name, replicas = 1, containers } = job;
  if (replicas !== 1)
    findings.push({
      code: "REPLICAS_NOT_ONE",
      severity: "error",
      path: `${pointer}/replicas`,
      values: { job: name, replicas: String(replicas) },
    });
  const own = containers.find((one) => !one.isInit && one.name === container);
  if (own === undefined)
    findings.push({
      code: "CONTAINER_MISSING",
      severity: "error",
      path: `${pointer}/template/spec/template/spec/containers`,
      values: { job: name, container },
    });
  else if (container !== "node" && !own.mounts.some((mount) => mount.name === "initializer"))
    findings.push({
      code: "INITIALIZER_MOUNT_MISSING",
      severity: "warning",
      path: own.pointer,
      values: { job: name, container },
    });
  return findings;
}
