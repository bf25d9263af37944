import { expect, test } from "vitest";
import type { Dialect } from "#lib/dialect/entry.ts";
import { type Bff, startBff, storedJob, storeJob } from "./start-bff.ts";

const PATH = "/jobs/team-a/bert/overrides";
const podSpec = (nodeSelector: unknown) => ({
  template: {
    spec: {
      replicatedJobs: [
        { name: "node", template: { spec: { template: { spec: { nodeSelector } } } } },
      ],
    },
  },
});
const element = (pool: string) => ({
  targetJobs: [{ name: "node" }],
  spec: { nodeSelector: { pool } },
});

async function withBff(dialect: Dialect, run: (bff: Bff) => Promise<void>): Promise<void> {
  const bff = await startBff({ dialect });
  try {
    await run(bff);
  } finally {
    await bff.stop();
  }
}

test("runtimePatches: what the mutating webhook cannot read is refused, dry or not", () =>
  withBff("runtimePatches", async (bff) => {
    const { uid } = storeJob(bff).metadata;
    const body = { uid, rebase: true, override: podSpec("x") };
    const dry = await bff.call("alice", "POST", `${PATH}?dryRun`, body);
    expect(dry.status).toBe(200);
    expect(dry.body.verdict).toMatchObject({ admitted: false, code: 400 });
    expect(dry.body.server.code).toBe(400);
    const refused = await bff.call("alice", "POST", PATH, body);
    expect([refused.status, refused.body.code]).toEqual([422, "REFUSED"]);
  }));

test("runtimePatches: a manager that is no path is pointed at", () =>
  withBff("runtimePatches", async (bff) => {
    const { uid } = storeJob(bff).metadata;
    const request = { uid, rebase: true, confirm: true, manager: "bad" };
    const body = { ...request, override: podSpec({ a: "b" }) };
    const refused = await bff.call("admin", "POST", PATH, body);
    expect(refused.status).toBe(422);
    expect(refused.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      "/manager",
    ]);
  }));

test("an edit without seen and without rebase is invalid, as an append is", () =>
  withBff("podTemplateOverrides", async (bff) => {
    const spec = { podTemplateOverrides: [element("a")] };
    const { uid } = storeJob(bff, { spec }).metadata;
    for (const [method, body] of [
      ["PUT", { uid, override: element("b") }],
      ["DELETE", { uid }],
    ] as const) {
      const answer = await bff.call("alice", method, `${PATH}/0`, body);
      expect([answer.status, answer.body.errors?.[0].pointer]).toEqual([422, "/seen"]);
    }
  }));

test("an element of an ownerless list is never found by its position in a list that nobody saw", () =>
  withBff("podTemplateOverrides", async (bff) => {
    const spec = { podTemplateOverrides: [element("a"), element("b")] };
    const { uid } = storeJob(bff, { spec }).metadata;
    const blind = await bff.call("alice", "DELETE", `${PATH}/0`, { uid, rebase: true });
    expect([blind.status, blind.body.errors?.[0].pointer]).toEqual([422, "/rebase"]);
    expect(storedJob(bff).spec?.["podTemplateOverrides"]).toHaveLength(2);
    const seen = (await bff.call("alice", "GET", "/jobs/team-a/bert")).body.overridesDigest;
    expect((await bff.call("alice", "DELETE", `${PATH}/0`, { uid, seen })).status).toBe(200);
    expect(storedJob(bff).spec?.["podTemplateOverrides"]).toEqual([element("b")]);
  }));
