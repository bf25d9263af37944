import type { FieldError } from "../../schema/field-error.ts";
import { toGoJson } from "../../schema/go-value.ts";
import { getIn } from "../../util/json.ts";
import { inStructOrder } from "../struct-order.ts";
import { isSince, type PluginContext } from "./plugin-context.ts";

const INITIALIZERS = [
  { key: "dataset", name: "dataset-initializer", config: "datasetConfig" },
  { key: "model", name: "model-initializer", config: "modelConfig" },
] as const;

/** An initializer needs its job, its container there and (2.3 and later) that container's mount of the initializer volume. */
export function checkInitializers(context: PluginContext): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const { key, name, config } of INITIALIZERS) {
    if (getIn(context.initializer, key) === undefined) continue;
    const message = findProblem(context, name, config);
    if (message !== undefined)
      errors.push({
        type: "Invalid",
        field: "spec.runtimeRef",
        value: toGoJson(inStructOrder("RuntimeRef", context.runtimeRef)),
        message,
      });
  }
  return errors;
}

function findProblem(context: PluginContext, name: string, config: string): string | undefined {
  const job = context.jobs().find((candidate) => candidate.name === name);
  if (job === undefined)
    return `must have ${name} job when trainJob is configured with input ${config}`;
  const all = [...job.initContainers, ...job.containers];
  if (!all.some((container) => container.name === name))
    return `must have container with name - ${name} in the ${name} job`;
  const mounts = job.containers.some(
    (container) => container.name === name && container.mounts.includes("initializer"),
  );
  if (mounts || !isSince(context.version, "v2.3")) return undefined;
  return `must have volumeMount with name - initializer in container ${name} of the ${name} job`;
}
