import {
  asArray,
  asString,
  getIn,
  isEqualJson,
  isJsonObject,
  type JsonObject,
} from "../util/json.ts";
import { joinPointer } from "../util/pointer.ts";
import type { LintContext } from "./lint-context.ts";
import { ANCESTOR_LABEL, containersOf, type JobView, jobsOf, placed } from "./rendered-jobs.ts";
import { isTorchtuneName, TORCHTUNE_COMMAND } from "./torchtune-name.ts";

const BASE = "/spec/template";
const JOBS = `${BASE}/spec/replicatedJobs`;
const ANCESTORS = ["trainer", "dataset-initializer", "model-initializer"];

/** What every TrainJob of a runtime will run into. */
export function runtimeFindings(context: LintContext): void {
  const { object } = context.input;
  const jobs = jobsOf(object, BASE);
  ancestors(context, jobs);
  if (isJsonObject(getIn(object.spec, "mlPolicy", "mpi"))) mpiJobs(context, jobs);
  for (const job of jobs) {
    lostPorts(context, job);
    torchtune(context, job);
  }
}

function ancestors({ report }: LintContext, jobs: readonly JobView[]): void {
  jobs.forEach(({ name, ancestor, podPath }) => {
    if (ancestor === undefined || ANCESTORS.includes(ancestor)) return;
    const job = podPath.slice(0, -"/template/spec/template/spec".length);
    report(
      "ANCESTOR_UNKNOWN",
      joinPointer(job, "template", "metadata", "labels", ANCESTOR_LABEL),
      `job ${name}: Trainer knows the ancestors ${ANCESTORS.join(", ")}, not ${ancestor}`,
    );
  });
  if (jobs.length > 0 && !jobs.some(({ ancestor }) => ancestor === "trainer"))
    report(
      "NO_TRAINER_ANCESTOR",
      JOBS,
      `no ReplicatedJob has the label ${ANCESTOR_LABEL}: trainer; image, command, args and env of spec.trainer go nowhere`,
    );
}

function mpiJobs(context: LintContext, jobs: readonly JobView[]): void {
  for (const name of ["launcher", "node"])
    if (!jobs.some((job) => job.name === name))
      context.report(
        "MPI_JOB_MISSING",
        JOBS,
        `the mpi policy has no ReplicatedJob ${name} to work on`,
      );
  const launcher = jobsOf(context.jobSet).find(({ name }) => name === "launcher");
  if (launcher !== undefined && launcher.parallelism > 1)
    context.report(
      "MPI_LAUNCHER_COUNT",
      "/spec/mlPolicy/numNodes",
      `the launcher gets ${launcher.parallelism} pods: numNodes of the runtime counts the job with the ancestor trainer`,
    );
}

/** Of a minimal TrainJob with this runtime. */
function lostPorts(context: LintContext, job: JobView): void {
  const rendered = jobsOf(context.jobSet).find(({ name }) => name === job.name);
  if (rendered === undefined) return;
  const views = containersOf(rendered);
  for (const container of containersOf(job)) {
    const view = views.find(({ name }) => name === container.name);
    const kept = placed(view?.value["ports"], "").map(({ value }) => value["containerPort"]);
    const ports = placed(container.value["ports"], joinPointer(container.path, "ports"));
    for (const { value, path } of view === undefined ? [] : ports) {
      const port = value["containerPort"];
      if (typeof port === "number" && !kept.includes(port))
        context.report(
          "PORT_LOST",
          path,
          `container ${container.name} of job ${job.name} loses port ${port}: ports without a name are one to Trainer; give each a name`,
        );
    }
  }
}

function torchtune({ input, report }: LintContext, job: JobView): void {
  const name = input.object.metadata.name ?? "";
  if (job.ancestor !== "trainer" || isTorchtuneName(name)) return;
  if (containersOf(job).some(({ value }) => startsWithTune(value)))
    report(
      "TORCHTUNE_NAME",
      "/metadata/name",
      `the model is read from a runtime name such as torchtune-llama3.2-1b; ${name} names none`,
    );
}

function startsWithTune(container: JsonObject): boolean {
  const command = (asArray(container["command"]) ?? []).slice(0, 2);
  return asString(container["name"]) === "node" && isEqualJson(command, TORCHTUNE_COMMAND);
}
