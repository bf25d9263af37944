import type { KubeObject } from "../k8s/object.ts";
import { asObject, type Json, type JsonObject, objectsIn } from "../util/json.ts";

/**
 * A JobSet as the API server stores it: the structural defaults of its CRD and then those of its mutating webhook
 * (JobSet 0.12). Idempotent; values that are there are never changed.
 */
export function defaultJobSet(jobSet: KubeObject): KubeObject {
  return jobSet.spec === undefined ? jobSet : { ...jobSet, spec: defaultJobSetSpec(jobSet.spec) };
}

export function defaultJobSetSpec(spec: JsonObject): JsonObject {
  const network = asObject(spec["network"]) ?? {};
  return {
    ...spec,
    ...mapField(spec, "replicatedJobs", defaultReplicatedJob),
    network: { enableDNSHostnames: true, publishNotReadyAddresses: true, ...network },
    successPolicy: asObject(spec["successPolicy"]) ?? { operator: "All" },
    startupPolicy: asObject(spec["startupPolicy"]) ?? { startupPolicyOrder: "AnyOrder" },
    ...failurePolicy(spec),
    ...mapField(spec, "volumeClaimPolicies", (policy) => ({
      ...policy,
      retentionPolicy: { whenDeleted: "Delete", ...asObject(policy["retentionPolicy"]) },
    })),
  };
}

function failurePolicy(spec: JsonObject): JsonObject {
  const policy = asObject(spec["failurePolicy"]);
  if (policy === undefined) return {};
  const rules = mapField(policy, "rules", (rule, index) => ({
    ...rule,
    name:
      rule["name"] === undefined || rule["name"] === ""
        ? `failurePolicyRule${index}`
        : rule["name"],
  }));
  return { failurePolicy: { restartStrategy: "Recreate", ...policy, ...rules } };
}

function defaultReplicatedJob(job: JsonObject): JsonObject {
  const template = asObject(job["template"]) ?? {};
  const jobSpec = asObject(template["spec"]) ?? {};
  const podTemplate = asObject(jobSpec["template"]) ?? {};
  const podSpec = asObject(podTemplate["spec"]) ?? {};
  return {
    groupName: "default",
    replicas: 1,
    ...job,
    template: {
      ...template,
      spec: {
        completionMode: "Indexed",
        ...jobSpec,
        template: { ...podTemplate, spec: defaultPodSpec(podSpec) },
      },
    },
  };
}

function defaultPodSpec(spec: JsonObject): JsonObject {
  return {
    restartPolicy: "OnFailure",
    ...spec,
    ...mapField(spec, "containers", defaultContainer),
    ...mapField(spec, "initContainers", defaultContainer),
  };
}

function defaultContainer(container: JsonObject): JsonObject {
  return {
    ...container,
    ...mapField(container, "ports", (port) => ({ protocol: "TCP", ...port })),
  };
}

/** `{[field]: mapped}`, or nothing where the object has no such list. */
function mapField(
  object: JsonObject,
  field: string,
  change: (item: JsonObject, index: number) => JsonObject,
): { readonly [key: string]: Json } {
  return Array.isArray(object[field]) ? { [field]: objectsIn(object[field]).map(change) } : {};
}
