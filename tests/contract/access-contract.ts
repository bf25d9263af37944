import { expect, test } from "vitest";
import { getIn, type Json } from "#lib/util/json.ts";
import { aConfigMap, configMapsPath, trainJobsPath } from "./contract-objects.ts";
import type { ContractPlace } from "./kube-contract.ts";
import { STRANGER } from "./kube-session.ts";

const REVIEWS = "/apis/authorization.k8s.io/v1";

function review(kind: string, spec: Json): Json {
  return { apiVersion: "authorization.k8s.io/v1", kind, spec };
}

export function describeAccess(place: () => ContractPlace): void {
  test("who has no right is told what right is missing", async () => {
    const at = place();
    const listed = await at.session.get(trainJobsPath(at.namespace), { as: STRANGER });
    expect(listed.status).toBe(403);
    expect(listed.body).toMatchObject({
      reason: "Forbidden",
      message: `trainjobs.trainer.kubeflow.org is forbidden: User "contract-stranger" cannot list resource "trainjobs" in API group "trainer.kubeflow.org" in the namespace "${at.namespace}"`,
      details: { group: "trainer.kubeflow.org", kind: "trainjobs" },
    });
    const everywhere = await at.session.get("/api/v1/pods", { as: STRANGER });
    expect(everywhere.body["message"]).toBe(
      'pods is forbidden: User "contract-stranger" cannot list resource "pods" in API group "" at the cluster scope',
    );
    const one = await at.session.get(configMapsPath(at.namespace, "x"), { as: STRANGER });
    expect(one.body["message"]).toContain('configmaps "x" is forbidden');
    const made = await at.session.create(configMapsPath(at.namespace), aConfigMap("x"), {
      as: STRANGER,
    });
    expect(made.status).toBe(403);
  });

  test("a watch needs the right to watch before it opens", async () => {
    const at = place();
    const watch = await at.session.watch(configMapsPath(at.namespace), { as: STRANGER });
    expect(watch.status).toBe(403);
    await watch.cancel();
  });

  test("a review tells what another may do", async () => {
    const at = place();
    const resourceAttributes = {
      verb: "patch",
      group: "trainer.kubeflow.org",
      resource: "trainjobs",
      namespace: at.namespace,
    };
    const ask = async (user: string, groups: readonly string[]): Promise<Json | undefined> => {
      const spec = { user, groups, resourceAttributes };
      const answer = await at.session.create(
        `${REVIEWS}/subjectaccessreviews`,
        review("SubjectAccessReview", spec),
      );
      expect(answer.status).toBe(201);
      return getIn(answer.body, "status", "allowed");
    };
    expect(await ask("contract-stranger", [])).toBe(false);
    expect(await ask("contract-admin", ["system:masters"])).toBe(true);
  });

  test("everybody may ask about oneself", async () => {
    const at = place();
    const spec = {
      resourceAttributes: { verb: "list", resource: "pods", namespace: at.namespace },
    };
    const path = `${REVIEWS}/selfsubjectaccessreviews`;
    const body = review("SelfSubjectAccessReview", spec);
    const stranger = await at.session.create(path, body, { as: STRANGER });
    expect(getIn(stranger.body, "status", "allowed")).toBe(false);
    const admin = await at.session.create(path, body);
    expect(getIn(admin.body, "status", "allowed")).toBe(true);
  });

  test("everybody may ask who one is", async () => {
    const answer = await place().session.create(
      "/apis/authentication.k8s.io/v1/selfsubjectreviews",
      { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" },
      { as: STRANGER },
    );
    expect(getIn(answer.body, "status", "userInfo", "username")).toBe("contract-stranger");
  });
}
