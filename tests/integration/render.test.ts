import { expect, test } from "vitest";
import { aTrainJob, startBff } from "./start-bff.ts";

test("a render of more entries than everybody can wait for is refused, a smaller one is not", async () => {
  const bff = await startBff();
  try {
    const withEntries = (count: number) => {
      const pod = Array.from({ length: count }, (_, index) => ({
        time: new Date(Date.UTC(2026, 0, 1) + index * 1_000).toISOString().replace(".000", ""),
        targetJobs: [{ name: "node" }],
        spec: { nodeSelector: { [`k${index}`]: "v" } },
      }));
      return { trainJob: aTrainJob({ spec: { templateOverrides: [{ manager: "a.io/x", pod }] } }) };
    };
    const large = await bff.call("alice", "POST", "/render", withEntries(1_001));
    expect([large.status, large.body.errors?.[0].pointer]).toEqual([
      422,
      "/trainJob/spec/templateOverrides",
    ]);
    expect((await bff.call("alice", "POST", "/render", withEntries(50))).status).toBe(200);
  } finally {
    await bff.stop();
  }
});
