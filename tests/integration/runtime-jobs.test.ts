import { afterEach, beforeEach, expect, test } from "vitest";
import { type Bff, startBff, storeJob, until } from "./start-bff.ts";

let bff: Bff;
beforeEach(async () => {
  bff = await startBff();
  storeJob(bff, { name: "mine" });
  storeJob(bff, { name: "mine-too" });
  storeJob(bff, {
    namespace: "team-b",
    name: "secret-project",
    labels: { "app.kubernetes.io/created-by": "bob", "kueue.x-k8s.io/queue-name": "hidden-queue" },
  });
  await until(() => bff.composition.services.hub.catalog.rows.size === 3);
});
afterEach(() => bff.stop());

const PATH = "/runtimes/-/torch-distributed/jobs";
const LEAKS = /secret-project|team-b|hidden-queue|bob/;

function namesIn(body: { items: { trainJob: { metadata: { name: string } } }[] }): string[] {
  return body.items.map(({ trainJob }) => trainJob.metadata.name);
}

test("the jobs of a runtime are those that one may see, and nothing tells of others", async () => {
  const alice = await bff.call("alice", "GET", PATH);
  expect(namesIn(alice.body)).toEqual(["mine", "mine-too"]);
  expect(alice.body.total).toBe(2);
  expect(JSON.stringify(alice.body)).not.toMatch(LEAKS);
  const bob = await bff.call("bob", "GET", PATH);
  expect(namesIn(bob.body)).toEqual(["secret-project"]);
  const admin = await bff.call("admin", "GET", PATH);
  expect(admin.body.total).toBe(3);
});

test("the jobs come without managedFields, in pages that do not overlap", async () => {
  const pages = await Promise.all(
    [0, 1, 2].map((page) => bff.call("admin", "GET", `${PATH}?pageSize=1&page=${page}`)),
  );
  expect(pages.flatMap(({ body }) => namesIn(body))).toEqual([
    "mine",
    "mine-too",
    "secret-project",
  ]);
  for (const { body } of pages) {
    expect(JSON.stringify(body)).not.toContain("managedFields");
    expect(body.items[0]).toMatchObject({ jobSet: "none", hasSnapshot: false });
  }
  const after = await bff.call("admin", "GET", `${PATH}?page=9`);
  expect(after.body.items).toEqual([]);
});

test("another team's runtime answers the same whether it exists or not", async () => {
  const answer = await bff.call("alice", "GET", "/runtimes/team-b/none/jobs");
  expect(answer.status).toBe(403);
  const missing = await bff.call("alice", "GET", "/runtimes/-/nope/jobs");
  expect(missing.status).toBe(404);
});
