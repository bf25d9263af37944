import type { FieldError } from "../../schema/field-error.ts";
import { toGoValue } from "../../schema/go-value.ts";
import { getIn, isJsonObject } from "../../util/json.ts";
import { envNames, isSince, numberAt, type PluginContext } from "./plugin-context.ts";
import { reservedEnvErrors } from "./reserved-env.ts";

const MPI_RESERVED: ReadonlySet<string> = new Set([
  "OMPI_MCA_orte_default_hostfile",
  "OMPI_MCA_plm_rsh_args",
  "OMPI_MCA_orte_keep_fqdn_hostnames",
  "OMPI_MCA_orte_set_default_slots",
]);

export function checkMpi(context: PluginContext): readonly FieldError[] {
  const { trainer, jobs, version } = context;
  const policy = getIn(context.mlPolicy, "mpi");
  if (!isJsonObject(policy) || trainer === undefined) return [];
  const errors: FieldError[] = [];
  if (!isSince(version, "v2.2") && typeof trainer["numProcPerNode"] === "string")
    errors.push({
      type: "Invalid",
      field: "spec.trainer.numProcPerNode",
      value: toGoValue(trainer["numProcPerNode"]),
      message: "must have an int value for MPI TrainJob",
    });
  const nodes = numberAt(trainer, "numNodes") ?? 0;
  const names = new Set(jobs().map((job) => job.name));
  if (
    nodes >= 2 &&
    policy["runLauncherAsNode"] === true &&
    !(names.has("launcher") && names.has("node"))
  )
    errors.push({
      type: "Invalid",
      field: "spec.trainer.numNodes",
      value: String(nodes),
      message:
        "must have 1 when MPI trainingRuntime with enabled runLauncherAsNode does not have either launcher and node",
    });
  if (isSince(version, "v2.3")) errors.push(...reservedEnvErrors(context, MPI_RESERVED));
  return errors;
}

const XGBOOST_RESERVED: ReadonlySet<string> = new Set([
  "DMLC_TRACKER_URI",
  "DMLC_TRACKER_PORT",
  "DMLC_TASK_ID",
  "DMLC_NUM_WORKER",
]);

export function checkXgboost({ mlPolicy, trainer, version }: PluginContext): readonly FieldError[] {
  if (!isSince(version, "v2.2") || !isJsonObject(getIn(mlPolicy, "xgboost"))) return [];
  return envNames(trainer).flatMap((name, index) =>
    XGBOOST_RESERVED.has(name)
      ? [
          {
            type: "Forbidden" as const,
            field: `spec.trainer.env[${index}]`,
            message: `${name} is reserved for the XGBoost runtime`,
          },
        ]
      : [],
  );
}

const FLUX_INSTALLER = "flux-installer";

export function checkFlux({
  mlPolicy,
  trainer,
  jobs,
  version,
}: PluginContext): readonly FieldError[] {
  const policy = getIn(mlPolicy, "flux");
  if (!isSince(version, "v2.2") || !isJsonObject(policy)) return [];
  const errors: FieldError[] = [];
  const own = isSince(version, "v2.3") ? numberAt(trainer, "numProcPerNode") : undefined;
  const processes = own ?? numberAt(policy, "numProcPerNode");
  if (processes !== undefined && processes < 1)
    errors.push({
      type: "Invalid",
      field: "spec.trainer.numProcPerNode",
      value: String(processes),
      message: "must be greater than or equal to 1 for Flux TrainJob",
    });
  const node = jobs().find((job) => job.name === "node");
  if (node?.initContainers.some((container) => container.name === FLUX_INSTALLER) === true)
    errors.push({
      type: "Invalid",
      field: "spec.trainer.initContainers",
      value: toGoValue(FLUX_INSTALLER),
      message: `InitContainer '${FLUX_INSTALLER}' is reserved`,
    });
  return errors;
}
