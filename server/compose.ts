import { randomBytes } from "node:crypto";
import type { Hono } from "hono";
import { pino } from "pino";
import { AppError } from "#lib/errors/app-error.ts";
import { allSchemas } from "#lib/schema/generated/all.ts";
import { parseStructuralSchema } from "#lib/schema/structural-schema.ts";
import { AccessReviewer } from "./access/access-reviewer.ts";
import { createPersonaIdentity } from "./access/persona-identity.ts";
import { type ComposedSandbox, composeSandbox } from "./compose-sandbox.ts";
import type { Config } from "./config/config.ts";
import { SYSTEM_CLOCK } from "./config/system-clock.ts";
import { createApi } from "./http/create-api.ts";
import { discoverCluster } from "./kube/discover-cluster.ts";
import { KubeClient } from "./kube/kube-client.ts";
import { ROUTES } from "./routes/all-routes.ts";
import { KeyedLock } from "./routes/keyed-lock.ts";
import type { ClusterFacts, Services } from "./routes/services.ts";
import { createStandingMemory, isStuck } from "./routes/standing-memory.ts";
import { WatchHub } from "./watch/watch-hub.ts";

/** The one place where parts are wired together. */
export type Composition = {
  readonly services: Services;
  readonly api: Hono;
  readonly sandbox: ComposedSandbox;
  /** Ends all streams with a last frame, then everything else. */
  close(): void;
};

export type ComposeOptions = {
  /** Replaces the real time in tests. */
  readonly clock?: Services["clock"];
  readonly random?: Services["random"];
  readonly sandbox?: ComposedSandbox;
  /** Bytes that may wait for one stream. */
  readonly readerLimit?: number;
  readonly log?: (entry: {
    level: "info" | "error";
    message: string;
    [key: string]: unknown;
  }) => void;
};

export async function compose(config: Config, options: ComposeOptions = {}): Promise<Composition> {
  const clock = options.clock ?? SYSTEM_CLOCK;
  const random = options.random ?? Math.random;
  const log = options.log ?? createLog();
  const sandbox = options.sandbox ?? composeSandbox(config);
  const client = new KubeClient(sandbox.transport);
  const cluster = await clusterFacts(client, sandbox);
  const hub: WatchHub = new WatchHub({
    client,
    clock,
    random,
    epoch: randomBytes(5).toString("hex"),
    dialect: () => cluster.dialect,
    now: sandbox.controls.now,
    readerLimit: options.readerLimit,
    isStuck: (trainJob) => isStuck({ hub, standing }, trainJob),
    onDegraded: (kind, error) =>
      log({ level: "info", message: "watch degraded", kind, code: error.code }),
    onDefect: (where, error) => log({ level: "error", message: "watch defect", where, error }),
  });
  const standing = createStandingMemory({ cluster, hub });
  const services: Services = {
    config,
    clock,
    random,
    now: sandbox.controls.now,
    client,
    hub,
    reviewer: new AccessReviewer({ client, clock }),
    cluster,
    standing,
    appendLock: new KeyedLock(),
    sandbox: sandbox.controls,
  };
  // Listing starts now, not with the first visitor.
  void hub.ready();
  return {
    services,
    sandbox,
    api: createApiFor(services, log),
    close: () => {
      hub.close();
      sandbox.close();
    },
  };
}

function createApiFor(services: Services, log: NonNullable<ComposeOptions["log"]>): Hono {
  const { config, sandbox, hub } = services;
  const identity = createPersonaIdentity(sandbox?.personas ?? []);
  return createApi({
    basePath: config.basePath,
    allowedHosts: config.allowedHosts,
    routes: ROUTES,
    notReady: () => (hub.isSynced ? undefined : "the watches have not listed everything yet"),
    host: {
      services,
      readOnly: config.readOnly,
      checkAnswers: config.checkAnswers,
      identify: (request) => identity.identify(request),
      onWrite: (write) => log({ level: "info", message: "write", ...write }),
      onFailure: ({ route, requestId, error }) => {
        const isExpected = error instanceof AppError && error.expected;
        const code = error instanceof AppError ? error.code : "INTERNAL";
        if (isExpected) log({ level: "info", message: "refused", route, requestId, code });
        else log({ level: "error", message: "failed", route, requestId, code, error });
      },
    },
  });
}

async function clusterFacts(
  client: KubeClient,
  { controller }: ComposedSandbox,
): Promise<ClusterFacts> {
  const { schemas: served, ...found } = await discoverCluster(client);
  const known =
    allSchemas[found.dialect === "templateOverrides" ? found.dialect : found.trainerVersion];
  const schemas = { ...known, ...served };
  return {
    ...found,
    controller,
    schemas,
    structural: {
      TrainJob: parseStructuralSchema(schemas.TrainJob),
      TrainingRuntime: parseStructuralSchema(schemas.TrainingRuntime),
      ClusterTrainingRuntime: parseStructuralSchema(schemas.ClusterTrainingRuntime),
      JobSet: parseStructuralSchema(schemas.JobSet),
    },
  };
}

/** JSON lines on standard error; standard output is for the one line that says where we are. */
function createLog(): NonNullable<ComposeOptions["log"]> {
  const logger = pino({ level: "info", base: null }, pino.destination(2));
  return ({ level, message, error, ...fields }) => {
    if (level === "error") logger.error({ ...fields, err: error }, message);
    else logger.info(fields, message);
  };
}
