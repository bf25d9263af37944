import { request } from "node:http";
import { expect, test } from "vitest";
import { readStream } from "../integration/read-stream.ts";
import { startBff, storeJob, until } from "../integration/start-bff.ts";
import { createFaultyTransport } from "../support/faulty-transport.ts";

test("asking for the head of a stream leaves no reader behind", async () => {
  const bff = await startBff();
  try {
    const { hub } = bff.composition.services;
    for (let index = 0; index < 5; index += 1) {
      const answer = await fetch(`${bff.url}/api/stream?topics=jobs`, { method: "HEAD" });
      expect(answer.status).toBe(200);
    }
    await until(() => hub.readerCount === 0);
  } finally {
    await bff.stop();
  }
});

test("[H7] where the API server does not answer whether a right still stands, the stream ends in time", async () => {
  const faulty = createFaultyTransport();
  const bff = await startBff({ wrap: faulty.wrap });
  try {
    storeJob(bff);
    const stream = await readStream(bff, "alice", "jobs");
    await stream.waitFor(({ type }) => type === "hello");
    faulty.set(({ path }) => (path.endsWith("/subjectaccessreviews") ? "hang" : undefined));
    let passed = 0;
    while (!stream.ended() && passed < 10_000) {
      bff.clock.advance(500);
      passed += 500;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await stream.untilEnded();
    expect(passed).toBeLessThan(10_000);
    expect(stream.frames.at(-1)?.type).toBe("bye");
  } finally {
    faulty.set(undefined);
    await bff.stop();
  }
});

test("a host that is not served here is refused on every path but the probes themselves", async () => {
  const bff = await startBff({ args: ["--base-path", "/trainer"] });
  try {
    storeJob(bff, { name: "healthz" });
    const statusOf = (path: string) =>
      new Promise((resolve) => {
        const { port } = new URL(bff.url);
        const headers = { host: "evil.example", cookie: "trainer-persona=alice" };
        request({ port, host: "127.0.0.1", path, headers }, (answer) =>
          resolve(answer.resume().statusCode),
        ).end();
      });
    expect(await statusOf("/trainer/api/jobs/team-a/healthz")).toBe(421);
    expect(await statusOf("/trainer/api/healthz")).toBe(421);
    expect(await statusOf("/trainer/healthz")).toBe(200);
    expect(await statusOf("/healthz")).toBe(200);
  } finally {
    await bff.stop();
  }
});
