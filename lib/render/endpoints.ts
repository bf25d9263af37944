import { leafField, type Mark, objectField } from "./node.ts";
import type { Job, Scope } from "./scope.ts";

export type Endpoints = { readonly hosts: readonly string[]; readonly inputs: readonly Mark[] };

/** More pods than any cluster runs: a hostfile beyond them would only fill memory. */
const HOST_LIMIT = 200_000;

/** Host names of a job's pods, replica by replica. The replicas are the runtime's, before they are forced to 1. */
export function endpointsOf(scope: Scope, job: Job): Endpoints {
  const subdomain = leafField(objectField(scope.spec, "network"), "subdomain");
  const domain = typeof subdomain?.value === "string" ? subdomain.value : scope.name.value;
  const hosts: string[] = [];
  const replicas = scope.rules.listsAllReplicas ? job.replicas : 1;
  for (let replica = 0; replica < replicas; replica += 1) {
    for (let pod = 0; pod < job.count.value && hosts.length < HOST_LIMIT; pod += 1) {
      hosts.push(`${scope.name.value}-${job.name}-${replica}-${pod}.${domain}`);
    }
    if (hosts.length >= HOST_LIMIT || job.count.value <= 0) break;
  }
  const inputs = [scope.name.mark, ...job.written];
  if (subdomain !== undefined) inputs.push(subdomain.mark);
  return { hosts, inputs };
}
