import { expect, test } from "vitest";
import { getIn, type JsonObject } from "#lib/util/json.ts";
import { createSandboxClient, eventReader, type SandboxClient } from "./sandbox-client.ts";

const PATH = "/api/v1/namespaces/team-a/configmaps";

function write(client: SandboxClient, name: string, data: JsonObject = {}): void {
  client.sandbox.store.apply(
    { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace: "team-a" }, data },
    { manager: "test" },
  );
}

async function versionNow(client: SandboxClient): Promise<string> {
  const { body } = await client.ask("GET", PATH);
  return String(getIn(body, "metadata", "resourceVersion"));
}

test("[W4] a bookmark follows each interval, after everything that happened before it", async () => {
  const client = createSandboxClient({ bookmarkEveryMs: 60_000 });
  const query = `watch=1&allowWatchBookmarks=true&resourceVersion=${await versionNow(client)}`;
  const watch = eventReader(await client.open("GET", PATH, { query }));
  write(client, "a");
  client.clock.advance(60_000);
  expect(await watch.next()).toMatchObject({ type: "ADDED" });
  const bookmark = await watch.next();
  expect(bookmark).toMatchObject({ type: "BOOKMARK", object: { kind: "ConfigMap" } });
  expect(getIn(bookmark, "object", "metadata", "resourceVersion")).toBe(await versionNow(client));
  await watch.cancel();
});

test("[W4] without allowWatchBookmarks there is none", async () => {
  const client = createSandboxClient({ bookmarkEveryMs: 1000 });
  const query = `watch=1&resourceVersion=${await versionNow(client)}&timeoutSeconds=10`;
  const watch = eventReader(await client.open("GET", PATH, { query }));
  client.clock.advance(5000);
  client.clock.advance(5000);
  expect(await watch.next()).toBeUndefined();
});

test("[W5] a reader that falls behind the log is cut off", async () => {
  const client = createSandboxClient({ historyLimit: 8 });
  const query = `watch=1&resourceVersion=${await versionNow(client)}`;
  const watch = eventReader(await client.open("GET", PATH, { query }));
  for (let index = 0; index < 40; index += 1) write(client, "a", { index: String(index) });
  expect(await watch.next()).toBeUndefined();
});

test("[W5] a reader that keeps up sees every change, however many there are", async () => {
  const client = createSandboxClient({ historyLimit: 8 });
  const query = `watch=1&resourceVersion=${await versionNow(client)}`;
  const watch = eventReader(await client.open("GET", PATH, { query }));
  const seen: unknown[] = [];
  for (let index = 0; index < 40; index += 1) {
    write(client, "a", { index: String(index) });
    seen.push(getIn(await watch.next(), "object", "data", "index"));
  }
  expect(seen).toEqual(Array.from({ length: 40 }, (_, index) => String(index)));
  await watch.cancel();
});

test("[W3] a version that the log forgot answers one ERROR event and ends", async () => {
  const client = createSandboxClient();
  const version = await versionNow(client);
  write(client, "a");
  client.sandbox.compact();
  const query = `watch=1&resourceVersion=${version}`;
  const answer = await client.open("GET", PATH, { query });
  expect(answer.status).toBe(200);
  const watch = eventReader(answer);
  expect(await watch.next()).toMatchObject({
    type: "ERROR",
    object: { code: 410, reason: "Expired" },
  });
  expect(await watch.next()).toBeUndefined();
});

test("[W6] an abort errors the stream, and an aborted call is not begun", async () => {
  const client = createSandboxClient();
  const abort = new AbortController();
  const answer = await client.open("GET", PATH, { query: "watch=1", signal: abort.signal });
  const reading = answer.body.getReader().read();
  abort.abort(new Error("enough"));
  await expect(reading).rejects.toThrow("enough");
  await expect(client.open("GET", PATH, { signal: abort.signal })).rejects.toThrow("enough");
});

test("[W6] closing the sandbox ends every watch", async () => {
  const client = createSandboxClient();
  const watch = eventReader(await client.open("GET", PATH, { query: "watch=1" }));
  const next = watch.next();
  client.sandbox.close();
  expect(await next).toBeUndefined();
});

test("[W1] changes during the initial events follow them, none twice", async () => {
  const client = createSandboxClient();
  for (const name of ["a", "b"]) write(client, name);
  const watch = eventReader(await client.open("GET", PATH, { query: "watch=1&resourceVersion=0" }));
  write(client, "a", { changed: "yes" });
  const events = [await watch.next(), await watch.next(), await watch.next()];
  expect(
    events.map((event) => [event?.["type"], getIn(event, "object", "metadata", "name")]),
  ).toEqual([
    ["ADDED", "a"],
    ["ADDED", "b"],
    ["MODIFIED", "a"],
  ]);
  await watch.cancel();
});
