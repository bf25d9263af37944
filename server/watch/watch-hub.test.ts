import { expect, test } from "vitest";
import { KINDS } from "#lib/k8s/kinds.ts";
import type { Frame } from "#lib/protocol/frames.ts";
import {
  createScope,
  FULL_SIGHT,
  type NamespaceScope,
  type RowKind,
} from "#server/access/namespace-scope.ts";
import { KubeClient } from "#server/kube/kube-client.ts";
import type { KubeTransport } from "#server/kube/transport.ts";
import { createSandbox } from "#server/sandbox/sandbox.ts";
import { type HubOptions, WatchHub } from "./watch-hub.ts";

const clock = {
  now: () => Date.UTC(2026, 0, 1),
  sleep: (_ms: number, signal: { aborted: boolean } | undefined) =>
    new Promise<void>((resolve) => {
      if (signal instanceof AbortSignal) signal.addEventListener("abort", () => resolve());
    }),
};

function openHub(options: Partial<HubOptions> = {}, wrap = (inner: KubeTransport) => inner) {
  const sandbox = createSandbox({
    dialect: "templateOverrides",
    controller: "dashboard",
    trainerVersion: "v2.3.0",
    clock,
  });
  const hub = new WatchHub({
    client: new KubeClient(wrap(sandbox.transport)),
    clock,
    random: () => 0,
    epoch: "e",
    dialect: () => "templateOverrides",
    now: clock.now,
    ...options,
  });
  const put = (name: string, namespace = "team-a") =>
    sandbox.store.create(
      {
        apiVersion: "trainer.kubeflow.org/v1alpha1",
        kind: "TrainJob",
        metadata: { name, namespace },
        spec: { runtimeRef: { name: "r" }, suspend: true },
      },
      { manager: "test" },
    );
  const close = () => {
    hub.close();
    sandbox.close();
  };
  return { sandbox, hub, put, close };
}

const ALL: NamespaceScope = { namespaces: new Set(), has: () => true, sight: () => FULL_SIGHT };
const scopeOf = (...names: string[]): NamespaceScope =>
  createScope(new Map(names.map((name) => [name, FULL_SIGHT])));

async function until(check: () => boolean): Promise<void> {
  for (let turn = 0; turn < 2_000 && !check(); turn += 1)
    await new Promise((resolve) => setImmediate(resolve));
  expect(check()).toBe(true);
}

async function drain(frames: AsyncIterator<Frame, undefined> & { readonly isEmpty: boolean }) {
  const all: Frame[] = [];
  while (!frames.isEmpty) {
    const next = await frames.next();
    if (next.done !== true) all.push(next.value);
  }
  return all;
}

test("[H5] a reader that never reads is reset, and the hub holds nothing for it any more", async () => {
  const { hub, put, close } = openHub({ readerLimit: 2_000 });
  await hub.ready();
  const { frames } = hub.open(["jobs"], ALL);
  for (let index = 0; index < 30; index += 1) put(`job-${index}`);
  await until(() => hub.catalog.rows.size === 30);
  expect(hub.readerCount).toBe(0);
  expect(await drain(frames)).toEqual([{ type: "reset", reason: "overflow" }]);
  close();
});

test("[H6] frames of other namespaces do not even wait", async () => {
  const { hub, put, close } = openHub();
  await hub.ready();
  await until(() => hub.source.state === "live");
  const { frames } = hub.open(["jobs", "jobs:team-b", "job:team-b/x"], scopeOf("team-a"));
  put("x", "team-b");
  put("y", "team-a");
  await until(() => hub.catalog.rows.size === 2);
  hub.snapshotCursor();
  const seen = await drain(frames);
  expect(seen.map((frame) => (frame.type === "upsert" ? frame.row.name : frame.type))).toEqual([
    "hello",
    "y",
  ]);
  close();
});

test("[H6] what was missed is filtered as well", async () => {
  const { hub, put, close } = openHub();
  await hub.ready();
  await until(() => hub.source.state === "live");
  const cursor = hub.snapshotCursor();
  put("x", "team-b");
  await until(() => hub.catalog.rows.size === 1);
  hub.snapshotCursor();
  const { frames } = hub.open(["jobs"], scopeOf("team-a"), cursor);
  expect((await drain(frames)).map(({ type }) => type)).toEqual(["hello"]);
  close();
});

test("[H7] a changed scope drops what waits and ends the stream", async () => {
  const { hub, put, close } = openHub();
  await hub.ready();
  const reader = hub.open(["jobs"], scopeOf("team-a"));
  put("x");
  await until(() => hub.catalog.rows.size === 1);
  hub.snapshotCursor();
  reader.rescope(scopeOf());
  expect(await drain(reader.frames)).toEqual([{ type: "reset", reason: "access" }]);
  close();
});

test("[H2] a change that leaves the row as it is touches only the job's own topic", async () => {
  const { hub, put, sandbox, close } = openHub();
  await hub.ready();
  put("x");
  await until(() => hub.catalog.rows.size === 1);
  await until(() => hub.source.state === "live");
  const cursor = hub.snapshotCursor();
  const { frames } = hub.open(["jobs", "job:team-a/x"], ALL);
  sandbox.store.update(
    KINDS.TrainJob,
    "team-a",
    "x",
    (job) => ({ ...job, metadata: { ...job.metadata, annotations: { note: "1" } } }),
    { manager: "test" },
  );
  await until(() => hub.snapshotCursor() !== cursor);
  expect((await drain(frames)).map(({ type }) => type)).toEqual(["hello", "touch"]);
  close();
});

test("[H9] a watch that broke is told to every reader", async () => {
  let isDown = false;
  const { hub, sandbox, close } = openHub({}, (inner) => ({
    request: (call) =>
      isDown ? Promise.reject(new Error("connection refused")) : inner.request(call),
  }));
  await hub.ready();
  await until(() => hub.source.state === "live");
  const { frames } = hub.open(["jobs"], ALL);
  isDown = true;
  sandbox.close();
  await until(() => hub.source.state === "stale");
  const seen = await drain(frames);
  expect(seen.at(-1)).toMatchObject({ type: "source", state: "stale" });
  close();
});

test("[H12] who may not list pods and events gets rows that tell nothing of them", async () => {
  const { hub, put, sandbox, close } = openHub();
  await hub.ready();
  const job = put("x");
  const event = {
    apiVersion: "v1",
    kind: "Event",
    metadata: { namespace: "team-a", name: "x.1" },
    involvedObject: { kind: "TrainJob", name: "x", uid: job.metadata.uid },
    type: "Warning",
    reason: "TrainJobResourcesCreationFailed",
    message: "a word that only the event holds",
    lastTimestamp: "2026-01-01T00:00:00Z",
  };
  await until(() => hub.source.state === "live" && hub.catalog.rows.size === 1);
  const blind = createScope(new Map([["team-a", new Set<RowKind>()]]));
  const { frames } = hub.open(["jobs", "job:team-a/x"], blind);
  const cursor = hub.snapshotCursor();
  sandbox.store.create(event, { manager: "trainer" });
  await until(() => hub.snapshotCursor() !== cursor);
  expect(JSON.stringify(await drain(frames))).not.toContain("only the event");
  const [entry] = [...hub.catalog.rows.values()];
  if (entry === undefined) throw new Error("no row");
  expect(JSON.stringify(hub.catalog.rowFor(entry, new Set()))).not.toContain("only the event");
  close();
});

test("[H13] a row that time did not change is not told again", async () => {
  const wakes: (() => void)[] = [];
  const stepped = {
    now: clock.now,
    sleep: (ms: number, signal: { aborted: boolean } | undefined) =>
      ms === 15_000
        ? new Promise<void>((resolve) => {
            wakes.push(resolve);
          })
        : clock.sleep(ms, signal),
  };
  let now = clock.now();
  const { hub, put, close } = openHub({ clock: stepped, now: () => now });
  await hub.ready();
  put("x");
  await until(() => hub.source.state === "live" && hub.catalog.rows.size === 1);
  const cursor = hub.snapshotCursor();
  now += 1;
  wakes.shift()?.();
  await until(() => wakes.length === 1);
  expect(hub.snapshotCursor()).toBe(cursor);
  close();
});

test("[H14] a job whose row cannot be computed is Unknown, and the others go on", async () => {
  const defects: string[] = [];
  const { hub, put, sandbox, close } = openHub({
    isStuck: ({ metadata }) => {
      if (metadata.name === "bad") throw new Error("nobody expected this");
      return false;
    },
    onDefect: (where) => defects.push(where),
  });
  await hub.ready();
  for (const name of ["bad", "good"]) {
    const { metadata, apiVersion } = put(name);
    const owner = { apiVersion, kind: "TrainJob", name, uid: metadata.uid ?? "", controller: true };
    const jobSet = { apiVersion: "jobset.x-k8s.io/v1alpha2", kind: "JobSet", spec: {} };
    const own = { name, namespace: "team-a", ownerReferences: [owner] };
    sandbox.store.create({ ...jobSet, metadata: own }, { manager: "test" });
  }
  const stateOf = (name: string) =>
    [...hub.catalog.rows.values()].find(({ row }) => row.name === name)?.row.state;
  await until(() => stateOf("bad") === "Unknown" && stateOf("good") === "Suspended");
  expect(defects).toContain("row of team-a/bad");
  close();
});

test("[H8] after the end nothing starts again: who comes back gets the same last frame", async () => {
  let watches = 0;
  const { hub, close } = openHub({}, (inner) => ({
    request: (call) => {
      watches += 1;
      return inner.request(call);
    },
  }));
  await hub.ready();
  close();
  const before = watches;
  const { frames } = hub.open(["jobs"], ALL);
  expect(await drain(frames)).toEqual([{ type: "bye", reason: "shutdown" }]);
  hub.snapshotCursor();
  await new Promise((resolve) => setImmediate(resolve));
  expect([watches, hub.readerCount]).toEqual([before, 0]);
});
