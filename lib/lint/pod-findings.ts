import { asObject, asString, getIn, type JsonObject, objectsIn } from "../util/json.ts";
import { joinPointer } from "../util/pointer.ts";
import { compareQuantities } from "./compare-quantities.ts";
import { type LintContext, originIn } from "./lint-context.ts";
import { type ContainerView, containersOf, type JobView, jobsOf, placed } from "./rendered-jobs.ts";

/** What Kubernetes refuses in the pods that come out of merging. Told where the linted object had a hand in it. */
export function podFindings(context: LintContext): void {
  for (const job of jobsOf(context.jobSet)) {
    volumeSources(context, job);
    for (const container of containersOf(job)) {
      envSources(context, job, container);
      mounts(context, job, container);
      resources(context, job, container);
    }
  }
}

function volumeSources(context: LintContext, job: JobView): void {
  for (const { value, path } of placed(
    job.podSpec["volumes"],
    joinPointer(job.podPath, "volumes"),
  )) {
    const sources = Object.keys(value).filter((key) => key !== "name");
    const at = sources.length > 1 ? originIn(context, path) : undefined;
    if (at !== undefined)
      context.report(
        "VOLUME_SOURCE_CONFLICT",
        at,
        `volume ${nameOf(value)} of job ${job.name} has the sources ${sources.join(" and ")} after merging`,
      );
  }
}

function envSources(context: LintContext, job: JobView, container: ContainerView): void {
  const env = placed(container.value["env"], joinPointer(container.path, "env"));
  for (const { value, path } of env) {
    const hasValue = value["value"] !== undefined && value["value"] !== "";
    const sources = Object.keys(asObject(value["valueFrom"]) ?? {});
    if (sources.length + (hasValue ? 1 : 0) < 2) continue;
    const at = originIn(context, path);
    if (at === undefined) continue;
    const all = [...(hasValue ? ["value"] : []), ...sources].join(" and ");
    context.report(
      "ENV_SOURCE_CONFLICT",
      at,
      `env ${nameOf(value)} of container ${container.name} in job ${job.name} has ${all} after merging`,
    );
  }
}

function mounts(context: LintContext, job: JobView, container: ContainerView): void {
  const claims = objectsIn(context.jobSet?.spec?.["volumeClaimPolicies"])
    .flatMap((policy) => objectsIn(policy["templates"]))
    .map((template) => asString(getIn(template, "metadata", "name")));
  const known = new Set([...objectsIn(job.podSpec["volumes"]).map(nameOf), ...claims]);
  const list = placed(container.value["volumeMounts"], joinPointer(container.path, "volumeMounts"));
  for (const { value, path } of list) {
    const at = known.has(nameOf(value)) ? undefined : originIn(context, path);
    if (at !== undefined)
      context.report(
        "MOUNT_WITHOUT_VOLUME",
        at,
        `container ${container.name} in job ${job.name} mounts ${nameOf(value)}, and the pod has no volume of this name`,
      );
  }
}

function resources(context: LintContext, job: JobView, { name, value, path }: ContainerView): void {
  const limits = asObject(getIn(value, "resources", "limits")) ?? {};
  const requests = asObject(getIn(value, "resources", "requests")) ?? {};
  for (const [resource, request] of Object.entries(requests)) {
    const limit = limits[resource];
    const order = compareQuantities(request, limit);
    const isExtended = isExtendedResource(resource);
    const isWrong = isExtended ? order !== 0 : order !== undefined && order > 0;
    if (!isWrong) continue;
    const at =
      originIn(context, joinPointer(path, "resources", "requests", resource)) ??
      originIn(context, joinPointer(path, "resources", "limits", resource));
    if (at === undefined) continue;
    const where = `container ${name} in job ${job.name}`;
    context.report(
      isExtended ? "EXTENDED_RESOURCE_UNEQUAL" : "REQUEST_ABOVE_LIMIT",
      at,
      `${where}: ${resource} is requested as ${String(request)} and limited to ${limit === undefined ? "nothing" : String(limit)}`,
    );
  }
}

/** Named with a domain that is not Kubernetes' own: devices. */
function isExtendedResource(resource: string): boolean {
  const domain = resource.includes("/") ? (resource.split("/")[0] ?? "") : "";
  return domain !== "" && !domain.endsWith("kubernetes.io");
}

function nameOf(value: JsonObject): string {
  return asString(value["name"]) ?? "";
}
