import { ceilQuantity, parseQuantity } from "../k8s/quantity.ts";
import { asArray, asObject, asString, getIn, isEqualJson, type Json } from "../util/json.ts";
import type { LintContext } from "./lint-context.ts";
import { type ContainerView, containersOf, type JobView, jobsOf } from "./rendered-jobs.ts";
import { isTorchtuneName, TORCHTUNE_COMMAND } from "./torchtune-name.ts";

/** What of `spec.trainer` does not do what it says. */
export function trainerFindings(context: LintContext): void {
  const { object, runtime } = context.input;
  const trainer = asObject(object.spec?.["trainer"]);
  if (trainer === undefined) return;
  torchtuneName(context);
  if (runtime === undefined || context.jobSet === undefined) return;
  const job = jobsOf(context.jobSet).find(({ ancestor }) => ancestor === "trainer");
  if (job === undefined && Object.keys(trainer).length > 0)
    context.report(
      "TRAINER_IGNORED",
      "/spec/trainer",
      "no ReplicatedJob has the label trainer.kubeflow.org/trainjob-ancestor-step: trainer; image, command, args and env of spec.trainer go nowhere",
    );
  resourcesPerNode(context, trainer["resourcesPerNode"]);
  mpiNodes(context, trainer["numNodes"]);
  if (job !== undefined) processes(context, job);
}

/** The webhook tells it when it knows the runtime; the name alone says enough. */
function torchtuneName({ input, admission, report }: LintContext): void {
  const { spec } = input.object;
  const name = asString(getIn(spec, "runtimeRef", "name")) ?? "";
  if (!isEqualJson(getIn(spec, "trainer", "command"), TORCHTUNE_COMMAND)) return;
  if (isTorchtuneName(name)) return;
  const isTold =
    !admission.admitted && admission.causes.some(({ field }) => field === "spec.runtimeRef.name");
  if (!isTold)
    report(
      "TORCHTUNE_NAME",
      "/spec/runtimeRef/name",
      `the model is read from a runtime name such as torchtune-llama3.2-1b; ${name} names none`,
    );
}

function resourcesPerNode({ input, report }: LintContext, given: Json | undefined): void {
  const resources = asObject(given);
  if (resources === undefined || !input.trainerVersion.startsWith("v2.3.")) return;
  const path = "/spec/trainer/resourcesPerNode";
  if (input.runtime?.spec?.["mlPolicy"] === undefined)
    report("RESOURCES_IGNORED", path, "the runtime has no mlPolicy: resourcesPerNode is not used");
  else if ((asArray(resources["claims"]) ?? []).length > 0)
    report(
      "CLAIMS_LOST",
      `${path}/claims`,
      "only limits and requests are merged into the container",
    );
}

function mpiNodes(context: LintContext, numNodes: Json | undefined): void {
  const isLauncherNode = getIn(context.input.runtime?.spec, "mlPolicy", "mpi", "runLauncherAsNode");
  if (isLauncherNode !== true || numNodes !== 1) return;
  if (!jobsOf(context.jobSet).some(({ name }) => name === "node")) return;
  context.report(
    "MPI_NODE_COUNT",
    "/spec/trainer/numNodes",
    "the launcher is the one node (runLauncherAsNode), and the job node still gets a pod: two in all",
  );
}

function processes(context: LintContext, job: JobView): void {
  const { object, runtime } = context.input;
  const count = getIn(object.spec, "trainer", "numProcPerNode");
  const policy = asObject(runtime?.spec?.["mlPolicy"]) ?? {};
  const isUsed = policy["torch"] !== undefined || policy["mpi"] !== undefined;
  const node = containersOf(job).find(({ name }) => name === "node");
  if (typeof count !== "number" || !isUsed || node === undefined) return;
  const path = "/spec/trainer/numProcPerNode";
  const gpus = devicesOf(node, (name) => name.toLowerCase().includes("gpu"));
  const cpus = devicesOf(node, (name) => name === "cpu");
  if (gpus > 0 && count > gpus)
    context.report(
      "PROCESSES_EXCEED_DEVICES",
      path,
      `${count} processes per node share ${gpus} GPU${gpus === 1 ? "" : "s"}: ranks without a device fail`,
    );
  if (gpus > 0 && count < gpus)
    context.report("DEVICES_IDLE", path, `${count} of ${gpus} GPUs per node get a process`);
  if (gpus === 0 && cpus > 0 && count > cpus)
    context.report(
      "PROCESSES_EXCEED_DEVICES",
      path,
      `${count} processes per node share ${cpus} CPU${cpus === 1 ? "" : "s"}`,
    );
}

/** In requests, else in limits, rounded up. */
function devicesOf({ value }: ContainerView, isWanted: (name: string) => boolean): number {
  for (const half of ["requests", "limits"]) {
    const list = asObject(getIn(value, "resources", half)) ?? {};
    const name = Object.keys(list).find(isWanted);
    const quantity = name === undefined ? undefined : parseQuantity(String(list[name]));
    if (quantity !== undefined) return ceilQuantity(quantity);
  }
  return 0;
}
