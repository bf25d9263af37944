import type { AddressInfo } from "node:net";
import type { Dialect } from "#lib/dialect/entry.ts";
import { KINDS } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { type Composition, compose } from "#server/compose.ts";
import { parseConfig } from "#server/config/config.ts";
import { createFrontServer } from "#server/http/create-server.ts";
import { versionOfDialect } from "#server/kube/discover-cluster.ts";
import type { KubeTransport } from "#server/kube/transport.ts";
import { noPages } from "#server/pages.ts";
import { PERSONAS } from "#server/sandbox/personas.ts";
import { createSandbox, type Sandbox } from "#server/sandbox/sandbox.ts";
import { CLUSTER_RUNTIMES } from "#server/sandbox/seed/runtimes.ts";
import { createManualClock, type ManualClock } from "./manual-clock.ts";

export type Bff = {
  readonly url: string;
  readonly sandbox: Sandbox;
  readonly clock: ManualClock;
  readonly composition: Composition;
  /** A call as this persona, as its browser would make it. */
  call(persona: string, method: string, path: string, body?: unknown): Promise<Answer>;
  stop(): Promise<void>;
};

export type Answer = {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers by name
  readonly body: any;
  readonly headers: Headers;
};

export type BffOptions = {
  readonly dialect?: Dialect;
  readonly args?: readonly string[];
  readonly readerLimit?: number;
  readonly random?: () => number;
  /** Stands between the server and the cluster. */
  readonly wrap?: (transport: KubeTransport) => KubeTransport;
  /** Another front over the same cluster. */
  readonly beside?: Bff;
};

/** The real server over loopback, on a sandbox without controllers: nothing moves but what a test moves. */
export async function startBff(options: BffOptions = {}): Promise<Bff> {
  const dialect = options.dialect ?? "templateOverrides";
  const controller = dialect === "templateOverrides" ? "dashboard" : "trainer";
  const clock = options.beside?.clock ?? createManualClock();
  const sandbox =
    options.beside?.sandbox ??
    createSandbox({ dialect, controller, clock, trainerVersion: versionOfDialect(dialect) });
  if (options.beside === undefined)
    for (const runtime of CLUSTER_RUNTIMES) sandbox.store.create(runtime, { manager: "setup" });
  const config = parseConfig(["--sandbox", "--port", "0", ...(options.args ?? [])], {});
  const composition = await compose(config, {
    clock,
    random: options.random ?? (() => 0),
    log: () => {},
    ...(options.readerLimit === undefined ? {} : { readerLimit: options.readerLimit }),
    sandbox: {
      controller,
      transport: options.wrap?.(sandbox.transport) ?? sandbox.transport,
      controls: {
        personas: PERSONAS,
        speed: () => 1,
        setSpeed: () => {},
        now: () => clock.now(),
        files: undefined,
      },
      close: () => {},
    },
  });
  const server = createFrontServer({
    basePath: config.basePath,
    allowedHosts: config.allowedHosts,
    api: composition.api,
    pages: Promise.resolve(noPages),
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}${config.basePath}`;
  await composition.services.hub.ready();
  return {
    url,
    sandbox,
    clock,
    composition,
    call: (persona, method, path, body) => callApi(`${url}/api${path}`, persona, method, body),
    stop: async () => {
      composition.close();
      if (options.beside === undefined) sandbox.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function callApi(
  url: string,
  persona: string,
  method: string,
  body: unknown,
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      cookie: `trainer-persona=${persona}`,
      origin: new URL(url).origin,
      "sec-fetch-site": "same-origin",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(text) };
}

export type JobOptions = {
  readonly namespace?: string;
  readonly name?: string;
  readonly suspend?: boolean;
  readonly spec?: Record<string, unknown>;
  readonly labels?: Record<string, string>;
};

export function aTrainJob(options: JobOptions = {}): KubeObject {
  return {
    apiVersion: "trainer.kubeflow.org/v1alpha1",
    kind: "TrainJob",
    metadata: {
      namespace: options.namespace ?? "team-a",
      name: options.name ?? "bert",
      ...(options.labels === undefined ? {} : { labels: options.labels }),
    },
    spec: {
      runtimeRef: {
        apiGroup: "trainer.kubeflow.org",
        kind: "ClusterTrainingRuntime",
        name: "torch-distributed",
      },
      managedBy: "trainer.kubeflow.org/trainjob-controller",
      suspend: options.suspend ?? true,
      ...options.spec,
    } as KubeObject["spec"],
  };
}

/** Puts a TrainJob into the cluster, as some other client. */
export function storeJob(bff: Bff, options: JobOptions = {}): KubeObject {
  return bff.sandbox.store.create(aTrainJob(options), { manager: "sdk" });
}

export function storedJob(bff: Bff, namespace = "team-a", name = "bert"): KubeObject {
  const found = bff.sandbox.store.get(KINDS.TrainJob, namespace, name);
  if (found === undefined) throw new Error(`no TrainJob ${namespace}/${name}`);
  return found;
}

/** Lets watches and flushes run until the condition holds; fails after many turns instead of hanging. */
export async function until(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 2_000; turn += 1) {
    if (condition()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error("the condition never held");
}
