import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { KubeTransport } from "#server/kube/transport.ts";
import { describeAccess } from "./access-contract.ts";
import { describeAppends } from "./append-contract.ts";
import { describeApplies } from "./apply-contract.ts";
import { metaOf, TRAINER_ROOT } from "./contract-objects.ts";
import { describeDeletes } from "./delete-contract.ts";
import { KubeSession } from "./kube-session.ts";
import { describeReads } from "./read-contract.ts";
import { describeRefusals } from "./refusal-contract.ts";
import { describeWatches } from "./watch-contract.ts";
import { describeWrites } from "./write-contract.ts";

/** Filled before the tests run: a client, and a namespace that is theirs alone. */
export type ContractPlace = { session: KubeSession; namespace: string };

/** A definition that was just made is refused (429, 404) until its storage is ready. */
async function served(session: KubeSession): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1)
    if ((await session.get(`${TRAINER_ROOT}/trainjobs`)).status === 200) return;
  throw new Error("TrainJobs are not served");
}

/**
 * What this product relies on in a Kubernetes API server. The transport's own account must be able to impersonate
 * `system:masters`. Nothing here is true of the sandbox alone.
 */
export function describeKubeContract(
  name: string,
  makeTransport: () => Promise<KubeTransport>,
  dialect: "templateOverrides" | "runtimePatches",
): void {
  describe(name, () => {
    const place: { current: ContractPlace | undefined } = { current: undefined };
    const at = (): ContractPlace => {
      if (place.current === undefined) throw new Error("the contract's namespace was not made");
      return place.current;
    };
    beforeAll(async () => {
      const session = new KubeSession(await makeTransport());
      const created = await session.create("/api/v1/namespaces", {
        apiVersion: "v1",
        kind: "Namespace",
        metadata: { generateName: "contract-" },
      });
      expect(created.status).toBe(201);
      await served(session);
      place.current = { session, namespace: metaOf(created, "name") };
    });
    afterAll(async () => {
      await place.current?.session.call("DELETE", `/api/v1/namespaces/${at().namespace}`);
    });
    describeReads(at);
    describeWatches(at);
    describeWrites(at);
    if (dialect === "templateOverrides") describeAppends(at);
    describeApplies(at);
    describeDeletes(at);
    describeAccess(at);
    describeRefusals(at);
    test("the server says that it is ready and what it is", async () => {
      expect((await at().session.get("/readyz")).status).toBe(200);
      expect((await at().session.get("/version")).body["major"]).toBe("1");
    });
  });
}
