import { expect, test } from "vitest";
import { getIn, objectsIn } from "#lib/util/json.ts";
import { createSandboxClient, type SandboxClient } from "./sandbox-client.ts";

const PODS = "/api/v1/namespaces/team-a/pods";

function withPod(client: SandboxClient, containers: readonly string[]): SandboxClient {
  client.sandbox.store.create(
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "p", namespace: "team-a" },
      spec: { nodeName: "n1", containers: containers.map((name) => ({ name, image: "x" })) },
      status: { phase: "Running" },
    },
    { manager: "kubelet" },
  );
  return client;
}

test("a pod's log comes line by line from the log source, with what was asked for", async () => {
  const client = withPod(createSandboxClient(), ["node", "side"]);
  const asked: unknown[] = [];
  client.sandbox.setLogSource(async function* ({ pod, container, follow, tailLines }) {
    asked.push([pod.metadata.name, container, follow, tailLines]);
    yield "one\n";
    yield "two\n";
  });
  const log = await client.ask("GET", `${PODS}/p/log`, {
    as: "alice",
    query: "container=node&tailLines=2",
  });
  expect(log.headers.get("content-type")).toBe("text/plain");
  expect(log.body["text"]).toBe("one\ntwo\n");
  expect(asked).toEqual([["p", "node", false, 2]]);
});

test("a log needs a container where there are several, and one that is there", async () => {
  const { ask } = withPod(createSandboxClient(), ["node", "side"]);
  const several = await ask("GET", `${PODS}/p/log`);
  expect(several.status).toBe(400);
  expect(several.body["message"]).toBe(
    "a container name must be specified for pod p, choose one of: [node side]",
  );
  const wrong = await ask("GET", `${PODS}/p/log`, { query: "container=x" });
  expect(wrong.body["message"]).toBe("container x is not valid for pod p");
});

test("leaving a followed log aborts its source", async () => {
  const client = withPod(createSandboxClient(), ["node"]);
  let signal: AbortSignal | undefined;
  client.sandbox.setLogSource((request) => {
    signal = request.signal;
    return (async function* () {
      yield "one\n";
      yield "two\n";
    })();
  });
  const answer = await client.open("GET", `${PODS}/p/log`, { query: "follow=true" });
  const reader = answer.body.getReader();
  await reader.read();
  await reader.cancel();
  expect(signal?.aborted).toBe(true);
});

test("[L5] pods are selected by phase and node", async () => {
  const { ask } = withPod(createSandboxClient(), ["node"]);
  const select = async (fieldSelector: string): Promise<number> => {
    const query = new URLSearchParams({ fieldSelector }).toString();
    return objectsIn((await ask("GET", PODS, { query })).body["items"]).length;
  };
  expect(await select("status.phase=Running,spec.nodeName=n1")).toBe(1);
  expect(await select("status.phase!=Running")).toBe(0);
  expect((await ask("GET", PODS, { query: "fieldSelector=spec.foo=1" })).status).toBe(400);
});

test("discovery lists groups, resources and what may be done with them", async () => {
  const { ask } = createSandboxClient();
  const groups = objectsIn((await ask("GET", "/apis")).body["groups"]).map((one) => one["name"]);
  expect(groups).toEqual(
    expect.arrayContaining(["trainer.kubeflow.org", "jobset.x-k8s.io", "authorization.k8s.io"]),
  );
  expect((await ask("GET", "/api")).body["versions"]).toEqual(["v1"]);
  const core = objectsIn((await ask("GET", "/api/v1")).body["resources"]);
  expect(core.map((one) => one["name"])).toContain("pods/log");
  const gone = await ask("GET", "/apis/nothing.example/v1/things");
  expect([gone.status, gone.body["text"]]).toEqual([404, "404 page not found\n"]);
});

test("the definition of TrainJobs carries the schema of the sandbox's dialect", async () => {
  for (const [dialect, version] of [
    ["podSpecOverrides", "v2.0.1"],
    ["podTemplateOverrides", "v2.1.0"],
    ["templateOverrides", "v2.3.0"],
    ["runtimePatches", "v2.3.0"],
  ] as const) {
    const { ask } = createSandboxClient({ dialect, trainerVersion: version });
    const { body } = await ask(
      "GET",
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/trainjobs.trainer.kubeflow.org",
    );
    const root = getIn(body, "spec", "versions", 0, "schema", "openAPIV3Schema");
    expect(getIn(root, "properties", "spec", "properties", dialect)).toBeDefined();
  }
});

test("one's own rules can be asked for", async () => {
  const { ask } = createSandboxClient();
  const { body } = await ask("POST", "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews", {
    as: "alice",
    body: {
      apiVersion: "authorization.k8s.io/v1",
      kind: "SelfSubjectRulesReview",
      spec: { namespace: "team-a" },
    },
  });
  const resources = objectsIn(getIn(body, "status", "resourceRules")).map(
    (rule) => rule["resources"],
  );
  expect(resources).toContainEqual(["trainjobs"]);
});

test("[P7] a status that the schema does not know is refused", async () => {
  const { ask, sandbox } = createSandboxClient();
  sandbox.store.create(
    {
      apiVersion: "trainer.kubeflow.org/v1alpha1",
      kind: "TrainJob",
      metadata: { name: "j", namespace: "team-a" },
      spec: { runtimeRef: { name: "x" }, suspend: true },
    },
    { manager: "test" },
  );
  const path = "/apis/trainer.kubeflow.org/v1alpha1/namespaces/team-a/trainjobs/j/status";
  const type = "application/merge-patch+json";
  const wrong = await ask("PATCH", path, { type, body: { status: { conditions: [{ type: 1 }] } } });
  expect(wrong.status).toBe(422);
  const alice = await ask("PATCH", path, { as: "alice", type, body: {} });
  expect(alice.status).toBe(403);
});
