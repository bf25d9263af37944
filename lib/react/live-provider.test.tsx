import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { encodeFrame, type Frame } from "../protocol/frames.ts";
import type { JobList, JobRow } from "../protocol/jobs.ts";
import type { Session } from "../protocol/session.ts";
import { jobKeys } from "../queries/jobs.ts";
import { sessionKeys } from "../queries/session.ts";
import { LiveProvider, useLiveTopic, useLiveView } from "./live-provider.tsx";

const realFetch = globalThis.fetch;
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
});

type Opened = { readonly url: string; send(frame: Frame): void; end(): void };

/** A server whose streams the test writes. */
function fakeServer(): Opened[] {
  const opened: Opened[] = [];
  globalThis.fetch = async (url) => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const write = (text: string) =>
      void writer.write(new TextEncoder().encode(text)).catch(() => {});
    opened.push({
      url: String(url),
      send: (frame) => write(encodeFrame(frame)),
      end: () => void writer.close().catch(() => {}),
    });
    return new Response(readable);
  };
  return opened;
}

async function until(check: () => boolean): Promise<void> {
  for (let turn = 0; turn < 200 && !check(); turn += 1)
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
  expect(check()).toBe(true);
}

const row = (state: JobRow["state"]): JobRow => ({
  uid: "u1",
  namespace: "a",
  name: "bert",
  state,
  runtimeKind: "ClusterTrainingRuntime",
  runtime: "torch",
  managers: [],
  suspended: false,
  createdAt: "2026-01-01T00:00:00Z",
});
const list: JobList = {
  items: [row("Running")],
  total: 1,
  counts: { Running: 1 },
  facets: { runtimes: [], queues: [], owners: [] },
  page: 0,
  pageSize: 100,
  cursor: "e:5",
  fresh: { state: "live" },
};

const session = (user: string): Session => ({
  mode: "sandbox",
  user,
  groups: [],
  readOnly: false,
  isAdmin: false,
  managers: [],
  namespaces: [],
  cluster: {
    dialect: "templateOverrides",
    trainerVersion: "v2.3.0",
    versionSource: "schema",
    controller: "dashboard",
  },
});

function Screen({ topic }: { topic: string }) {
  useLiveTopic(topic);
  return <p>{useLiveView().state}</p>;
}

test("one stream serves the topics on screen, folds its frames into lists and comes back from its cursor", async () => {
  const streams = fakeServer();
  const client = new QueryClient();
  client.setQueryData(jobKeys.list({}), list);
  const view = (topics: string[]) => (
    <QueryClientProvider client={client}>
      <LiveProvider>
        {topics.map((topic) => (
          <Screen key={topic} topic={topic} />
        ))}
      </LiveProvider>
    </QueryClientProvider>
  );
  render(view(["jobs", "job:a/bert"]));
  await until(() => streams.length === 1);
  expect(streams[0]?.url).toBe("/api/stream?topics=job%3Aa%2Fbert%2Cjobs");
  streams[0]?.send({ type: "hello", cursor: "e:5" });
  await until(() => screen.queryAllByText("live").length === 2);
  streams[0]?.send({ type: "upsert", topic: "jobs", cursor: "e:6", row: row("Failed") });
  await until(() => client.getQueryData<JobList>(jobKeys.list({}))?.items[0]?.state === "Failed");
  streams[0]?.end();
  await until(() => streams.length === 2);
  expect(streams[1]?.url).toContain("cursor=e%3A6");
  await act(async () => {
    client.setQueryData(sessionKeys.all, session("alice"));
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
  expect(streams).toHaveLength(2);
  client.setQueryData(sessionKeys.all, session("bob"));
  await until(() => streams.length === 3);
  expect(streams[2]?.url).not.toContain("cursor");
});
