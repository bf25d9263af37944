import { expect, test } from "vitest";
import { getIn, type Json, type JsonObject, objectsIn } from "#lib/util/json.ts";
import { createSandboxClient, type SandboxClient } from "./sandbox-client.ts";

const ROOT = "/apis/trainer.kubeflow.org/v1alpha1";
const JOBS = `${ROOT}/namespaces/team-a/trainjobs`;
const JSON_PATCH = "application/json-patch+json";
const MERGE_PATCH = "application/merge-patch+json";

function aRuntime(name: string, image = "registry.example/train:1"): JsonObject {
  const pod = { containers: [{ name: "node", image }] };
  return {
    apiVersion: "trainer.kubeflow.org/v1alpha1",
    kind: "ClusterTrainingRuntime",
    metadata: { name },
    spec: {
      template: {
        spec: {
          replicatedJobs: [{ name: "node", template: { spec: { template: { spec: pod } } } }],
        },
      },
    },
  };
}

function aTrainJob(name: string, spec: JsonObject = {}): JsonObject {
  return {
    apiVersion: "trainer.kubeflow.org/v1alpha1",
    kind: "TrainJob",
    metadata: { name },
    spec: { suspend: true, runtimeRef: { name: "plain" }, ...spec },
  };
}

async function withRuntime(client: SandboxClient): Promise<SandboxClient> {
  const made = await client.ask("POST", `${ROOT}/clustertrainingruntimes`, {
    body: aRuntime("plain"),
  });
  expect(made.status).toBe(201);
  return client;
}

const APPEND = {
  op: "add",
  path: "/spec/templateOverrides/0/pod/-",
  value: { targetJobs: [{ name: "node" }], spec: { nodeSelector: { pool: "b" } } },
};

async function withHistory(): Promise<SandboxClient> {
  const options = { dialect: "templateOverrides", controller: "dashboard" } as const;
  const client = await withRuntime(createSandboxClient(options));
  const pod = [{ time: "2026-01-01T00:00:00Z", targetJobs: [{ name: "node" }], spec: {} }];
  const templateOverrides = [{ manager: "example.com/a", pod }];
  const made = await client.ask("POST", JOBS, { body: aTrainJob("j", { templateOverrides }) });
  expect(made.status).toBe(201);
  return client;
}

test("[P5] the validating webhook refuses with 403 and its findings in the message only", async () => {
  const { ask } = createSandboxClient();
  const refused = await ask("POST", JOBS, { as: "alice", body: aTrainJob("j") });
  expect(refused.status).toBe(403);
  expect(refused.body["message"]).toMatch(
    /^admission webhook "validator\.trainjob\.trainer\.kubeflow\.org" denied the request: /,
  );
  expect(getIn(refused.body, "details", "causes")).toBeUndefined();
});

test("[P5] the mutating webhook's decoder refuses with 400", async () => {
  const { ask } = await withRuntime(createSandboxClient());
  const refused = await ask("POST", JOBS, { body: aTrainJob("j", { suspend: "yes" }) });
  expect(refused.status).toBe(400);
  expect(refused.body).not.toHaveProperty("reason");
});

test("[P5] the webhook fills the time of an appended entry", async () => {
  const { ask, clock } = await withHistory();
  const patched = await ask("PATCH", `${JOBS}/j`, {
    as: "alice",
    type: JSON_PATCH,
    body: [APPEND],
  });
  expect(patched.status).toBe(200);
  expect(getIn(patched.body, "spec", "templateOverrides", 0, "pod", 1, "time")).toBe(
    new Date(clock.now()).toISOString().replace(".000Z", "Z"),
  );
});

test("[M4] an entry sent without its time costs the object its managedFields, for good", async () => {
  const { ask } = await withHistory();
  const before = await ask("GET", `${JOBS}/j`);
  expect(objectsIn(getIn(before.body, "metadata", "managedFields"))).toHaveLength(1);
  const patched = await ask("PATCH", `${JOBS}/j`, { type: JSON_PATCH, body: [APPEND] });
  expect(getIn(patched.body, "metadata", "managedFields")).toBeUndefined();
  const later = await ask("PATCH", `${JOBS}/j`, {
    type: MERGE_PATCH,
    body: { metadata: { labels: { a: "b" } } },
  });
  expect(getIn(later.body, "metadata", "managedFields")).toBeUndefined();
});

test("[M5] without a field manager the user agent names the writer", async () => {
  const { ask } = await withHistory();
  const { body } = await ask("GET", `${JOBS}/j`);
  expect(getIn(body, "metadata", "managedFields", 0, "manager")).toBe("tester");
});

test("[P8] at the size limit managedFields go first, then the write is refused", async () => {
  const { ask } = createSandboxClient();
  const path = "/api/v1/namespaces/team-a/configmaps";
  const map = (name: string, size: number): JsonObject => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name },
    data: { a: "x".repeat(size) },
  });
  const small = await ask("POST", path, { body: map("small", 1_000_000) });
  expect(getIn(small.body, "metadata", "managedFields")).toBeDefined();
  const edge = await ask("POST", path, { body: map("edge", 1_572_300) });
  expect(edge.status).toBe(201);
  expect(getIn(edge.body, "metadata", "managedFields")).toBeUndefined();
  const large = await ask("POST", path, { body: map("large", 1_572_800) });
  expect(large.status).toBe(500);
  expect(large.body["message"]).toBe("etcdserver: request is too large");
  const dry = await ask("POST", path, { body: map("large", 1_572_800), query: "dryRun=All" });
  expect(dry.status).toBe(201);
  const huge = await ask("POST", path, { body: map("huge", 3_200_000) });
  expect(huge.status).toBe(413);
});

test("[P5] a JobSet takes a new node selector while suspended, and no new image", async () => {
  const { ask, sandbox } = createSandboxClient();
  const { kind: _kind, metadata: _metadata, spec } = aRuntime("x");
  sandbox.store.apply(
    {
      apiVersion: "jobset.x-k8s.io/v1alpha2",
      kind: "JobSet",
      metadata: { name: "j", namespace: "team-a" },
      spec: { suspend: true, replicatedJobs: getIn(spec, "template", "spec", "replicatedJobs") },
    },
    { manager: "trainer" },
  );
  const path = "/apis/jobset.x-k8s.io/v1alpha2/namespaces/team-a/jobsets/j";
  const pod = "/spec/replicatedJobs/0/template/spec/template/spec";
  const patch = (at: string, value: JsonObject | string) =>
    ask("PATCH", path, { type: JSON_PATCH, body: [{ op: "add", path: `${pod}${at}`, value }] });
  expect((await patch("/nodeSelector", { pool: "a" })).status).toBe(200);
  const refused = await patch("/containers/0/image", "other");
  expect([403, 422]).toContain(refused.status);
  expect(refused.body["message"]).toContain("field is immutable");
});

test("[P6] unknown metadata is dropped with a warning, labels that are no texts are refused", async () => {
  const { ask } = await withHistory();
  const warned = await ask("PATCH", `${JOBS}/j`, {
    type: MERGE_PATCH,
    body: { metadata: { notAField: 1 } },
  });
  expect(warned.headers.get("warning")).toBe('299 - "unknown field \\"metadata.notAField\\""');
  expect(getIn(warned.body, "metadata", "notAField")).toBeUndefined();
  const wrong = await ask("PATCH", `${JOBS}/j`, {
    type: MERGE_PATCH,
    body: { metadata: { labels: { a: 1 } } },
  });
  expect(wrong.status).toBe(422);
});

test("[P2] sixty guarded appends one after the other all land, each with its own second", async () => {
  const { ask } = await withHistory();
  const answers = await Promise.all(
    Array.from({ length: 60 }, () =>
      ask("PATCH", `${JOBS}/j`, { as: "alice", type: JSON_PATCH, body: [APPEND] }),
    ),
  );
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
  const { body } = await ask("GET", `${JOBS}/j`);
  const entries = objectsIn(getIn(body, "spec", "templateOverrides", 0, "pod"));
  expect(new Set(entries.map((entry) => entry["time"])).size).toBe(61);
});

test("owners that a client writes are taken, and what are no owners is left out", async () => {
  const { ask } = createSandboxClient();
  const path = "/api/v1/namespaces/team-a/configmaps";
  const map = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "owned" },
    data: { a: "1" },
  };
  await ask("POST", path, { body: map });
  const entry = { manager: "x", operation: "Apply", apiVersion: "v1", fieldsType: "FieldsV1" };
  const give = (managedFields: Json) =>
    ask("PATCH", `${path}/owned`, {
      type: "application/merge-patch+json",
      body: { metadata: { managedFields } },
    });
  const given = { ...entry, fieldsV1: { "f:data": { "f:a": {}, "k:{odd": {} } } };
  const taken = await give([given, {}, "odd", 7]);
  expect(getIn(taken.body, "metadata", "managedFields")).toMatchObject([{ manager: "x" }]);
  for (const odd of ["text", 7, [], [{}]]) expect((await give(odd)).status).toBe(200);
});
