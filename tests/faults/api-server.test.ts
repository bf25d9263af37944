import { expect, test } from "vitest";
import { KINDS } from "#lib/k8s/kinds.ts";
import { type Bff, startBff, storeJob, until } from "../integration/start-bff.ts";
import { createFaultyTransport, type Fault } from "../support/faulty-transport.ts";

async function startFaulty() {
  const faulty = createFaultyTransport();
  const bff = await startBff({ wrap: faulty.wrap, random: () => 0.5 });
  const { hub } = bff.composition.services;
  await until(() => hub.source.state === "live");
  return { faulty, bff, hub };
}

/** The clock runs until the condition holds. */
async function untilLater(bff: Bff, condition: () => boolean): Promise<void> {
  await until(() => {
    if (!condition()) bff.clock.advance(500);
    return condition();
  });
}

const EXPIRED = { kind: "Status", code: 410, reason: "Expired", message: "too old" };
const FAULTS: readonly (readonly [string, Fault])[] = [
  ["refuses connections", "refused"],
  ["answers 500", { status: 500, body: "internal error" }],
  ["answers 503 with a Status", { status: 503, body: { kind: "Status", code: 503 } }],
  ["answers 429 as plain text", { status: 429, headers: { "retry-after": "2" }, body: "slow" }],
  ["answers 401, its credentials ran out", { status: 401, body: { kind: "Status", code: 401 } }],
  ["answers 410 to everything", { status: 410, body: EXPIRED }],
  ["answers text that is no JSON", "garbage"],
  ["breaks off in the middle of answers", "cut"],
  ["answers 200 with another kind of document", { status: 200, body: [1, 2] }],
];

for (const [what, fault] of FAULTS)
  test(`while the API server ${what} the list stays and says that it is old; then it catches up`, async () => {
    const { faulty, bff, hub } = await startFaulty();
    try {
      storeJob(bff, { name: "before" });
      storeJob(bff, { name: "goes" });
      await until(() => hub.catalog.rows.size === 2);
      faulty.set(({ path }) => (path.includes("authorization") ? undefined : fault));
      // Ends the open watches; the store goes on.
      bff.sandbox.close();
      await untilLater(bff, () => hub.source.state === "stale");
      const list = await bff.call("alice", "GET", "/jobs");
      expect([list.status, list.body.total, list.body.fresh.state]).toEqual([200, 2, "stale"]);
      expect(list.body.fresh.since).toMatch(/^2026-05-01T/);
      storeJob(bff, { name: "meanwhile" });
      bff.sandbox.store.remove(KINDS.TrainJob, "team-a", "goes");
      faulty.set(undefined);
      await untilLater(bff, () => hub.source.state === "live");
      const names = () => [...hub.catalog.rows.values()].map(({ row }) => row.name);
      await untilLater(bff, () => names().includes("meanwhile"));
      expect(new Set(names())).toEqual(new Set(["before", "meanwhile"]));
    } finally {
      faulty.set(undefined);
      await bff.stop();
    }
  });

test("an API server that takes no more than one call in five minutes is not asked in a hot loop", async () => {
  const { faulty, bff, hub } = await startFaulty();
  try {
    faulty.set(({ path }) => (path.includes("authorization") ? undefined : "refused"));
    bff.sandbox.close();
    await untilLater(bff, () => hub.source.state === "stale");
    const before = faulty.calls.length;
    for (let seconds = 0; seconds < 300; seconds += 1) {
      bff.clock.advance(1_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { size: kinds } = new Set(faulty.calls.map(({ path }) => path));
    expect(faulty.calls.length - before).toBeLessThan(kinds * 30);
  } finally {
    faulty.set(undefined);
    await bff.stop();
  }
});

test("a write that the API server answers with nonsense or not at all is no success and tells no inner word", async () => {
  const { faulty, bff } = await startFaulty();
  try {
    const { uid } = storeJob(bff).metadata;
    const path = "/jobs/team-a/bert";
    const append = {
      uid,
      rebase: true,
      kind: "job",
      override: { metadata: { labels: { a: "b" } } },
    };
    const expected: readonly (readonly [Fault, number])[] = [
      ["refused", 503],
      ["garbage", 502],
      ["cut", 502],
      [{ status: 500, body: "dial tcp 10.0.0.1: i/o timeout" }, 502],
      [{ status: 429, headers: { "retry-after": "2" }, body: "slow down" }, 429],
    ];
    for (const [fault, status] of expected) {
      faulty.set(({ method }) => (method === "PATCH" ? fault : undefined));
      for (const answer of [
        await bff.call("alice", "POST", `${path}/overrides`, append),
        await bff.call("alice", "POST", `${path}/overrides?dryRun`, append),
        await bff.call("alice", "PATCH", `${path}/suspend`, { uid, suspend: true }),
      ]) {
        expect([fault, answer.status]).toEqual([fault, status]);
        expect(JSON.stringify(answer.body)).not.toMatch(/10\.0\.0\.1|ECONN/);
        if (status === 429) expect(answer.headers.get("retry-after")).toBe("2");
      }
    }
  } finally {
    faulty.set(undefined);
    await bff.stop();
  }
});

test("an append whose answer was lost is found when it is sent again with its time", async () => {
  const { faulty, bff } = await startFaulty();
  try {
    const { uid } = storeJob(bff).metadata;
    const time = "2026-05-01T10:00:02Z";
    const override = { metadata: { labels: { a: "b" } } };
    const append = { uid, rebase: true, kind: "job", time, override };
    faulty.set(({ method }) => (method === "PATCH" ? "cut" : undefined));
    const lost = await bff.call("alice", "POST", "/jobs/team-a/bert/overrides", append);
    expect(lost.status).toBe(502);
    faulty.set(undefined);
    const again = await bff.call("alice", "POST", "/jobs/team-a/bert/overrides", append);
    expect([again.status, again.body.entry.time]).toEqual([200, time]);
    const detail = await bff.call("alice", "GET", "/jobs/team-a/bert");
    expect(detail.body.trainJob.spec.templateOverrides[0].job).toHaveLength(1);
  } finally {
    await bff.stop();
  }
});

test("the clock of this server has no say in times: entries, ages and grace follow the cluster's", async () => {
  const { bff } = await startFaulty();
  try {
    const { uid } = storeJob(bff).metadata;
    bff.clock.advance(90 * 24 * 3_600_000);
    const body = { uid, rebase: true, kind: "job", override: { metadata: { labels: { a: "b" } } } };
    const { body: answer } = await bff.call("alice", "POST", "/jobs/team-a/bert/overrides", body);
    expect(answer.entry.time).toBe("2026-07-30T10:00:00Z");
    const session = await bff.call("alice", "GET", "/session");
    expect(session.body.sandbox.clock.now).toMatch(/^2026-07-30T10:00:00/);
  } finally {
    await bff.stop();
  }
});
