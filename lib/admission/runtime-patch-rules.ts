import type { FieldError } from "../schema/field-error.ts";
import { toGoJson } from "../schema/go-value.ts";
import { asObject, asString, getIn, type JsonObject, objectsIn } from "../util/json.ts";
import { checkManager } from "./manager-format.ts";
import { OWN_WARNING_END } from "./own-warnings.ts";
import type { DialectRules, Findings, RuleContext } from "./rule-context.ts";
import { RESERVED_ENV_MESSAGE, runtimeNames, setsReservedEnv } from "./runtime-names.ts";
import { fillPatchTimes } from "./runtime-patch-times.ts";
import { isSemanticallyEqual } from "./semantic-equal.ts";
import { inStructOrder } from "./struct-order.ts";
import { checkSuspension } from "./suspension-rule.ts";

const FIELD = "spec.runtimePatches";

/** The webhook rules of runtimePatches (Trainer 2.2 and later); see SPEC.md. */
export const runtimePatchRules: DialectRules = {
  fillTimes: fillPatchTimes,
  needsRuntime: () => true,
  check: checkRuntimePatches,
};

function checkRuntimePatches(context: RuleContext): Findings {
  const { object, old, request, schema } = context;
  const patches = objectsIn(object.spec?.["runtimePatches"]);
  const errors: FieldError[] = [];
  const list = schema.properties?.["spec"]?.properties?.["runtimePatches"];
  const isChanged =
    old !== undefined &&
    !isSemanticallyEqual(list, object.spec?.["runtimePatches"], old.spec?.["runtimePatches"]);
  if (isChanged) {
    const beforeCounts = request.trainerVersion !== "v2.2.0";
    errors.push(
      ...checkSuspension(context, { noun: "RuntimePatches", field: FIELD, beforeCounts }),
    );
  }
  for (const patch of patches) {
    errors.push(...checkManager(asString(patch["manager"]) ?? "", `${FIELD}.manager`));
    for (const { job } of jobsOf(patch)) errors.push(...checkJob(job, patches, context));
  }
  return { errors, warnings: unknownNameWarnings(context) };
}

type PatchedJob = { readonly job: JsonObject; readonly field: string };

function jobsOf(patch: JsonObject): readonly PatchedJob[] {
  const jobs = getIn(patch, "trainingRuntimeSpec", "template", "spec", "replicatedJobs");
  return objectsIn(jobs).map((job, index) => ({
    job,
    field: `trainingRuntimeSpec.template.spec.replicatedJobs[${index}]`,
  }));
}

function checkJob(
  job: JsonObject,
  patches: readonly JsonObject[],
  { request }: RuleContext,
): readonly FieldError[] {
  const shown = (): string => toGoJson(inStructOrder("RuntimePatch", patches));
  const isMergedByJob = request.trainerVersion.startsWith("v2.2.");
  const names = request.runtime === undefined ? undefined : runtimeNames(request.runtime);
  if (isMergedByJob && names !== undefined && !names.has(asString(job["name"]) ?? "")) {
    const message = "must not have replicated job that doesn't exist in the runtime job template";
    return [{ type: "Invalid", field: FIELD, value: shown(), message }];
  }
  const containers = objectsIn(getIn(podSpecOf(job), "containers"));
  return containers.filter(setsReservedEnv).map(() => ({
    type: "Invalid",
    field: FIELD,
    value: shown(),
    message: RESERVED_ENV_MESSAGE,
  }));
}

function podSpecOf(job: JsonObject): JsonObject | undefined {
  return asObject(getIn(job, "template", "spec", "template", "spec"));
}

/** Trainer admits names that the runtime does not have, and then fails on every reconcile: this project says so beforehand. */
function unknownNameWarnings({ object, request }: RuleContext): readonly string[] {
  if (request.runtime === undefined) return [];
  const names = runtimeNames(request.runtime);
  return objectsIn(object.spec?.["runtimePatches"]).flatMap((patch, patchIndex) =>
    jobsOf(patch).flatMap(({ job, field }) => {
      const at = `${FIELD}[${patchIndex}].${field}`;
      const name = asString(job["name"]) ?? "";
      const known = names.get(name);
      if (known === undefined)
        return [
          `${at}.name: the runtime has no ReplicatedJob ${JSON.stringify(name)}${OWN_WARNING_END}`,
        ];
      const pod = podSpecOf(job);
      return (["initContainers", "containers"] as const).flatMap((list) =>
        objectsIn(getIn(pod, list)).flatMap((container, index) => {
          const container_ = asString(container["name"]) ?? "";
          if (known[list].has(container_)) return [];
          return [
            `${at}.template.spec.template.spec.${list}[${index}].name: ReplicatedJob ${JSON.stringify(name)} has no container ${JSON.stringify(container_)} there${OWN_WARNING_END}`,
          ];
        }),
      );
    }),
  );
}
