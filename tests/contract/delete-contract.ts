import { expect, test } from "vitest";
import { aConfigMap, configMapsPath, metaOf, namesIn } from "./contract-objects.ts";
import type { ContractPlace } from "./kube-contract.ts";

/** Deleting many at once. */
export function describeDeletes(place: () => ContractPlace): void {
  test("what a selector chooses of a collection is deleted at once", async () => {
    const { session, namespace } = place();
    const path = configMapsPath(namespace);
    for (const [name, fleet] of Object.entries({ "gone-a": "x", "gone-b": "x", "stays-a": "y" }))
      await session.create(path, aConfigMap(name, { metadata: { labels: { fleet } } }));
    const query = { labelSelector: "fleet=x" };
    const dry = await session.call("DELETE", path, { query: { ...query, dryRun: "All" } });
    expect(dry.status).toBe(200);
    expect(namesIn(await session.get(path, { query }))).toEqual(["gone-a", "gone-b"]);
    const deleted = await session.call("DELETE", path, { query });
    expect(deleted.body["kind"]).toBe("ConfigMapList");
    expect(namesIn(await session.get(path, { query }))).toEqual([]);
    expect((await session.get(configMapsPath(namespace, "stays-a"))).status).toBe(200);
  });

  test("a propagation policy that does not exist is refused", async () => {
    const { session, namespace } = place();
    const query = { labelSelector: "fleet=none", propagationPolicy: "Sometimes" };
    const refused = await session.call("DELETE", configMapsPath(namespace), { query });
    expect(refused.status).toBe(422);
    expect(refused.body["message"]).toContain(
      'propagationPolicy: Unsupported value: "Sometimes": supported values: "Foreground", "Background", "Orphan"',
    );
  });

  test("a namespace that is deleted says so and takes nothing new", async () => {
    const { session } = place();
    const made = await session.create("/api/v1/namespaces", {
      apiVersion: "v1",
      kind: "Namespace",
      metadata: { generateName: "ending-" },
    });
    const name = metaOf(made, "name");
    const held = aConfigMap("held", { metadata: { finalizers: ["example.com/hold"] } });
    await session.create(configMapsPath(name), held);
    const deleted = await session.call("DELETE", `/api/v1/namespaces/${name}`);
    expect(deleted.body).toMatchObject({ kind: "Namespace", status: { phase: "Terminating" } });
    const late = await session.create(configMapsPath(name), aConfigMap("late"));
    expect(late.status).toBe(403);
    expect(late.body["message"]).toBe(
      `configmaps "late" is forbidden: unable to create new content in namespace ${name} because it is being terminated`,
    );
    await session.mergePatch(configMapsPath(name, "held"), { metadata: { finalizers: null } });
  });
}
