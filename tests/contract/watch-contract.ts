import { expect, test } from "vitest";
import { getIn } from "#lib/util/json.ts";
import { aConfigMap, configMapsPath, metaOf, nameOf } from "./contract-objects.ts";
import type { ContractPlace } from "./kube-contract.ts";

const LABEL = "example.com/watch";

async function make(at: ContractPlace, name: string, run: string): Promise<void> {
  const metadata = { labels: { [LABEL]: run } };
  await at.session.create(configMapsPath(at.namespace), aConfigMap(name, { metadata }));
}

export function describeWatches(place: () => ContractPlace): void {
  test("a watch from a list's version tells every change after it, in order", async () => {
    const at = place();
    const path = configMapsPath(at.namespace);
    const labelSelector = `${LABEL}=order`;
    const list = await at.session.get(path, { query: { labelSelector } });
    const watch = await at.session.watch(path, {
      query: { labelSelector, resourceVersion: metaOf(list, "resourceVersion") },
    });
    await make(at, "order-a", "order");
    await at.session.mergePatch(configMapsPath(at.namespace, "order-a"), { data: { a: "2" } });
    await at.session.call("DELETE", configMapsPath(at.namespace, "order-a"));
    const events = await watch.take(3);
    await watch.cancel();
    expect(events.map((event) => event.type)).toEqual(["ADDED", "MODIFIED", "DELETED"]);
    expect(events[1]?.object).toMatchObject({ kind: "ConfigMap", data: { a: "2" } });
    const versions = events.map((event) => getIn(event.object, "metadata", "resourceVersion"));
    expect(new Set(versions).size).toBe(3);
  });

  test.each([{ query: {} }, { query: { resourceVersion: "0" } }])(
    "a watch without a version first adds what is there: $query",
    async ({ query }) => {
      const at = place();
      const run = `there${Object.keys(query).length}`;
      await make(at, `${run}-a`, run);
      const watch = await at.session.watch(configMapsPath(at.namespace), {
        query: { labelSelector: `${LABEL}=${run}`, ...query },
      });
      const event = await watch.next();
      await watch.cancel();
      expect(event?.type).toBe("ADDED");
      expect(event && nameOf(event.object)).toBe(`${run}-a`);
    },
  );

  test("asked-for initial events end with a marked bookmark", async () => {
    const at = place();
    await make(at, "initial-a", "initial");
    const watch = await at.session.watch(configMapsPath(at.namespace), {
      query: {
        labelSelector: `${LABEL}=initial`,
        sendInitialEvents: "true",
        resourceVersionMatch: "NotOlderThan",
        allowWatchBookmarks: "true",
      },
    });
    const events = await watch.take(2);
    await watch.cancel();
    expect(events.map((event) => event.type)).toEqual(["ADDED", "BOOKMARK"]);
    expect(events[1]?.object).toMatchObject({
      kind: "ConfigMap",
      metadata: { annotations: { "k8s.io/initial-events-end": "true" } },
    });
  });

  test("an object that comes to match is added, one that leaves is deleted", async () => {
    const at = place();
    await make(at, "moving", "outside");
    const path = configMapsPath(at.namespace, "moving");
    const start = await at.session.get(path);
    const watch = await at.session.watch(configMapsPath(at.namespace), {
      query: {
        labelSelector: `${LABEL}=inside`,
        resourceVersion: metaOf(start, "resourceVersion"),
      },
    });
    await at.session.mergePatch(path, { metadata: { labels: { [LABEL]: "inside" } } });
    const left = await at.session.mergePatch(path, {
      metadata: { labels: { [LABEL]: "outside" } },
    });
    const events = await watch.take(2);
    await watch.cancel();
    expect(events.map((event) => event.type)).toEqual(["ADDED", "DELETED"]);
    expect(getIn(events[1]?.object, "metadata", "labels", LABEL)).toBe("inside");
    expect(getIn(events[1]?.object, "metadata", "resourceVersion")).toBe(
      metaOf(left, "resourceVersion"),
    );
  });

  test("a watch of one name sees only that object", async () => {
    const at = place();
    const list = await at.session.get(configMapsPath(at.namespace));
    const watch = await at.session.watch(configMapsPath(at.namespace), {
      query: {
        fieldSelector: "metadata.name=named-b",
        resourceVersion: metaOf(list, "resourceVersion"),
      },
    });
    await make(at, "named-a", "named");
    await make(at, "named-b", "named");
    const event = await watch.next();
    await watch.cancel();
    expect(event && nameOf(event.object)).toBe("named-b");
  });

  test("a version that is too old is told in the stream as 410", async (context) => {
    const at = place();
    const watch = await at.session.watch(configMapsPath(at.namespace), {
      query: { resourceVersion: "1" },
    });
    expect([200, 410]).toContain(watch.status);
    if (watch.status === 410) return watch.cancel();
    const event = await watch.next();
    await watch.cancel();
    // A server that is young enough remembers everything.
    if (event?.type === "ADDED") return context.skip();
    expect(event).toMatchObject({ type: "ERROR", object: { kind: "Status", code: 410 } });
    return undefined;
  });

  test("aborting the call ends the stream", async () => {
    const at = place();
    const abort = new AbortController();
    const list = await at.session.get(configMapsPath(at.namespace));
    const watch = await at.session.watch(configMapsPath(at.namespace), {
      query: { resourceVersion: metaOf(list, "resourceVersion") },
      signal: abort.signal,
    });
    const next = watch.next().then(
      () => "ended",
      () => "failed",
    );
    abort.abort();
    expect(["ended", "failed"]).toContain(await next);
  });

  test("a watch ends by itself after its time", async () => {
    const at = place();
    const list = await at.session.get(configMapsPath(at.namespace));
    const watch = await at.session.watch(configMapsPath(at.namespace), {
      query: {
        labelSelector: `${LABEL}=nothing`,
        resourceVersion: metaOf(list, "resourceVersion"),
        timeoutSeconds: "1",
      },
    });
    expect(await watch.next()).toBeUndefined();
  });
}
