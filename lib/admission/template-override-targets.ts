import type { KubeObject } from "../k8s/object.ts";
import type { FieldError } from "../schema/field-error.ts";
import { toGoValue } from "../schema/go-value.ts";
import { asObject, asString, type JsonObject, objectsIn } from "../util/json.ts";
import {
  type JobContainers,
  RESERVED_ENV_MESSAGE,
  runtimeNames,
  setsReservedEnv,
} from "./runtime-names.ts";
import type { HistoryEntry } from "./template-histories.ts";

/** Names in new entries must exist in the runtime, and env is not theirs to set on reserved containers. */
export function checkTargets(
  added: readonly HistoryEntry[],
  runtime: KubeObject | undefined,
): readonly FieldError[] {
  const names = runtime === undefined ? undefined : runtimeNames(runtime);
  return added.flatMap((entry) => [
    ...(names === undefined ? [] : checkNames(entry, names)),
    ...checkReservedEnv(entry),
  ]);
}

function checkNames(
  { entry, field }: HistoryEntry,
  names: ReadonlyMap<string, JobContainers>,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const targets = objectsIn(entry["targetJobs"]).map((target) => asString(target["name"]) ?? "");
  targets.forEach((target, index) => {
    if (!names.has(target))
      errors.push({
        type: "Invalid",
        field: `${field}.targetJobs[${index}].name`,
        value: toGoValue(target),
        message: "must not have targetJob that doesn't exist in the runtime job template",
      });
  });
  const spec = asObject(entry["spec"]) ?? {};
  for (const target of targets) {
    const job = names.get(target);
    if (job === undefined) continue;
    errors.push(...unknownContainers(spec, "initContainers", job.initContainers, target, field));
    errors.push(...unknownContainers(spec, "containers", job.containers, target, field));
  }
  return errors;
}

function unknownContainers(
  spec: JsonObject,
  list: "initContainers" | "containers",
  known: ReadonlySet<string>,
  job: string,
  field: string,
): readonly FieldError[] {
  const noun = list === "containers" ? "container" : "initContainer";
  return objectsIn(spec[list]).flatMap((container, index) => {
    const name = asString(container["name"]) ?? "";
    if (known.has(name)) return [];
    return [
      {
        type: "Invalid" as const,
        field: `${field}.spec.${list}[${index}].name`,
        value: toGoValue(name),
        message: `must not have ${noun} that doesn't exist in the runtime job ${job}`,
      },
    ];
  });
}

function checkReservedEnv({ entry, field }: HistoryEntry): readonly FieldError[] {
  const containers = objectsIn(asObject(entry["spec"])?.["containers"]);
  return containers.flatMap((container, index) =>
    setsReservedEnv(container)
      ? [
          {
            type: "Forbidden" as const,
            field: `${field}.spec.containers[${index}].env`,
            message: RESERVED_ENV_MESSAGE,
          },
        ]
      : [],
  );
}
