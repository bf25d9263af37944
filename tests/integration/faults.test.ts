import { request } from "node:http";
import { expect, test } from "vitest";
import { KINDS } from "#lib/k8s/kinds.ts";
import { readStream } from "./read-stream.ts";
import { type Bff, startBff, storeJob, until } from "./start-bff.ts";

/** Opens a stream and never reads from its socket. */
async function openWithoutReading(bff: Bff): Promise<() => void> {
  const { port } = new URL(bff.url);
  return new Promise((resolve) => {
    const call = request(
      {
        host: "127.0.0.1",
        port,
        path: "/api/stream?topics=jobs",
        headers: { cookie: "trainer-persona=alice" },
      },
      (answer) => {
        answer.pause();
        answer.socket.pause();
        resolve(() => answer.destroy());
      },
    );
    call.on("error", () => {});
    call.end();
  });
}

test("[H5] a reader that stops reading is let go, and others are served as before", async () => {
  const bff = await startBff({ readerLimit: 20_000 });
  try {
    const names = Array.from({ length: 60 }, (_, index) => `job-${index}`);
    for (const name of names) storeJob(bff, { name });
    const { hub } = bff.composition.services;
    await until(() => hub.catalog.rows.size === names.length);
    hub.snapshotCursor();
    const leave = await openWithoutReading(bff);
    const good = await readStream(bff, "alice", "job:team-a/job-0");
    await good.waitFor(({ type }) => type === "hello");
    await until(() => hub.readerCount === 2);
    for (let round = 0; round < 400 && hub.readerCount === 2; round += 1) {
      for (const name of names)
        bff.sandbox.store.update(
          KINDS.TrainJob,
          "team-a",
          name,
          (job) => ({ ...job, spec: { ...job.spec, suspend: round % 2 === 0 } }),
          { manager: "test" },
        );
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(hub.readerCount).toBe(1);
    await good.waitFor(({ type }) => type === "touch");
    expect(good.ended()).toBe(false);
    good.close();
    leave();
  } finally {
    await bff.stop();
  }
});

test("a client that leaves is forgotten at once", async () => {
  const bff = await startBff();
  try {
    const stream = await readStream(bff, "alice", "jobs");
    await stream.waitFor(({ type }) => type === "hello");
    const { hub } = bff.composition.services;
    expect(hub.readerCount).toBe(1);
    stream.close();
    await until(() => hub.readerCount === 0);
  } finally {
    await bff.stop();
  }
});

test("while the API server is down writes say so and what was read is marked as old; afterwards all is live again", async () => {
  let isDown = false;
  const bff = await startBff({
    random: () => 0.5,
    wrap: (inner) => ({
      request: (call) => (isDown ? Promise.reject(new Error("ECONNREFUSED")) : inner.request(call)),
    }),
  });
  try {
    const job = storeJob(bff);
    const { hub } = bff.composition.services;
    await until(() => hub.source.state === "live" && hub.catalog.rows.size === 1);
    const stream = await readStream(bff, "alice", "jobs");
    await stream.waitFor(({ type }) => type === "hello");
    isDown = true;
    bff.sandbox.close();
    await stream.waitFor((frame) => frame.type === "source" && frame.state === "stale");
    const list = await bff.call("alice", "GET", "/jobs");
    expect([list.status, list.body.total, list.body.fresh.state]).toEqual([200, 1, "stale"]);
    const body = { suspend: false, uid: job.metadata.uid };
    const write = await bff.call("alice", "PATCH", "/jobs/team-a/bert/suspend", body);
    expect([write.status, write.body.code]).toEqual([503, "UPSTREAM_UNAVAILABLE"]);
    expect(JSON.stringify(write.body)).not.toContain("ECONNREFUSED");
    stream.close();
    isDown = false;
    await until(() => {
      bff.clock.advance(1_000);
      return hub.source.state === "live";
    });
    storeJob(bff, { name: "afterwards" });
    await until(() => hub.catalog.rows.size === 2);
  } finally {
    await bff.stop();
  }
});

test("a version conflict while the list is unchanged is tried again five times, and no more", async () => {
  let conflicts = 0;
  let patches = 0;
  const bff = await startBff({
    wrap: (inner) => ({
      request: (call) => {
        if (call.method !== "PATCH") return inner.request(call);
        patches += 1;
        if (patches > conflicts) return inner.request(call);
        const status = { kind: "Status", code: 409, reason: "Conflict", message: "stale" };
        return Promise.resolve({
          status: 409,
          headers: new Headers(),
          body: new Blob([JSON.stringify(status)]).stream(),
        });
      },
    }),
  });
  try {
    const { uid } = storeJob(bff).metadata;
    const append = () =>
      bff.call("alice", "POST", "/jobs/team-a/bert/overrides", {
        uid,
        rebase: true,
        kind: "job",
        override: { metadata: { labels: { a: "b" } } },
      });
    conflicts = 5;
    expect([(await append()).status, patches]).toEqual([200, 6]);
    patches = 0;
    conflicts = 100;
    const lost = await append();
    expect([lost.status, lost.body.code, patches]).toEqual([409, "CONTENDED", 6]);
  } finally {
    await bff.stop();
  }
});
