import { expect, test } from "vitest";
import { KINDS } from "#lib/k8s/kinds.ts";
import { KubeClient } from "#server/kube/kube-client.ts";
import { AccessReviewer, DECISION_TTL_MS } from "./access-reviewer.ts";
import {
  ANSWER_PATIENCE_MS,
  isSameScope,
  namespaceScope,
  RECHECK_MS,
  REVOCATION_MS,
  STREAM_PATIENCE_MS,
} from "./namespace-scope.ts";
import { ownManagers } from "./own-managers.ts";
import { createPersonaIdentity, personaCookie, toPerson } from "./persona-identity.ts";

const PERSONAS = [
  { id: "alice", name: "Alice", role: "r", user: "alice", groups: ["team-a"] },
  { id: "bob", name: "Bob", role: "r", user: "bob", groups: [] },
];
const [ALICE] = PERSONAS.map(toPerson);

function reviewer(
  allow: (spec: { verb: string; resource: string; namespace?: string }) => boolean,
) {
  let now = 0;
  const asked: string[] = [];
  const client = new KubeClient({
    request: async ({ body = "{}" }) => {
      const { verb, resource, namespace } = JSON.parse(body).spec.resourceAttributes;
      asked.push(`${verb} ${resource} ${namespace ?? "*"}`);
      const answer = { status: { allowed: allow({ verb, resource, namespace }) } };
      return {
        status: 201,
        headers: new Headers(),
        body: new Blob([JSON.stringify(answer)]).stream(),
      };
    },
  });
  const clock = { now: () => now, sleep: async () => {} };
  const advance = (ms: number) => {
    now += ms;
  };
  return { reviewer: new AccessReviewer({ client, clock }), asked, advance };
}

test("a decision is asked for once, until it is too old", async () => {
  if (ALICE === undefined) throw new Error("no persona");
  let allowed = true;
  const { reviewer: access, asked, advance } = reviewer(() => allowed);
  expect(await access.may(ALICE, "list", KINDS.TrainJob, "a")).toBe(true);
  allowed = false;
  expect(await access.may(ALICE, "list", KINDS.TrainJob, "a")).toBe(true);
  advance(DECISION_TTL_MS);
  expect(await access.may(ALICE, "list", KINDS.TrainJob, "a")).toBe(false);
  expect(asked).toHaveLength(2);
});

test("the oldest decision on an open stream is younger than ten seconds, in slow clusters too", () => {
  expect(DECISION_TTL_MS + STREAM_PATIENCE_MS + RECHECK_MS).toBeLessThanOrEqual(REVOCATION_MS);
  expect(REVOCATION_MS).toBeLessThan(10_000);
  expect(DECISION_TTL_MS + ANSWER_PATIENCE_MS).toBeLessThan(10_000);
});

test("a review that fails is no yes and is not remembered", async () => {
  if (ALICE === undefined) throw new Error("no persona");
  let isDown = true;
  const client = new KubeClient({
    request: async () => {
      if (isDown) throw new Error("down");
      const body = new Blob(['{"status":{"allowed":true}}']).stream();
      return { status: 201, headers: new Headers(), body };
    },
  });
  const access = new AccessReviewer({ client, clock: { now: () => 0, sleep: async () => {} } });
  await expect(access.may(ALICE, "list", KINDS.Pod, "a")).rejects.toMatchObject({
    code: "UPSTREAM_UNAVAILABLE",
  });
  isDown = false;
  expect(await access.may(ALICE, "list", KINDS.Pod, "a")).toBe(true);
});

test("the scope holds the namespaces that one may list, each with what one sees there", async () => {
  if (ALICE === undefined) throw new Error("no persona");
  const { reviewer: access } = reviewer(
    ({ resource, namespace }) =>
      (namespace === "a" && resource !== "pods") || (namespace === "b" && resource === "trainjobs"),
  );
  const scope = await namespaceScope(access, ALICE, ["a", "b", "c"]);
  expect([...scope.namespaces]).toEqual(["a", "b"]);
  expect([...scope.sight("a")]).toEqual(["JobSet", "Job", "Event", "Workload"]);
  expect([...scope.sight("b")]).toEqual([]);
  const wider = await namespaceScope(reviewer(() => true).reviewer, ALICE, ["a", "b"]);
  expect(isSameScope(scope, wider)).toBe(false);
  expect(isSameScope(scope, scope)).toBe(true);
});

test("lanes come from the user, then the groups, then everybody", () => {
  if (ALICE === undefined) throw new Error("no persona");
  const map = {
    "*": ["x/all"],
    alice: ["x/alice"],
    "group:team-a": ["x/team", "x/all"],
    bob: ["y"],
  };
  expect(ownManagers(map, ALICE)).toEqual(["x/alice", "x/team", "x/all"]);
});

test("a user's name is no group, and no word that every object inherits", () => {
  const map = { "group:admins": ["x/admins"], "*": ["x/all"] };
  for (const user of ["group:admins", "*", "constructor", "__proto__", "toString"])
    expect(ownManagers(map, { user, groups: [], identity: { kind: "self" } })).toEqual(["x/all"]);
});

test("the cookie says who one is; an unknown one is the first persona", async () => {
  const identity = createPersonaIdentity(PERSONAS);
  const as = async (cookie: string) =>
    (await identity.identify(new Request("http://a", { headers: { cookie } }))).user;
  expect(await as("x=1; trainer-persona=bob")).toBe("bob");
  expect(await as("trainer-persona=root")).toBe("alice");
  expect(await as("trainer-persona=%E0%A4%A")).toBe("alice");
  expect(personaCookie("bob", "/trainer")).toBe(
    "trainer-persona=bob; Path=/trainer; HttpOnly; SameSite=Strict",
  );
});
