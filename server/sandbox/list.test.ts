import { expect, test } from "vitest";
import { getIn, objectsIn } from "#lib/util/json.ts";
import { createSandboxClient, type SandboxClient } from "./sandbox-client.ts";

const PATH = "/api/v1/configmaps";

function fill(client: SandboxClient, count: number): void {
  for (let index = 0; index < count; index += 1)
    client.sandbox.store.create(
      {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: `m${index}`, namespace: "default" },
        data: { index: String(index) },
      },
      { manager: "test" },
    );
}

test("[L2] a token whose snapshot was forgotten has expired", async () => {
  const client = createSandboxClient();
  fill(client, 3);
  const first = await client.ask("GET", PATH, { query: "limit=1" });
  const token = String(getIn(first.body, "metadata", "continue"));
  client.sandbox.compact();
  const next = await client.ask("GET", PATH, { query: `limit=1&continue=${token}` });
  expect(next.status).toBe(410);
  expect(next.body).toMatchObject({ reason: "Expired", code: 410 });
});

test("[L2] pages together are the whole list, each object once", async () => {
  const client = createSandboxClient();
  fill(client, 25);
  const names: unknown[] = [];
  let token = "";
  do {
    const page = await client.ask("GET", PATH, { query: `limit=7&continue=${token}` });
    names.push(...objectsIn(page.body["items"]).map((item) => getIn(item, "metadata", "name")));
    token = String(getIn(page.body, "metadata", "continue") ?? "");
  } while (token !== "");
  const whole = await client.ask("GET", PATH);
  expect(names).toEqual(
    objectsIn(whole.body["items"]).map((item) => getIn(item, "metadata", "name")),
  );
});

test("[L4] an exact version is served while it is at hand, and expired after", async () => {
  const client = createSandboxClient();
  fill(client, 2);
  const page = await client.ask("GET", PATH, { query: "limit=1" });
  const version = String(getIn(page.body, "metadata", "resourceVersion"));
  client.sandbox.store.remove(
    { group: "", version: "v1", kind: "ConfigMap", plural: "configmaps", namespaced: true },
    "default",
    "m0",
  );
  const query = `resourceVersion=${version}&resourceVersionMatch=Exact`;
  const exact = await client.ask("GET", PATH, { query });
  expect(exact.body["items"]).toHaveLength(3);
  client.sandbox.compact();
  expect((await client.ask("GET", PATH, { query })).status).toBe(410);
});

test("[S1] objects out of the store are deeply frozen and shared", () => {
  const client = createSandboxClient();
  fill(client, 1);
  const info = {
    group: "",
    version: "v1",
    kind: "ConfigMap",
    plural: "configmaps",
    namespaced: true,
  };
  const object = client.sandbox.store.get(info, "default", "m0");
  expect(Object.isFrozen(object) && Object.isFrozen(object?.["data"])).toBe(true);
  expect(client.sandbox.store.list(info, "default")[0]).toBe(object);
});

test("[S5] listeners hear changes in order, also those that a listener makes", () => {
  const client = createSandboxClient();
  const heard: string[] = [];
  const { store } = client.sandbox;
  client.sandbox.onChange(({ type, object }) => {
    heard.push(`first ${type} ${object.metadata.name ?? ""}`);
    if (object.metadata.name === "m0" && type === "added") {
      const metadata = { name: "made", namespace: "default" };
      store.create({ apiVersion: "v1", kind: "ConfigMap", metadata }, { manager: "test" });
    }
  });
  client.sandbox.onChange(({ type, object }) => {
    heard.push(`second ${type} ${object.metadata.name ?? ""}`);
  });
  fill(client, 1);
  expect(heard).toEqual([
    "first added m0",
    "second added m0",
    "first added made",
    "second added made",
  ]);
});
