import type { JsonPatchOperation } from "../k8s/json-patch.ts";
import type { KubeObject } from "../k8s/object.ts";
import { isJsonObject, type Json, type JsonObject } from "../util/json.ts";
import { joinPointer } from "../util/pointer.ts";
import type { Dialect } from "./entry.ts";
import { overridesOf, overridesPath } from "./override-list.ts";
import { uidGuard, versionGuard } from "./patch-guards.ts";
import { readEntries } from "./read-entries.ts";

export type EditArgs = {
  readonly trainJob: KubeObject;
  readonly dialect: Dialect;
  /** Which entry: its id, its manager, or its position in an ownerless list. */
  readonly target: string;
};

export type EditPlan =
  | { readonly patch: readonly JsonPatchOperation[]; readonly object: KubeObject }
  | { readonly error: "appendOnly" | "notFound" };

/** Takes one entry out. templateOverrides never allow it. */
export function removeEntry(args: EditArgs): EditPlan {
  const position = positionOf(args);
  if (typeof position !== "number") return position;
  const list = overridesOf(args.trainJob, args.dialect) ?? [];
  return planOf(
    args,
    guarded(args, position, {
      op: "remove",
      path: joinPointer(overridesPath(args.dialect), position),
    }),
    list.filter((_, index) => index !== position),
  );
}

/**
 * Puts `override` in an entry's place: a `trainingRuntimeSpec` for runtimePatches (manager stays, the server sets time),
 * a whole element for ownerless lists.
 */
export function replaceEntry(args: EditArgs & { readonly override: JsonObject }): EditPlan {
  const position = positionOf(args);
  if (typeof position !== "number") return position;
  const list = overridesOf(args.trainJob, args.dialect) ?? [];
  const path = joinPointer(overridesPath(args.dialect), position);
  const stored = list[position];
  const isPatch = args.dialect === "runtimePatches" && isJsonObject(stored);
  const item = isPatch ? { ...stored, trainingRuntimeSpec: args.override } : args.override;
  const operation: JsonPatchOperation = isPatch
    ? { op: "add", path: joinPointer(path, "trainingRuntimeSpec"), value: args.override }
    : { op: "replace", path, value: args.override };
  return planOf(
    args,
    guarded(args, position, operation),
    list.map((other, index) => (index === position ? item : other)),
  );
}

function positionOf(args: EditArgs): number | { readonly error: "appendOnly" | "notFound" } {
  const entries = readEntries(args.trainJob, args.dialect);
  if (args.dialect === "templateOverrides") return { error: "appendOnly" };
  const entry =
    entries.find(({ id }) => id === args.target) ??
    entries.find(
      ({ manager, path }) =>
        (manager ?? path.slice(overridesPath(args.dialect).length + 1)) === args.target,
    );
  if (entry === undefined) return { error: "notFound" };
  return Number(entry.path.slice(overridesPath(args.dialect).length + 1));
}

function guarded(
  args: EditArgs,
  position: number,
  operation: JsonPatchOperation,
): readonly JsonPatchOperation[] {
  const stored = overridesOf(args.trainJob, args.dialect)?.[position];
  const manager = isJsonObject(stored) ? stored["manager"] : undefined;
  const path = joinPointer(overridesPath(args.dialect), position, "manager");
  const test: readonly JsonPatchOperation[] =
    args.dialect === "runtimePatches" && manager !== undefined
      ? [{ op: "test", path, value: manager }]
      : [];
  return [...test, operation];
}

function planOf(
  args: EditArgs,
  operations: readonly JsonPatchOperation[],
  list: readonly Json[],
): EditPlan {
  return {
    patch: [...uidGuard(args.trainJob), ...versionGuard(args.trainJob), ...operations],
    object: { ...args.trainJob, spec: { ...args.trainJob.spec, [args.dialect]: list } },
  };
}
