import { type AppendPlan, buildAppend } from "#lib/dialect/append.ts";
import type { OverrideEntry } from "#lib/dialect/entry.ts";
import { fieldManagerOf } from "#lib/dialect/field-manager.ts";
import { overridesOf } from "#lib/dialect/override-list.ts";
import { overridesDigest } from "#lib/dialect/overrides-digest.ts";
import { readEntries } from "#lib/dialect/read-entries.ts";
import { AppError, isAppError } from "#lib/errors/app-error.ts";
import { KINDS } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { AppendAnswer, AppendDryRunAnswer, AppendRequest } from "#lib/protocol/overrides.ts";
import { toKubeTime } from "#lib/util/clock.ts";
import { isEqualJson } from "#lib/util/json.ts";
import type { Person } from "#server/access/person.ts";
import { type ChosenEntry, chooseEntryTime } from "./entry-time.ts";
import { assertLane } from "./lanes.ts";
import { predict } from "./predict.ts";
import { type RequestMap, refusedByRules, refusedByServer } from "./refusals.ts";
import type { JobParamsValue } from "./request-parts.ts";
import type { Services } from "./services.ts";

export type AppendCall = {
  readonly services: Services;
  readonly person: Person;
  readonly ref: JobParamsValue;
  readonly request: AppendRequest;
  readonly signal: AbortSignal;
};

/** A version conflict while the list is unchanged is tried again this often. */
const MAX_CONFLICTS = 5;
/** With `rebase`, or a time that the server chooses, others may win this often before we give up. */
const MAX_TRIES = 40;

/**
 * One append, guarded: refusals, conflicts and idempotence as the API's description says. Appends to one TrainJob from this
 * process stand in line; other writers are met with the guards of the patch.
 */
export async function appendOverride(call: AppendCall): Promise<AppendAnswer> {
  const manager = await assertLane(call);
  const { namespace, name } = call.ref;
  return call.services.appendLock.run(`${namespace}/${name}`, () => appendInTurn(call, manager));
}

async function appendInTurn(call: AppendCall, manager: string | undefined): Promise<AppendAnswer> {
  let conflicts = 0;
  let last: KubeObject | undefined;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const current = await readCurrent(call);
    conflicts = last !== undefined && isSameList(call, last, current) ? conflicts + 1 : 0;
    if (conflicts > MAX_CONFLICTS) break;
    last = current;
    const step = prepare(call, manager, current);
    if ("stored" in step) return storedAnswer(call, current, step.stored);
    assertSeen(call, current);
    const done = await write(call, manager, current, step.plan);
    if (done !== "again") return done;
    await pause(call, tries);
  }
  throw new AppError("CONTENDED");
}

/** What the API server says to the same append, and what we predict; nothing is written. */
export async function dryRunAppend(call: AppendCall): Promise<AppendDryRunAnswer> {
  const manager = await assertLane(call);
  const current = await readCurrent(call);
  const step = prepare(call, manager, current);
  if ("stored" in step)
    return {
      verdict: { admitted: true, causes: [], warnings: [], effect: "none" },
      server: { code: 200, message: "this entry is stored already", causes: [] },
    };
  assertSeen(call, current);
  const { verdict } = predict(call.services, current, step.plan.object);
  return {
    verdict: { ...verdict, ...mutable(verdict) },
    server: await askServer(call, manager, step.plan),
  };
}

function mutable(verdict: ReturnType<typeof predict>["verdict"]) {
  return {
    causes: [...verdict.causes],
    warnings: [...verdict.warnings],
    stuck: verdict.stuck === undefined ? undefined : [...verdict.stuck],
  };
}

/** The object as it is now, read as the person; another uid is another object. */
async function readCurrent({
  services,
  person,
  ref,
  request,
  signal,
}: AppendCall): Promise<KubeObject> {
  const current = await services.client.get(KINDS.TrainJob, ref.namespace, ref.name, {
    identity: person.identity,
    signal,
  });
  if (current.metadata.uid !== request.uid)
    throw new AppError("RECREATED", { extra: { trainJob: current } });
  return current;
}

function isSameList({ services }: AppendCall, a: KubeObject, b: KubeObject): boolean {
  const { dialect } = services.cluster;
  return isEqualJson([...(overridesOf(a, dialect) ?? [])], [...(overridesOf(b, dialect) ?? [])]);
}

type Step = { readonly stored: OverrideEntry } | { readonly plan: AppendPlan };

function prepare(call: AppendCall, manager: string | undefined, current: KubeObject): Step {
  const { services, request } = call;
  const { dialect } = services.cluster;
  const chosen: ChosenEntry =
    dialect === "templateOverrides" && manager !== undefined
      ? chooseEntryTime(services, current, manager, request)
      : { time: request.time ?? toKubeTime(services.now()) };
  if ("stored" in chosen) return chosen;
  const { kind, override } = request;
  return {
    plan: buildAppend({ trainJob: current, dialect, manager, kind, override, time: chosen.time }),
  };
}

/** A draft made on another list is not written silently. */
function assertSeen({ services, request }: AppendCall, current: KubeObject): void {
  if (request.rebase === true) return;
  if (request.seen === undefined)
    throw new AppError("INVALID", {
      errors: [{ pointer: "/seen", message: "needed where rebase is not true" }],
    });
  const digest = overridesDigest(current, services.cluster.dialect);
  if (request.seen !== digest) throw listChanged(current, digest);
}

function listChanged(current: KubeObject, overridesDigest: string): AppError {
  return new AppError("LIST_CHANGED", { extra: { trainJob: current, overridesDigest } });
}

async function write(
  call: AppendCall,
  manager: string | undefined,
  current: KubeObject,
  plan: AppendPlan,
): Promise<AppendAnswer | "again"> {
  const map = requestMap(plan);
  const { refusal, verdict } = predict(call.services, current, plan.object);
  if (refusal !== undefined) throw refusedByRules(refusal, map);
  try {
    const written = await patch(call, manager, plan, false);
    const warnings = [...new Set([...verdict.warnings, ...written.warnings])];
    return {
      resourceVersion: written.object.metadata.resourceVersion ?? "",
      entry: mutableEntry(findEntry(call, written.object, plan.entry)),
      verdict: { ...verdict, ...mutable({ ...verdict, warnings }) },
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await afterFailure(call, current, plan, error);
    return "again";
  }
}

/** Returns where another try makes sense; throws what the client is to know otherwise. */
async function afterFailure(
  call: AppendCall,
  current: KubeObject,
  plan: AppendPlan,
  error: AppError,
): Promise<void> {
  if (error.code === "CONFLICT") return;
  const refusal = refusedByServer(error, requestMap(plan));
  if (refusal.code !== "REFUSED") throw refusal;
  const fresh = await readCurrent(call);
  // The guard failed, or the entry met another one: on the new list it may be right.
  if (!isSameList(call, fresh, current)) return;
  throw refusal;
}

async function patch(
  { services, person, ref, signal }: AppendCall,
  manager: string | undefined,
  plan: AppendPlan,
  dryRun: boolean,
) {
  return services.client.patch(KINDS.TrainJob, ref.namespace, ref.name, "json", plan.patch, {
    identity: person.identity,
    fieldManager: fieldManagerOf(manager),
    dryRun,
    signal,
  });
}

async function askServer(
  call: AppendCall,
  manager: string | undefined,
  plan: AppendPlan,
): Promise<AppendDryRunAnswer["server"]> {
  try {
    await patch(call, manager, plan, true);
    return { code: 200, message: "admitted", causes: [] };
  } catch (error) {
    // Only a judgement of the append is an answer; that the API server is down or busy is an error of this request.
    if (!isAppError(error, "REFUSED", "FORBIDDEN", "CONFLICT", "BODY_TOO_LARGE")) throw error;
    if (error.meta.upstreamStatus === undefined) throw error;
    const { detail = error.message, causes = [], upstreamStatus } = error.meta;
    return { code: upstreamStatus, message: detail, causes: [...causes] };
  }
}

/** The entry as the API server stored it. */
function findEntry(call: AppendCall, object: KubeObject, planned: OverrideEntry): OverrideEntry {
  const entries = readEntries(object, call.services.cluster.dialect);
  return (
    entries.find(({ id }) => id === planned.id) ??
    entries.find(({ path }) => path === planned.path) ??
    planned
  );
}

function storedAnswer(call: AppendCall, current: KubeObject, stored: OverrideEntry): AppendAnswer {
  const { verdict } = predict(call.services, current, current);
  return {
    resourceVersion: current.metadata.resourceVersion ?? "",
    entry: mutableEntry(stored),
    verdict: { ...verdict, ...mutable(verdict) },
  };
}

export function mutableEntry(entry: OverrideEntry): AppendAnswer["entry"] {
  const { targetJobs, ...rest } = entry;
  return { ...rest, ...(targetJobs === undefined ? {} : { targetJobs: [...targetJobs] }) };
}

function requestMap(plan: AppendPlan): RequestMap {
  const { entry, object } = plan;
  return { entryPath: entry.path, isRuntimePatch: entry.kind === "patch", object };
}

/** Writers in other processes are given way to, a little more each time. */
async function pause({ services, signal }: AppendCall, tries: number): Promise<void> {
  if (tries > 0) await services.clock.sleep(services.random() * 10 * tries, signal);
}
