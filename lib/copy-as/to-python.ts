import { KINDS, type KindInfo } from "#lib/k8s/kinds.ts";
import type { CopyAction, DeleteJobSet, PatchTrainJob } from "./copy-action.ts";
import { pythonLiteral } from "./python-literal.ts";

/** The action as a Python script over the Kubernetes client, in the account of the kubeconfig or of the pod. */
export function toPython(action: CopyAction): string {
  return action.kind === "patchTrainJob" ? patchScript(action) : deleteScript(action);
}

/**
 * The client's patch of a custom object goes out as application/merge-patch+json, a list as well (seen in its releases
 * 31, 34, 36 and 37); of the ways to say otherwise only the default header is in all of them.
 */
function patchScript({ namespace, name, fieldManager, patch }: PatchTrainJob): string {
  return `# The kubeflow SDK has no call for this change of a stored TrainJob: this is the Kubernetes client.
# pip install kubernetes
from kubernetes import client, config

config.load_config()
api_client = client.ApiClient()
# Without this header the client sends a merge patch, even where the body is a list.
api_client.set_default_header("Content-Type", "application/json-patch+json")

patch = ${pythonLiteral(patch)}

client.CustomObjectsApi(api_client).patch_namespaced_custom_object(
${place(KINDS.TrainJob, namespace, name)}
    body=patch,
    field_manager=${pythonLiteral(fieldManager)},
)
`;
}

function deleteScript({ namespace, name, preconditions }: DeleteJobSet): string {
  return `# The kubeflow SDK knows TrainJobs, not their JobSets: this is the Kubernetes client.
# pip install kubernetes
from kubernetes import client, config

config.load_config()

client.CustomObjectsApi().delete_namespaced_custom_object(
${place(KINDS.JobSet, namespace, name)}
    body=client.V1DeleteOptions(
        propagation_policy="Background",
        preconditions=client.V1Preconditions(
            uid=${pythonLiteral(preconditions.uid ?? null)},
            resource_version=${pythonLiteral(preconditions.resourceVersion ?? null)},
        ),
    ),
)
`;
}

function place({ group, version, plural }: KindInfo, namespace: string, name: string): string {
  return Object.entries({ group, version, namespace, plural, name })
    .map(([key, value]) => `    ${key}=${pythonLiteral(value)},`)
    .join("\n");
}
