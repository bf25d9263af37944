import { removeEntry, replaceEntry } from "#lib/dialect/edit-entry.ts";
import { fieldManagerOf } from "#lib/dialect/field-manager.ts";
import { hasManagers } from "#lib/dialect/override-list.ts";
import { overridesDigest } from "#lib/dialect/overrides-digest.ts";
import { readEntries } from "#lib/dialect/read-entries.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { KINDS } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { AppendAnswer } from "#lib/protocol/overrides.ts";
import type { JsonObject } from "#lib/util/json.ts";
import type { Person } from "#server/access/person.ts";
import { mutableEntry } from "./append-override.ts";
import { assertLane } from "./lanes.ts";
import { predict } from "./predict.ts";
import { isFailedTest, type RequestMap, refusedByRules, refusedByServer } from "./refusals.ts";
import type { JobParamsValue } from "./request-parts.ts";
import type { Services } from "./services.ts";

export type EditCall = {
  readonly services: Services;
  readonly person: Person;
  readonly ref: JobParamsValue;
  /** Manager, or position in an ownerless list. */
  readonly target: string;
  readonly request: {
    readonly uid: string;
    readonly seen?: string | undefined;
    readonly rebase?: boolean | undefined;
    readonly confirm?: boolean | undefined;
    /** Absent: the entry is taken out. */
    readonly override?: JsonObject | undefined;
  };
  readonly signal: AbortSignal;
};

export type EditAnswer = {
  readonly resourceVersion: string;
  readonly verdict: AppendAnswer["verdict"];
  readonly entry?: AppendAnswer["entry"] | undefined;
};

/** Replaces or removes one entry where the dialect allows it; every edit names the version that it was made on. */
export async function editOverride(call: EditCall): Promise<EditAnswer> {
  const { services, person, ref, target, request, signal } = call;
  const { dialect } = services.cluster;
  if (dialect === "templateOverrides")
    throw new AppError("APPEND_ONLY", {
      detail: "entries of templateOverrides cannot be changed or removed",
    });
  const manager = hasManagers(dialect) ? target : undefined;
  await assertLane({ services, person, request: { manager, confirm: request.confirm } });
  const current = await readSeen(call);
  const plan = planOf(call, current);
  const map = mapOf(call, current);
  const { refusal, verdict } = predict(services, current, plan.object);
  if (refusal !== undefined) throw refusedByRules(refusal, map);
  try {
    const { object, warnings } = await services.client.patch(
      KINDS.TrainJob,
      ref.namespace,
      ref.name,
      "json",
      plan.patch,
      { identity: person.identity, fieldManager: fieldManagerOf(manager), signal },
    );
    const entry = readEntries(object, dialect).find(({ path }) => path === map.entryPath);
    return {
      resourceVersion: object.metadata.resourceVersion ?? "",
      verdict: {
        ...verdict,
        causes: [...verdict.causes],
        warnings: [...new Set([...verdict.warnings, ...warnings])],
        stuck: verdict.stuck === undefined ? undefined : [...verdict.stuck],
      },
      ...(entry === undefined ? {} : { entry: mutableEntry(entry) }),
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "CONFLICT" || isFailedTest(error)) throw await moved(call);
    throw refusedByServer(error, map);
  }
}

async function readSeen(call: EditCall): Promise<KubeObject> {
  assertAim(call);
  const current = await read(call);
  if (current.metadata.uid !== call.request.uid)
    throw new AppError("RECREATED", { extra: { trainJob: current } });
  const digest = overridesDigest(current, call.services.cluster.dialect);
  if (call.request.rebase !== true && call.request.seen !== digest)
    throw new AppError("LIST_CHANGED", { extra: { trainJob: current, overridesDigest: digest } });
  return current;
}

/** A position means something only in the list in which it was seen: after a rebase another element may stand there. */
function assertAim({ services, target, request: { seen, rebase } }: EditCall): void {
  if (rebase === true && !hasManagers(services.cluster.dialect) && /^\d+$/.test(target))
    throw invalid("/rebase", "not with a position; name the entry by its id");
  if (rebase !== true && seen === undefined)
    throw invalid("/seen", "needed where rebase is not true");
}

function invalid(pointer: string, message: string): AppError {
  return new AppError("INVALID", { errors: [{ pointer, message }] });
}

function read({ services, person, ref, signal }: EditCall): Promise<KubeObject> {
  return services.client.get(KINDS.TrainJob, ref.namespace, ref.name, {
    identity: person.identity,
    signal,
  });
}

function planOf({ services, target, request }: EditCall, trainJob: KubeObject) {
  const { dialect } = services.cluster;
  const plan =
    request.override === undefined
      ? removeEntry({ trainJob, dialect, target })
      : replaceEntry({ trainJob, dialect, target, override: request.override });
  if ("patch" in plan) return plan;
  throw new AppError(plan.error === "appendOnly" ? "APPEND_ONLY" : "NOT_FOUND");
}

function mapOf({ services, target }: EditCall, trainJob: KubeObject): RequestMap {
  const { dialect } = services.cluster;
  const entry = readEntries(trainJob, dialect).find(
    ({ id, manager, path }) => id === target || manager === target || path.endsWith(`/${target}`),
  );
  return { entryPath: entry?.path ?? "/spec", isRuntimePatch: dialect === "runtimePatches" };
}

async function moved(call: EditCall): Promise<AppError> {
  const fresh = await read(call);
  const code = fresh.metadata.uid === call.request.uid ? "CONFLICT" : "RECREATED";
  return new AppError(code, { extra: { trainJob: fresh } });
}
