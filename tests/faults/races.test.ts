import { expect, test } from "vitest";
import { KINDS } from "#lib/k8s/kinds.ts";
import { type Bff, startBff, storeJob } from "../integration/start-bff.ts";

function storeJobSet(bff: Bff): string {
  const { apiVersion, metadata } = storeJob(bff);
  const { uid = "" } = metadata;
  const owner = { apiVersion, kind: "TrainJob", name: "bert", uid, controller: true };
  const jobSet = bff.sandbox.store.create(
    {
      apiVersion: "jobset.x-k8s.io/v1alpha2",
      kind: "JobSet",
      metadata: { namespace: "team-a", name: "bert", ownerReferences: [owner] },
      spec: { suspend: true, replicatedJobs: [] },
    },
    { manager: "trainer" },
  );
  return jobSet.metadata.uid ?? "";
}

test("a JobSet that is resumed between the look and the deletion stays", async () => {
  let beforeDelete: (() => void) | undefined;
  const bff = await startBff({
    wrap: (inner) => ({
      request: (call) => {
        if (call.method === "DELETE") beforeDelete?.();
        return inner.request(call);
      },
    }),
  });
  try {
    const uid = storeJobSet(bff);
    beforeDelete = () =>
      bff.sandbox.store.update(
        KINDS.JobSet,
        "team-a",
        "bert",
        (jobSet) => ({ ...jobSet, spec: { ...jobSet.spec, suspend: false } }),
        { manager: "trainer" },
      );
    const answer = await bff.call("admin", "DELETE", "/jobs/team-a/bert/jobset", { uid });
    expect([answer.status, answer.body.code]).toEqual([409, "CONFLICT"]);
    expect(bff.sandbox.store.get(KINDS.JobSet, "team-a", "bert")).toBeDefined();
  } finally {
    await bff.stop();
  }
});
