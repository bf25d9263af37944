import { expect, test } from "vitest";
import { getIn, type Json } from "#lib/util/json.ts";
import { aConfigMap, aRuntime, configMapsPath, metaOf, TRAINER_ROOT } from "./contract-objects.ts";
import type { ContractPlace } from "./kube-contract.ts";
import type { SessionAnswer } from "./kube-session.ts";

type Said = { readonly code: number; readonly message: string; readonly reason?: string };

function said({ status, body }: SessionAnswer): Said {
  const reason = body["reason"];
  return {
    code: status,
    message: String(body["message"]),
    ...(typeof reason === "string" ? { reason } : {}),
  };
}

/** Words that people see and that clients tell cases apart by: facts of the API, not of taste. */
export function describeRefusals(place: () => ContractPlace): void {
  test("refused parameters name themselves", async () => {
    const at = place();
    const path = configMapsPath(at.namespace);
    const make = async (query: Record<string, string>): Promise<Said> =>
      said(await at.session.create(path, aConfigMap("never"), { query }));
    expect(await make({ fieldManager: "m".repeat(129) })).toEqual({
      code: 422,
      reason: "Invalid",
      message:
        'CreateOptions.meta.k8s.io "" is invalid: fieldManager: Too long: may not be more than 128 bytes',
    });
    expect(await make({ dryRun: "Some" })).toEqual({
      code: 422,
      reason: "Invalid",
      message:
        'CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: ["Some"]: supported values: "All"',
    });
    const listed = async (query: Record<string, string>): Promise<Said> =>
      said(await at.session.get(path, { query }));
    expect(await listed({ limit: "abc" })).toEqual({
      code: 400,
      reason: "BadRequest",
      message: 'strconv.ParseInt: parsing "abc": invalid syntax',
    });
    expect(await listed({ fieldSelector: "spec.x=1" })).toEqual({
      code: 400,
      reason: "BadRequest",
      message: '"spec.x" is not a known field selector: only "metadata.name", "metadata.namespace"',
    });
    expect(await listed({ resourceVersionMatch: "Exact" })).toMatchObject({ code: 422 });
  });

  test("refused bodies name what is wrong", async () => {
    const at = place();
    const path = `${TRAINER_ROOT}/namespaces/${at.namespace}/trainingruntimes`;
    const made = await at.session.create(path, aRuntime("refusals"));
    const one = `${path}/refusals`;
    const merge = async (patch: Json): Promise<Said> =>
      said(await at.session.mergePatch(one, patch));
    expect(await merge({ metadata: { name: "x" } })).toEqual({
      code: 400,
      reason: "BadRequest",
      message: "the name of the object (x) does not match the name on the URL (refusals)",
    });
    expect(await merge({ metadata: { namespace: "x" } })).toMatchObject({
      code: 400,
      message:
        "the namespace of the provided object does not match the namespace sent on the request",
    });
    expect(await merge({ metadata: { uid: "x" } })).toEqual({
      code: 422,
      reason: "Invalid",
      message:
        'TrainingRuntime.trainer.kubeflow.org "refusals" is invalid: metadata.uid: Invalid value: "x": field is immutable',
    });
    const { resourceVersion: _resourceVersion, ...metadata } = Object(made.body["metadata"]);
    const put = await at.session.call("PUT", one, { body: { ...made.body, metadata } });
    expect(said(put)).toEqual({
      code: 422,
      reason: "Invalid",
      message:
        'trainingruntimes.trainer.kubeflow.org "refusals" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
    });
    const other = await at.session.create(path, { ...aRuntime("other"), apiVersion: "v1" });
    expect(said(other)).toMatchObject({
      code: 400,
      message:
        "the API version in the data (v1) does not match the expected API version (trainer.kubeflow.org/v1alpha1)",
    });
  });

  test("a patch that does not apply says nothing but that", async () => {
    const at = place();
    await at.session.create(configMapsPath(at.namespace), aConfigMap("inapplicable"));
    const path = configMapsPath(at.namespace, "inapplicable");
    for (const operation of [
      { op: "test", path: "/metadata/uid", value: "x" },
      { op: "remove", path: "/metadata/nothing" },
      { op: "replace", path: "/data/nothing/deep", value: "x" },
      { op: "odd", path: "/data" },
    ]) {
      const answer = await at.session.jsonPatch(path, [operation]);
      expect(said(answer)).toEqual({
        code: 422,
        reason: "Invalid",
        message: "the server rejected our request due to an error in our request",
      });
      expect(answer.body["details"]).toEqual({});
    }
    expect((await at.session.jsonPatch(path, { a: 1 })).status).toBe(400);
    expect((await at.session.mergePatch(path, [1])).status).toBe(400);
  });

  test("a deletion's failed precondition says which", async () => {
    const at = place();
    const path = `${TRAINER_ROOT}/namespaces/${at.namespace}/trainingruntimes`;
    const made = await at.session.create(path, aRuntime("preconditions"));
    const remove = async (preconditions: Json): Promise<SessionAnswer> =>
      at.session.call("DELETE", `${path}/preconditions`, { body: { preconditions } });
    expect(said(await remove({ uid: "x" }))).toEqual({
      code: 409,
      reason: "Conflict",
      message: `Operation cannot be fulfilled on TrainingRuntime.trainer.kubeflow.org "preconditions": the UID in the precondition (x) does not match the UID in record (${metaOf(made, "uid")}). The object might have been deleted and then recreated`,
    });
    const deleted = await remove({ resourceVersion: metaOf(made, "resourceVersion") });
    expect(deleted.body).toMatchObject({ kind: "Status", status: "Success" });
    expect(getIn(deleted.body, "details", "uid")).toBe(metaOf(made, "uid"));
  });

  test("size: managedFields go first, then the write is refused, then the body", async () => {
    const at = place();
    const path = `${TRAINER_ROOT}/namespaces/${at.namespace}/trainingruntimes`;
    const make = (name: string, size: number): Promise<SessionAnswer> =>
      at.session.create(path, aRuntime(name, { args: ["x".repeat(size)] }));
    const bare = await make("edge", 1_571_900);
    expect(bare.status).toBe(201);
    expect(getIn(bare.body, "metadata", "managedFields")).toBeUndefined();
    expect(said(await make("large", 1_572_600))).toEqual({
      code: 500,
      message: "etcdserver: request is too large",
    });
    expect(said(await make("huge", 3_200_000))).toEqual({
      code: 413,
      reason: "RequestEntityTooLarge",
      message: "Request entity too large: limit is 3145728",
    });
  });
}
