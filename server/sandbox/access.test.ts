import { expect, test } from "vitest";
import { getIn } from "#lib/util/json.ts";
import { createSandboxClient } from "./sandbox-client.ts";

const JOBS = "/apis/trainer.kubeflow.org/v1alpha1/namespaces/team-a/trainjobs";
const RUNTIMES = "/apis/trainer.kubeflow.org/v1alpha1/clustertrainingruntimes";

test("[A2] data scientists edit their own namespace only", async () => {
  const { ask } = createSandboxClient();
  expect((await ask("GET", JOBS, { as: "alice" })).status).toBe(200);
  const other = await ask("GET", JOBS, { as: "bob" });
  expect(other.status).toBe(403);
  expect(other.body["message"]).toBe(
    'trainjobs.trainer.kubeflow.org is forbidden: User "bob" cannot list resource "trainjobs" in API group "trainer.kubeflow.org" in the namespace "team-a"',
  );
  expect((await ask("GET", RUNTIMES, { as: "bob" })).status).toBe(200);
  expect((await ask("POST", RUNTIMES, { as: "bob", body: {} })).status).toBe(403);
});

test("[A2] nobody but the platform may update, or delete a JobSet", async () => {
  const { ask } = createSandboxClient();
  expect((await ask("PUT", `${JOBS}/a`, { as: "alice", body: {} })).status).toBe(403);
  const jobSet = "/apis/jobset.x-k8s.io/v1alpha2/namespaces/team-a/jobsets/a";
  expect((await ask("DELETE", jobSet, { as: "alice" })).status).toBe(403);
  expect((await ask("DELETE", jobSet)).status).toBe(404);
});

test("[A2] the dashboard's own account reads everything and writes nothing", async () => {
  const { ask } = createSandboxClient();
  expect((await ask("GET", "/api/v1/secrets", { as: "self" })).status).toBe(200);
  expect((await ask("POST", JOBS, { as: "self", body: {} })).status).toBe(403);
});

test("[A3] without the right, what does not exist is forbidden too", async () => {
  const { ask } = createSandboxClient();
  expect((await ask("GET", `${JOBS}/nobody`, { as: "bob" })).status).toBe(403);
  expect((await ask("GET", `${JOBS}/nobody`, { as: "alice" })).status).toBe(404);
});

test("[A1] a right that is taken away is gone with the next call", async () => {
  const { ask, sandbox } = createSandboxClient();
  const review = {
    apiVersion: "authorization.k8s.io/v1",
    kind: "SubjectAccessReview",
    spec: {
      user: "alice",
      groups: ["team-a"],
      resourceAttributes: {
        verb: "list",
        group: "trainer.kubeflow.org",
        resource: "trainjobs",
        namespace: "team-a",
      },
    },
  };
  const path = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
  const allowed = async (): Promise<unknown> =>
    getIn((await ask("POST", path, { as: "self", body: review })).body, "status", "allowed");
  expect(await allowed()).toBe(true);
  const rules = sandbox.access.get();
  sandbox.access.set({
    ...rules,
    bindings: rules.bindings.filter((binding) => binding.namespace !== "team-a"),
  });
  expect(await allowed()).toBe(false);
  expect((await ask("GET", JOBS, { as: "alice" })).status).toBe(403);
});

test("[A2] everybody authenticated may read which Trainer is installed, and no other map there", async () => {
  const { ask } = createSandboxClient();
  const maps = "/api/v1/namespaces/kubeflow-system/configmaps";
  const version = await ask("GET", `${maps}/kubeflow-trainer-public`, { as: "bob" });
  expect(getIn(version.body, "data", "kubeflow_trainer_version")).toBe("v2.3.0");
  expect((await ask("GET", `${maps}/another`, { as: "bob" })).status).toBe(403);
  const fieldSelector = "fieldSelector=metadata.name=kubeflow-trainer-public";
  expect((await ask("GET", maps, { as: "bob", query: fieldSelector })).status).toBe(403);
});

test("a persona's token is its identity, any other token is nobody's", async () => {
  const { sandbox } = createSandboxClient();
  const call = (token: string) =>
    sandbox.transport.request({ method: "GET", path: JOBS, identity: { kind: "token", token } });
  expect((await call("sandbox-alice")).status).toBe(200);
  expect((await call("stolen")).status).toBe(401);
});
