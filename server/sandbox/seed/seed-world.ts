import { chooseTime } from "#lib/dialect/append-time.ts";
import { KINDS } from "#lib/k8s/kinds.ts";
import { isKubeObject, type KubeObject, toJson } from "#lib/k8s/object.ts";
import { applyDefaults } from "#lib/schema/defaults.ts";
import { prune } from "#lib/schema/prune.ts";
import { toKubeTime } from "#lib/util/clock.ts";
import { asObject, type Json } from "#lib/util/json.ts";
import { crdSchemasFor, schemaOfKind } from "../crd-schemas.ts";
import type { Sandbox } from "../sandbox.ts";
import type { World } from "../world/world.ts";
import type { WorldClock } from "../world/world-clock.ts";
import { withOverride } from "../world/write-override.ts";
import { bulkJobs } from "./bulk-jobs.ts";
import { type JobSeed, MANAGERS, type SeedStep, toTrainJob } from "./job-seed.ts";
import { CLUSTER_RUNTIMES, TEAM_RUNTIME } from "./runtimes.ts";
import { TEAM_A_JOBS } from "./team-a-jobs.ts";
import { TEAM_B_JOBS } from "./team-b-jobs.ts";

export type SeedOptions = {
  /** The clock of sandbox and running world; it stands at least SEED_PAST before `now`. */
  readonly clock: WorldClock;
  readonly world: World;
  /** When the history ends, in milliseconds since the epoch. */
  readonly now: number;
  /** More TrainJobs, cheap ones without pods, to look at a big list. */
  readonly jobs?: number | undefined;
};

/** How long before `now` the world must begin: older than the oldest job. Milliseconds. */
export const SEED_PAST = 2 * 86_400_000;

const MINUTE = 60_000;
const RARELY = 10 * MINUTE;
const OFTEN = MINUTE / 2;
const LAST_REPORTS = 11 * MINUTE;
const ADMIN = { manager: "kubectl-client-side-apply" };

type Act = { readonly time: number; readonly run: () => void };

/**
 * Plays two days in the life of two teams: each object is written at its time by its writer, and the running world
 * reacts in between, so that stamps, owners, children, events and states are what the controllers make of it.
 */
export function seedWorld(sandbox: Sandbox, options: SeedOptions): void {
  const { clock, world, now, jobs = 0 } = options;
  seedCluster(sandbox);
  world.setReportEvery(RARELY);
  for (const object of bulkJobs(jobs, now, sandbox.options.dialect))
    world.leaveAlone(sandbox.store.create(object, { manager: MANAGERS.sdk }));
  const asServed = servedBy(sandbox);
  const acts = [...TEAM_A_JOBS, ...TEAM_B_JOBS].flatMap((seed) =>
    actsOf(sandbox, clock, now, seed, asServed),
  );
  for (const act of acts.toSorted((a, b) => a.time - b.time)) {
    if (act.time > clock.now()) clock.advance(act.time - clock.now());
    act.run();
  }
  clock.advance(Math.max(0, now - LAST_REPORTS - clock.now()));
  world.setReportEvery(OFTEN);
  clock.advance(Math.max(0, now - clock.now()));
}

/** Namespaces, runtimes and what else an administrator sets up. */
export function seedCluster(sandbox: Sandbox): void {
  for (const name of ["team-a", "team-b"]) ensureNamespace(sandbox, name);
  const asServed = servedBy(sandbox);
  for (const runtime of [...CLUSTER_RUNTIMES, TEAM_RUNTIME])
    sandbox.store.create(asServed(runtime), ADMIN);
}

export function ensureNamespace(sandbox: Sandbox, name: string): void {
  if (sandbox.store.get(KINDS.Namespace, undefined, name) !== undefined) return;
  const labels = { "kubernetes.io/metadata.name": name };
  const object = { apiVersion: "v1", kind: "Namespace", metadata: { name, labels } };
  sandbox.store.create({ ...object, status: { phase: "Active" } }, ADMIN);
}

/** Drops the fields that the served version does not know and fills its defaults: older Trainers have less. */
function servedBy({ options }: Sandbox): (object: KubeObject) => KubeObject {
  const schemas = crdSchemasFor(options.dialect, options.trainerVersion);
  return (object) => {
    const info = Object.values(KINDS).find((kind) => kind.kind === object.kind);
    const schema = info === undefined ? undefined : schemaOfKind(schemas, info);
    if (schema === undefined) return object;
    const served = applyDefaults(schema, prune(schema, toJson(object)).value);
    return isKubeObject(served) ? served : object;
  };
}

function actsOf(
  sandbox: Sandbox,
  clock: WorldClock,
  now: number,
  seed: JobSeed,
  asServed: (object: KubeObject) => KubeObject,
): readonly Act[] {
  const writer = seed.steps?.find((step) => step.kind === "override" && step.ago === seed.ago);
  const manager = writer?.kind === "override" ? (writer.writer ?? writer.manager) : MANAGERS.sdk;
  const create: Act = {
    time: now - seed.ago * MINUTE,
    run: () => sandbox.store.create(asServed(toTrainJob(seed)), { manager }),
  };
  const steps = (seed.steps ?? []).map((step) => ({
    time: now - step.ago * MINUTE,
    run: () => applyStep(sandbox, clock, seed, step, asServed),
  }));
  return [create, ...steps];
}

function applyStep(
  sandbox: Sandbox,
  clock: WorldClock,
  seed: JobSeed,
  step: SeedStep,
  asServed: (object: KubeObject) => KubeObject,
): void {
  const update = (change: (current: KubeObject) => KubeObject) =>
    sandbox.store.update(KINDS.TrainJob, seed.namespace, seed.name, change, {
      manager: writerOf(step),
    });
  if (step.kind === "forgetOwners") {
    update((current) => withTrainerEnv(current, [{}]));
    update((current) => withTrainerEnv(current, undefined));
  } else update((current) => asServed(changeOf(sandbox, clock, step, current)));
}

/** An item of a list-map without its key makes the API server drop all managedFields of the object. */
function withTrainerEnv(trainJob: KubeObject, env: Json | undefined): KubeObject {
  const trainer = asObject(trainJob.spec?.["trainer"]);
  return { ...trainJob, spec: { ...trainJob.spec, trainer: { ...trainer, env } } };
}

function writerOf(step: SeedStep): string {
  switch (step.kind) {
    case "override":
      return step.writer ?? step.manager;
    case "suspend":
    case "resume":
      return step.by ?? MANAGERS.dashboard;
    case "forgetOwners":
      return "legacy-client";
  }
}

function changeOf(
  sandbox: Sandbox,
  clock: WorldClock,
  step: Exclude<SeedStep, { readonly kind: "forgetOwners" }>,
  current: KubeObject,
): KubeObject {
  switch (step.kind) {
    case "suspend":
    case "resume":
      return { ...current, spec: { ...current.spec, suspend: step.kind === "suspend" } };
    case "override": {
      const { manager, override } = step;
      const chosen = chooseTime({ trainJob: current, manager, now: clock.now() });
      const time = "time" in chosen ? chosen.time : toKubeTime(clock.now());
      return withOverride(current, sandbox.options.dialect, manager, time, override);
    }
  }
}
