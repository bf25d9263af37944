import { afterEach, beforeEach, expect, test } from "vitest";
import { KINDS } from "#lib/k8s/kinds.ts";
import { readStream } from "./read-stream.ts";
import { type Bff, startBff, storeJob, until } from "./start-bff.ts";

let bff: Bff;
beforeEach(async () => {
  bff = await startBff();
  storeJob(bff, { name: "mine" });
  storeJob(bff, {
    namespace: "team-b",
    name: "secret-project",
    labels: { "app.kubernetes.io/created-by": "bob", "kueue.x-k8s.io/queue-name": "hidden-queue" },
  });
  await until(() => bff.composition.services.hub.catalog.rows.size === 2);
});
afterEach(() => bff.stop());

/** Words that only the other team's objects hold. */
const LEAKS = /secret-project|team-b|hidden-queue|bob/;

test("the other team's jobs are in no list, no count, no total and no facet", async () => {
  const list = await bff.call("alice", "GET", "/jobs");
  expect(list.body.total).toBe(1);
  expect(Object.values(list.body.counts)).toEqual([1]);
  expect(JSON.stringify(list.body)).not.toMatch(LEAKS);
  const named = await bff.call("alice", "GET", "/jobs?namespace=team-b");
  expect(named.body).toMatchObject({ items: [], total: 0, counts: {} });
  expect(named.body.facets).toEqual({ runtimes: [], queues: [], owners: [] });
});

test("the other team's job answers the same whether it exists or not", async () => {
  const there = await bff.call("alice", "GET", "/jobs/team-b/secret-project");
  const nowhere = await bff.call("alice", "GET", "/jobs/team-b/nothing-here");
  expect([there.status, nowhere.status]).toEqual([403, 403]);
  expect(there.body.detail).toBe(nowhere.body.detail);
});

test("the other team's namespace is in no session and no list of namespaces", async () => {
  const session = await bff.call("alice", "GET", "/session");
  expect(session.body.namespaces.map((one: { namespace: string }) => one.namespace)).toEqual([
    "team-a",
  ]);
  const namespaces = await bff.call("alice", "GET", "/namespaces");
  expect(namespaces.body).toEqual({ namespaces: ["team-a"] });
});

test("the use of a runtime counts only what one may see", async () => {
  const of = async (persona: string) => {
    const list = await bff.call(persona, "GET", "/runtimes");
    const rows: { name: string; usedBy: { total: number } }[] = list.body.items;
    return rows.find(({ name }) => name === "torch-distributed")?.usedBy.total;
  };
  expect([await of("alice"), await of("admin")]).toEqual([1, 2]);
});

test("the jobs of a runtime are only those that one may list, and of a foreign runtime none", async () => {
  const path = "/runtimes/-/torch-distributed/jobs";
  const own = await bff.call("alice", "GET", path);
  expect([own.status, own.body.total]).toEqual([200, 1]);
  expect(JSON.stringify(own.body)).not.toMatch(LEAKS);
  expect((await bff.call("admin", "GET", path)).body.total).toBe(2);
  for (const name of ["there", "nowhere"])
    expect((await bff.call("alice", "GET", `/runtimes/team-b/${name}/jobs`)).status).toBe(403);
});

test("[H6] the stream carries nothing of the other team, whatever topics are asked for", async () => {
  const topics = "jobs,jobs:team-b,job:team-b/secret-project";
  const stream = await readStream(bff, "alice", topics);
  await stream.waitFor(({ type }) => type === "hello");
  bff.sandbox.store.update(
    KINDS.TrainJob,
    "team-b",
    "secret-project",
    (job) => ({ ...job, spec: { ...job.spec, suspend: false } }),
    { manager: "bob" },
  );
  storeJob(bff, { name: "later" });
  await stream.waitFor((frame) => frame.type === "upsert" && frame.row.name === "later");
  expect(JSON.stringify(stream.frames.filter(({ type }) => type !== "hello"))).not.toMatch(LEAKS);
  stream.close();
});

test("[H7] a right that was taken away ends the stream within ten seconds of the clock", async () => {
  const stream = await readStream(bff, "alice", "jobs");
  await stream.waitFor(({ type }) => type === "hello");
  const rules = bff.sandbox.access.get();
  bff.sandbox.access.set({
    ...rules,
    bindings: rules.bindings.filter(({ namespace }) => namespace !== "team-a"),
  });
  bff.clock.advance(5_000);
  await new Promise((resolve) => setTimeout(resolve, 20));
  bff.clock.advance(5_000);
  await stream.untilEnded();
  expect(stream.frames.at(-1)).toEqual({ type: "reset", reason: "access" });
  expect((await bff.call("alice", "GET", "/jobs")).body.total).toBe(0);
  expect((await bff.call("alice", "GET", "/jobs/team-a/mine")).status).toBe(403);
});

test("a right that was given opens the stream anew", async () => {
  const stream = await readStream(bff, "alice", "jobs");
  await stream.waitFor(({ type }) => type === "hello");
  const rules = bff.sandbox.access.get();
  const subjects = [{ kind: "User", name: "alice" }] as const;
  const binding = { role: "kubeflow-trainer-edit", namespace: "team-b", subjects };
  bff.sandbox.access.set({ ...rules, bindings: [...rules.bindings, binding] });
  bff.clock.advance(10_000);
  await stream.untilEnded();
  expect(stream.frames.at(-1)).toEqual({ type: "reset", reason: "access" });
  expect((await bff.call("alice", "GET", "/jobs")).body.total).toBe(2);
});

test("parts of a job that the person may not list are left out", async () => {
  const rules = bff.sandbox.access.get();
  bff.sandbox.access.set({
    ...rules,
    roles: rules.roles.map((role) => ({
      ...role,
      rules: role.rules.filter(({ resources }) => !resources.includes("events")),
    })),
  });
  bff.clock.advance(10_000);
  const { body } = await bff.call("alice", "GET", "/jobs/team-a/mine");
  expect(body.events).toEqual([]);
  expect(body.runtime.live.kind).toBe("ClusterTrainingRuntime");
});

test("who may not list JobSets is not told what the JobSet refuses", async () => {
  const rules = bff.sandbox.access.get();
  bff.sandbox.access.set({
    ...rules,
    roles: rules.roles.map((role) => ({
      ...role,
      rules: role.rules.filter(({ resources }) => !resources.includes("jobsets")),
    })),
  });
  bff.clock.advance(10_000);
  const { body } = await bff.call("alice", "GET", "/jobs/team-a/mine");
  expect(body.verdicts.current).toEqual({
    admitted: true,
    causes: [],
    warnings: [],
    effect: "none",
  });
});

test("a search that nobody writes by hand is refused, not computed", async () => {
  const words = `q=${"a+".repeat(2_000)}`;
  const requirements = `labelSelector=${"a%3Db,".repeat(500)}a`;
  for (const query of [words, requirements])
    expect((await bff.call("alice", "GET", `/jobs?${query}`)).status).toBe(400);
});

test("a write that another site's page sends is refused, even with the cookie", async () => {
  const send = (headers: Record<string, string>) =>
    fetch(`${bff.url}/api/session/persona`, {
      method: "POST",
      headers: { cookie: "trainer-persona=alice", "content-type": "application/json", ...headers },
      body: '{"persona":"admin"}',
    });
  expect((await send({ "sec-fetch-site": "cross-site" })).status).toBe(403);
  expect((await send({ origin: "https://evil.example" })).status).toBe(403);
  expect((await send({ origin: "null" })).status).toBe(403);
  expect((await send({ "content-type": "text/plain" })).status).toBe(415);
  const good = await send({ origin: new URL(bff.url).origin, "sec-fetch-site": "same-origin" });
  expect(good.status).toBe(200);
  expect(good.headers.get("set-cookie")).toMatch(
    /^trainer-persona=admin;.*HttpOnly; SameSite=Strict$/,
  );
});

test("a host that is not served here is refused", async () => {
  const { request } = await import("node:http");
  const status = await new Promise((resolve) => {
    const { port } = new URL(bff.url);
    const options = {
      port,
      host: "127.0.0.1",
      path: "/api/jobs",
      headers: { host: "evil.example" },
    };
    request(options, (answer) => resolve(answer.resume().statusCode)).end();
  });
  expect(status).toBe(421);
});

test("every page answer has the policy, whatever its status", async () => {
  const { request } = await import("node:http");
  const { port } = new URL(bff.url);
  const policyOf = (path: string, host: string) =>
    new Promise((resolve) => {
      const options = { port, host: "127.0.0.1", path, headers: { host } };
      request(options, (answer) =>
        resolve(answer.resume().headers["content-security-policy"]),
      ).end();
    });
  for (const path of ["/", "/jobs", "/nothing", "/%2e%2e/api", "//evil.example/x"])
    for (const host of ["localhost", "evil.example"])
      expect(await policyOf(path, host)).toMatch(/script-src 'self' 'nonce-/);
});

test("read-only mode refuses every write and keeps the preview", async () => {
  const readOnly = await startBff({ args: ["--read-only"] });
  try {
    const job = storeJob(readOnly);
    const path = "/jobs/team-a/bert";
    const body = { suspend: false, uid: job.metadata.uid };
    const write = await readOnly.call("alice", "PATCH", `${path}/suspend`, body);
    expect([write.status, write.body.code]).toEqual([403, "READ_ONLY"]);
    const render = await readOnly.call("alice", "POST", "/render", { trainJob: job });
    expect(render.status).toBe(200);
  } finally {
    await readOnly.stop();
  }
});
