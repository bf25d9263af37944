import type { FieldError } from "../../schema/field-error.ts";
import { toGoJson, toGoValue } from "../../schema/go-value.ts";
import { asArray, asString, getIn, isEqualJson, isJsonObject, objectsIn } from "../../util/json.ts";
import { isSince, type PluginContext } from "./plugin-context.ts";
import { reservedEnvErrors } from "./reserved-env.ts";
import { checkTorchTune } from "./torchtune.ts";

const RESERVED: ReadonlySet<string> = new Set([
  "PET_NNODES",
  "PET_NPROC_PER_NODE",
  "PET_NODE_RANK",
  "PET_MASTER_ADDR",
  "PET_MASTER_PORT",
]);

/** Runtimes with a torch policy. Before 2.2 nothing is checked unless `numProcPerNode` is set. */
export function checkTorch(context: PluginContext): readonly FieldError[] {
  const { mlPolicy, trainer, version } = context;
  if (!isJsonObject(getIn(mlPolicy, "torch"))) return [];
  const errors: FieldError[] = [...checkInjectionTargets(context)];
  const processes = trainer?.["numProcPerNode"];
  if (trainer === undefined) return errors;
  if (!isSince(version, "v2.2")) {
    if (processes === undefined) return errors;
    if (typeof processes === "string" && !["auto", "cpu", "gpu"].includes(processes))
      errors.push({
        type: "Invalid",
        field: "spec.trainer.numProcPerNode",
        value: toGoValue(processes),
        message: "must have an int value or [auto cpu gpu]",
      });
  }
  errors.push(...reservedEnvErrors(context, RESERVED));
  if (isEqualJson(trainer["command"], ["tune", "run"])) errors.push(...checkTorchTune(context));
  return errors;
}

function checkInjectionTargets({ mlPolicy, jobs, version }: PluginContext): readonly FieldError[] {
  if (!isSince(version, "v2.3")) return [];
  return objectsIn(getIn(mlPolicy, "torch", "envInjection", "targets")).flatMap((target) => {
    const jobName = asString(target["jobName"]) ?? "";
    const job = jobs().find((candidate) => candidate.name === jobName);
    const known = [...(job?.containers ?? []), ...(job?.initContainers ?? [])];
    return (asArray(target["containerNames"]) ?? [])
      .filter((name) => !known.some((container) => container.name === name))
      .map((name) => ({
        type: "Invalid" as const,
        field: "spec.runtimeRef",
        value: toGoJson({ jobName, containerNames: target["containerNames"] }),
        message: `envInjection target podSet ${JSON.stringify(jobName)} container ${JSON.stringify(name)} not found in runtime template`,
      }));
  });
}
