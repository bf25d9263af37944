import type { FieldError } from "../schema/field-error.ts";
import { toGoJson, toGoValue } from "../schema/go-value.ts";
import { asObject, asString, type JsonObject, objectsIn } from "../util/json.ts";
import type { DialectRules, Findings, RuleContext } from "./rule-context.ts";
import { RESERVED_ENV_MESSAGE, runtimeNames, setsReservedEnv } from "./runtime-names.ts";
import { isSemanticallyEqual } from "./semantic-equal.ts";
import { inStructOrder } from "./struct-order.ts";
import { checkSuspension } from "./suspension-rule.ts";

type Shape = {
  readonly list: "podSpecOverrides" | "podTemplateOverrides";
  readonly noun: string;
  /** Trainer 2.0 takes one override for a job only. */
  readonly oncePerJob: boolean;
};

/** Overrides without owner and time (Trainer 2.0 and 2.1): no mutating webhook, every update needs the runtime. */
function ownerlessRules(shape: Shape): DialectRules {
  return {
    fillTimes: ({ object }) => object,
    needsRuntime: () => true,
    check: (context) => checkOverrides(context, shape),
  };
}

export const podSpecOverrideRules = ownerlessRules({
  list: "podSpecOverrides",
  noun: "PodSpecOverrides",
  oncePerJob: true,
});

export const podTemplateOverrideRules = ownerlessRules({
  list: "podTemplateOverrides",
  noun: "PodTemplateOverrides",
  oncePerJob: false,
});

function checkOverrides(context: RuleContext, shape: Shape): Findings {
  const { object, old, schema } = context;
  const field = `spec.${shape.list}`;
  const value = object.spec?.[shape.list];
  const errors: FieldError[] = [];
  const listSchema = schema.properties?.["spec"]?.properties?.[shape.list];
  if (old !== undefined && !isSemanticallyEqual(listSchema, value, old.spec?.[shape.list]))
    errors.push(...checkSuspension(context, { noun: shape.noun, field, beforeCounts: false }));
  const seen = new Set<string>();
  for (const override of objectsIn(value)) {
    if (shape.oncePerJob) errors.push(...duplicateTargets(override, field, seen));
    errors.push(...checkTargets(context, shape, override));
  }
  return { errors, warnings: [] };
}

function targetNames(override: JsonObject): readonly string[] {
  return objectsIn(override["targetJobs"]).map((target) => asString(target["name"]) ?? "");
}

function duplicateTargets(
  override: JsonObject,
  field: string,
  seen: Set<string>,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const name of targetNames(override)) {
    if (seen.has(name))
      errors.push({ type: "Duplicate", field, value: toGoValue(name), message: "" });
    seen.add(name);
  }
  return errors;
}

/**
 * Container names are looked up in the template into which the overrides were merged already, where every
 * container of a known job exists: upstream only ever speaks of containers in jobs that it does not know.
 */
function checkTargets(
  { object, request }: RuleContext,
  { list }: Shape,
  override: JsonObject,
): readonly FieldError[] {
  const field = `spec.${list}`;
  const names = request.runtime === undefined ? undefined : runtimeNames(request.runtime);
  const spec = list === "podSpecOverrides" ? override : (asObject(override["spec"]) ?? {});
  const shown = toGoJson(inStructOrder(STRUCT[list], object.spec?.[list] ?? null));
  const errors: FieldError[] = [];
  const add = (message: string): void => {
    errors.push({ type: "Invalid", field, value: shown, message });
  };
  for (const job of targetNames(override)) {
    const isUnknown = names !== undefined && !names.has(job);
    if (isUnknown) {
      add("must not have targetJob that doesn't exist in the runtime job template");
      for (const _ of objectsIn(spec["initContainers"]))
        add(`must not have initContainer that doesn't exist in the runtime job ${job}`);
    }
    for (const container of objectsIn(spec["containers"])) {
      if (isUnknown) add(`must not have container that doesn't exist in the runtime job ${job}`);
      else if (setsReservedEnv(container)) add(RESERVED_ENV_MESSAGE);
    }
  }
  return errors;
}

const STRUCT = {
  podSpecOverrides: "PodSpecOverride",
  podTemplateOverrides: "PodTemplateOverride",
} as const;
