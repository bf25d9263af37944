import { expect, test } from "vitest";
import { KINDS } from "#lib/k8s/kinds.ts";
import { createSandbox, type Sandbox } from "../sandbox.ts";
import { MANAGERS, toTrainJob } from "../seed/job-seed.ts";
import { seedCluster } from "../seed/seed-world.ts";
import { startWorld } from "./world.ts";
import { createWorldClock, type WorldClock } from "./world-clock.ts";

function aRunningJob(plan: string): { readonly sandbox: Sandbox; readonly clock: WorldClock } {
  const clock = createWorldClock({ start: Date.UTC(2026, 10, 30, 12) });
  const options = { dialect: "templateOverrides", trainerVersion: "v2.3.0" } as const;
  const sandbox = createSandbox({ ...options, controller: "dashboard", clock });
  startWorld(sandbox, { clock });
  seedCluster(sandbox);
  const seed = { namespace: "team-a", name: "job", owner: "alice", ago: 0, nodes: 2 };
  const trainJob = toTrainJob({ ...seed, runtime: "torch-distributed", plan });
  sandbox.store.create(trainJob, { manager: MANAGERS.sdk });
  return { sandbox, clock };
}

async function read(sandbox: Sandbox, rank: number, query = ""): Promise<[number, string]> {
  const pod = sandbox.store.list(KINDS.Pod, "team-a")[rank]?.metadata.name ?? "";
  const answer = await sandbox.transport.request({
    method: "GET",
    path: `/api/v1/namespaces/team-a/pods/${pod}/log`,
    query: new URLSearchParams(query),
    identity: { kind: "user", user: "alice", groups: ["team-a"] },
  });
  return [answer.status, await new Response(answer.body).text()];
}

test("a pod that runs has a log with its rank, which grows with time and keeps its lines", async () => {
  const { sandbox, clock } = aRunningJob("run=900");
  clock.advance(120_000);
  const [status, before] = await read(sandbox, 1);
  expect(status).toBe(200);
  expect(before).toContain("[rank1] step=0 loss=");
  clock.advance(60_000);
  const [, after] = await read(sandbox, 1);
  expect(after.startsWith(before)).toBe(true);
  expect(after.length).toBeGreaterThan(before.length);
});

test("tail, time stamps and the last seconds can be asked for", async () => {
  const { sandbox, clock } = aRunningJob("run=900");
  clock.advance(120_000);
  const [, text] = await read(sandbox, 0, "tailLines=2&timestamps=true");
  const lines = text.trimEnd().split("\n");
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^2026-11-30T12:0\d:\d\d\.\d{9}Z \[rank0\]/);
  const [, recent] = await read(sandbox, 0, "sinceSeconds=10");
  expect(recent.trimEnd().split("\n").length).toBeLessThanOrEqual(6);
});

test("a failed run ends with its error, and a container that waits says so", async () => {
  const { sandbox, clock } = aRunningJob("outcome=fail;after=20");
  clock.advance(2000);
  const [early, sentence] = await read(sandbox, 0);
  expect(early).toBe(400);
  expect(sentence).toContain("is waiting to start");
  clock.advance(180_000);
  const [, text] = await read(sandbox, 0);
  expect(text.trimEnd().split("\n").at(-1)).toContain("RuntimeError");
});
