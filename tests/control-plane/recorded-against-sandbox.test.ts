import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isJsonObject, type Json, toCanonicalJson } from "#lib/util/json.ts";
import { createSandbox } from "#server/sandbox/sandbox.ts";
import { KubeSession, type SessionAnswer } from "../contract/kube-session.ts";
import { wallClock } from "../contract/wall-clock.ts";

type Recorded = {
  readonly id: string;
  readonly operation: "create" | "update";
  readonly old?: RecordedObject;
  readonly object?: RecordedObject;
  readonly patch?: Json;
  readonly patchType?: keyof typeof CONTENT_TYPES;
  readonly query?: string;
  readonly otherwise?: "admitted" | "refused" | "webhook";
  readonly code: number;
  readonly reason: string;
  readonly causes: readonly { reason: string; message: string; field: string }[];
  readonly stored?: Json;
};
type RecordedObject = { readonly metadata: { readonly name: string }; readonly spec?: Json };

const CONTENT_TYPES = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  apply: "application/apply-patch+yaml",
};
const JOBS = "/apis/trainer.kubeflow.org/v1alpha1/namespaces/cases/trainjobs";
const file = new URL("../fixtures/admission/template-overrides-real.jsonl", import.meta.url);
const recorded = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .map((line): Recorded => JSON.parse(line))
  .filter(({ otherwise }) => otherwise !== "webhook")
  // The sandbox offers clients no server-side apply: it answers 415.
  .filter(({ patchType }) => patchType !== "apply");

/** Has every job and container that the attempts name, so that only the CRD's rules differ. */
const RUNTIME = {
  apiVersion: "trainer.kubeflow.org/v1alpha1",
  kind: "TrainingRuntime",
  metadata: { name: "torch", namespace: "cases" },
  spec: {
    template: {
      spec: {
        replicatedJobs: [
          "node",
          "launcher",
          "n".repeat(63),
          ...Array.from({ length: 17 }, (_, index) => `job-${index}`),
        ].map((name) => ({
          name,
          template: {
            spec: {
              template: {
                spec: {
                  initContainers: [{ name: "fetch", image: "registry.example/a:1" }],
                  containers: ["node", "sidecar", "a"].map((container) => ({
                    name: container,
                    image: "registry.example/a:1",
                  })),
                },
              },
            },
          },
        })),
      },
    },
  },
};

async function openSession(): Promise<KubeSession> {
  const sandbox = createSandbox({
    dialect: "templateOverrides",
    trainerVersion: "v2.3.0",
    controller: "dashboard",
    clock: wallClock,
  });
  const session = new KubeSession(sandbox.transport);
  const runtimes = JOBS.replace("trainjobs", "trainingruntimes");
  const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "cases" } };
  expect((await session.create("/api/v1/namespaces", namespace)).status).toBe(201);
  const created = await session.create(runtimes, RUNTIME);
  expect(created.body["message"]).toBeUndefined();
  return session;
}

async function attempt(session: KubeSession, one: Recorded): Promise<SessionAnswer> {
  const query = { dryRun: "All", ...Object.fromEntries(new URLSearchParams(one.query)) };
  if (one.operation === "create") {
    return session.create(JOBS, toJson(one.object), { query });
  }
  const stored = await session.create(JOBS, toJson(one.old));
  expect(stored.body["message"]).toBeUndefined();
  const metadata = isJsonObject(stored.body["metadata"]) ? stored.body["metadata"] : {};
  const path = `${JOBS}/${one.old?.metadata.name}`;
  if (one.patch === undefined) {
    const { name, resourceVersion } = metadata;
    const body = { ...one.object, metadata: { ...one.object?.metadata, name, resourceVersion } };
    return session.call("PUT", path, { query, body: toJson(body) });
  }
  const text = JSON.stringify(one.patch)
    .replaceAll("<uid>", String(metadata["uid"]))
    .replaceAll("<resourceVersion>", String(metadata["resourceVersion"]));
  return session.call("PATCH", path, {
    query,
    body: JSON.parse(text),
    headers: { "content-type": CONTENT_TYPES[one.patchType ?? "json"] },
  });
}

test.each(recorded)("the sandbox answers $id as a real API server", async (one) => {
  const answer = await attempt(await openSession(), one);
  if (one.otherwise === "refused") return expect(answer.status).toBe(403);
  if (one.otherwise === "admitted") return expect(answer.status).toBeLessThan(300);
  expect({ code: answer.status, causes: causesOf(answer) }).toEqual({
    code: one.code,
    causes: sorted(one.causes),
  });
  if (one.code < 300) {
    expect(toCanonicalJson(answer.body["spec"])).toBe(toCanonicalJson(one.stored));
  } else {
    expect(answer.body["reason"]).toBe(one.reason);
  }
  return undefined;
});

function causesOf({ status, body }: SessionAnswer): readonly string[] {
  const details = status < 300 ? undefined : body["details"];
  const causes = isJsonObject(details) ? (details["causes"] ?? []) : [];
  return sorted(JSON.parse(JSON.stringify(causes)));
}

function sorted(causes: Recorded["causes"]): readonly string[] {
  return causes.map(({ field, reason, message }) => `${field} ${reason} ${message}`).sort();
}

function toJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value));
}
