import { expect, test } from "vitest";
import { getIn, objectsIn } from "#lib/util/json.ts";
import { aConfigMap, configMapsPath, metaOf, namesIn } from "./contract-objects.ts";
import type { ContractPlace } from "./kube-contract.ts";
import type { SessionAnswer } from "./kube-session.ts";

const LABEL = "example.com/reads";

async function makeMaps(at: ContractPlace, run: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const metadata = { labels: { [LABEL]: run, tier: name } };
    const created = await at.session.create(
      configMapsPath(at.namespace),
      aConfigMap(`${run}-${name}`, { metadata }),
    );
    expect(created.status).toBe(201);
  }
}

function listOf(
  at: ContractPlace,
  query: Readonly<Record<string, string>>,
): Promise<SessionAnswer> {
  return at.session.get(configMapsPath(at.namespace), { query });
}

export function describeReads(place: () => ContractPlace): void {
  test("a list is sorted by name and carries the version it was made at", async () => {
    const at = place();
    await makeMaps(at, "sorted", ["c", "a", "b"]);
    const list = await listOf(at, { labelSelector: `${LABEL}=sorted` });
    expect(list.status).toBe(200);
    expect(list.body).toMatchObject({ kind: "ConfigMapList", apiVersion: "v1" });
    expect(namesIn(list)).toEqual(["sorted-a", "sorted-b", "sorted-c"]);
    expect(metaOf(list, "resourceVersion")).not.toBe("");
  });

  test("items of a native kind's list carry neither kind nor apiVersion", async () => {
    const at = place();
    await makeMaps(at, "bare", ["a"]);
    const list = await listOf(at, { labelSelector: `${LABEL}=bare` });
    const [item] = objectsIn(list.body["items"]);
    expect(item).not.toHaveProperty("kind");
    expect(item).not.toHaveProperty("apiVersion");
  });

  test("items of a custom resource's list carry kind and apiVersion", async () => {
    const list = await place().session.get("/apis/trainer.kubeflow.org/v1alpha1/trainjobs");
    expect(list.body).toMatchObject({ kind: "TrainJobList" });
    for (const item of objectsIn(list.body["items"])) expect(item["kind"]).toBe("TrainJob");
  });

  test("pages of a list are cut from the first page's version", async () => {
    const at = place();
    await makeMaps(at, "paged", ["a", "b", "c", "d", "e"]);
    const labelSelector = `${LABEL}=paged`;
    const first = await listOf(at, { labelSelector, limit: "2" });
    expect(namesIn(first)).toEqual(["paged-a", "paged-b"]);
    await at.session.call("DELETE", configMapsPath(at.namespace, "paged-c"));
    await makeMaps(at, "paged", ["cc"]);
    const second = await listOf(at, {
      labelSelector,
      limit: "2",
      continue: metaOf(first, "continue"),
    });
    expect(namesIn(second)).toEqual(["paged-c", "paged-d"]);
    expect(metaOf(second, "resourceVersion")).toBe(metaOf(first, "resourceVersion"));
    const third = await listOf(at, {
      labelSelector,
      limit: "2",
      continue: metaOf(second, "continue"),
    });
    expect(namesIn(third)).toEqual(["paged-e"]);
    expect(metaOf(third, "continue")).toBe("");
  });

  test("a page without selectors says how many items remain", async () => {
    const at = place();
    await makeMaps(at, "remain", ["a", "b", "c"]);
    const page = await listOf(at, { limit: "1" });
    const all = await listOf(at, {});
    expect(getIn(page.body, "metadata", "remainingItemCount")).toBe(namesIn(all).length - 1);
  });

  test("a continue token that is none is a bad request", async () => {
    const list = await listOf(place(), { continue: "nonsense", limit: "1" });
    expect(list.status).toBe(400);
    expect(list.body).toMatchObject({ kind: "Status", reason: "BadRequest" });
  });

  test("label selectors know equality, sets and existence", async () => {
    const at = place();
    await makeMaps(at, "labels", ["x", "y", "z"]);
    const select = async (more: string): Promise<readonly string[]> =>
      namesIn(await listOf(at, { labelSelector: `${LABEL}=labels,${more}` }));
    expect(await select("tier==x")).toEqual(["labels-x"]);
    expect(await select("tier!=x")).toEqual(["labels-y", "labels-z"]);
    expect(await select("tier in (x, z)")).toEqual(["labels-x", "labels-z"]);
    expect(await select("tier notin (x,z)")).toEqual(["labels-y"]);
    expect(await select("tier,!missing")).toHaveLength(3);
    expect(await select("!tier")).toEqual([]);
    expect(await select("missing!=x")).toHaveLength(3);
  });

  test("field selectors find by name, and refuse fields that they do not know", async () => {
    const at = place();
    await makeMaps(at, "fields", ["a", "b"]);
    const one = await listOf(at, { fieldSelector: "metadata.name=fields-b" });
    expect(namesIn(one)).toEqual(["fields-b"]);
    expect((await listOf(at, { fieldSelector: "spec.foo=bar" })).status).toBe(400);
    expect((await listOf(at, { labelSelector: "a in" })).status).toBe(400);
  });

  test("events are selected by the object they are about", async () => {
    const at = place();
    const path = `/api/v1/namespaces/${at.namespace}/events`;
    for (const name of ["one", "two"]) {
      const created = await at.session.create(path, {
        apiVersion: "v1",
        kind: "Event",
        metadata: { name: `event-${name}` },
        involvedObject: { kind: "Pod", name, namespace: at.namespace },
        reason: "Tested",
        message: "a test",
        type: "Normal",
      });
      expect(created.status).toBe(201);
    }
    const list = await at.session.get(path, {
      query: { fieldSelector: "involvedObject.kind=Pod,involvedObject.name=two" },
    });
    expect(namesIn(list)).toEqual(["event-two"]);
  });

  test("what does not exist is not found, with the resource's name", async () => {
    const at = place();
    const missing = await at.session.get(configMapsPath(at.namespace, "nobody"));
    expect(missing.status).toBe(404);
    expect(missing.body).toMatchObject({
      kind: "Status",
      status: "Failure",
      reason: "NotFound",
      message: 'configmaps "nobody" not found',
      details: { name: "nobody", kind: "configmaps" },
      code: 404,
    });
    const unknown = await at.session.get(
      `/apis/trainer.kubeflow.org/v1alpha1/namespaces/${at.namespace}/nothings`,
    );
    expect(unknown.status).toBe(404);
  });

  test("a version from the future and one that is no number are refused", async () => {
    const at = place();
    const future = await listOf(at, { resourceVersion: "99999999999" });
    expect(future.status).toBe(504);
    expect((await listOf(at, { resourceVersion: "abc" })).status).toBe(400);
    expect((await listOf(at, { resourceVersion: "0" })).status).toBe(200);
  });

  test("the served schema of TrainJobs can be read from its definition", async () => {
    const crd = await place().session.get(
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/trainjobs.trainer.kubeflow.org",
    );
    expect(crd.status).toBe(200);
    const [version] = objectsIn(getIn(crd.body, "spec", "versions"));
    expect(getIn(version, "schema", "openAPIV3Schema", "properties", "spec", "type")).toBe(
      "object",
    );
  });

  test("discovery names the resources of a group", async () => {
    const { body } = await place().session.get("/apis/trainer.kubeflow.org/v1alpha1");
    const names = objectsIn(body["resources"]).map((resource) => resource["name"]);
    expect(names).toEqual(expect.arrayContaining(["trainjobs", "trainjobs/status"]));
  });
}
