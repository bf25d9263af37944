import type { KindInfo } from "#lib/k8s/kinds.ts";
import type { KubeStatus, StatusCause } from "#lib/k8s/status.ts";

/** Any "no" of the sandbox's API; `status` is what goes over the wire. */
export class KubeRefusal extends Error {
  readonly status: KubeStatus;
  constructor(status: KubeStatus) {
    super(status.message);
    this.status = status;
  }
}

type Details = NonNullable<KubeStatus["details"]>;

export function refuse(
  code: number,
  reason: string | undefined,
  message: string,
  details?: Details,
): KubeRefusal {
  return new KubeRefusal({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message,
    ...(reason === undefined ? {} : { reason }),
    ...(details === undefined ? {} : { details }),
    code,
  });
}

/** `trainjobs.trainer.kubeflow.org`, or `pods` in the core group. */
function qualifiedResource(info: KindInfo): string {
  return info.group === "" ? info.plural : `${info.plural}.${info.group}`;
}

/** `TrainJob.trainer.kubeflow.org`, or `Pod` in the core group. */
function qualifiedKind(info: KindInfo): string {
  return info.group === "" ? info.kind : `${info.kind}.${info.group}`;
}

function detailsOf(info: KindInfo, name: string | undefined): Details {
  return {
    ...(name === undefined || name === "" ? {} : { name }),
    ...(info.group === "" ? {} : { group: info.group }),
    kind: info.plural,
  };
}

export function notFound(info: KindInfo, name: string): KubeRefusal {
  const message = `${qualifiedResource(info)} ${JSON.stringify(name)} not found`;
  return refuse(404, "NotFound", message, detailsOf(info, name));
}

export function methodNotAllowed(): KubeRefusal {
  return refuse(
    405,
    "MethodNotAllowed",
    "the server does not allow this method on the requested resource",
    {},
  );
}

export function alreadyExists(info: KindInfo, name: string): KubeRefusal {
  const message = `${qualifiedResource(info)} ${JSON.stringify(name)} already exists`;
  return refuse(409, "AlreadyExists", message, detailsOf(info, name));
}

const STALE =
  "the object has been modified; please apply your changes to the latest version and try again";

export function conflict(info: KindInfo, name: string): KubeRefusal {
  const message = `Operation cannot be fulfilled on ${qualifiedResource(info)} ${JSON.stringify(name)}: ${STALE}`;
  return refuse(409, "Conflict", message, detailsOf(info, name));
}

/** A namespace that is going takes nothing new. */
export function namespaceEnding(info: KindInfo, name: string, namespace: string): KubeRefusal {
  const subject = `${qualifiedResource(info)} ${JSON.stringify(name)}`;
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  const cause = {
    reason: "NamespaceTerminating",
    field: "metadata.namespace",
    message: `namespace ${namespace} is being terminated`,
  };
  const details = { ...detailsOf(info, name), causes: [cause] };
  return refuse(403, "Forbidden", `${subject} is forbidden: ${why}`, details);
}

/** An apply that would change what others own. */
export function applyConflict(message: string, causes: readonly StatusCause[]): KubeRefusal {
  return refuse(409, "Conflict", message, { causes });
}

/** An apply that brings the uid of an object that is not there. */
export function uidMismatch(info: KindInfo, name: string, uid: string): KubeRefusal {
  const why = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
  const message = `Operation cannot be fulfilled on ${qualifiedResource(info)} ${JSON.stringify(name)}: ${why}`;
  return refuse(409, "Conflict", message, detailsOf(info, name));
}

export function badRequest(message: string): KubeRefusal {
  return refuse(400, "BadRequest", message);
}

export function expired(message: string): KubeRefusal {
  return refuse(410, "Expired", message);
}

/** What the API server makes of a JSON patch that does not apply: no field, no causes. */
export function patchDoesNotApply(): KubeRefusal {
  return refuse(
    422,
    "Invalid",
    "the server rejected our request due to an error in our request",
    {},
  );
}

function describe(cause: StatusCause): string {
  return `${cause.field}: ${cause.message}`;
}

function invalidMessage(kind: string, name: string, causes: readonly StatusCause[]): string {
  const texts = [...new Set(causes.map(describe))];
  const list = texts.length === 1 ? texts[0] : `[${texts.join(", ")}]`;
  return `${kind} ${JSON.stringify(name)} is invalid: ${list}`;
}

export function invalid(info: KindInfo, name: string, causes: readonly StatusCause[]): KubeRefusal {
  return refuse(422, "Invalid", invalidMessage(qualifiedKind(info), name, causes), {
    ...(name === "" ? {} : { name }),
    ...(info.group === "" ? {} : { group: info.group }),
    kind: info.kind,
    causes,
  });
}

/** An update that does not say of which version; named by the resource, not by the kind. */
export function unversionedUpdate(info: KindInfo, name: string): KubeRefusal {
  const cause = {
    reason: "FieldValueInvalid",
    field: "metadata.resourceVersion",
    message: "Invalid value: 0: must be specified for an update",
  };
  const message = invalidMessage(qualifiedResource(info), name, [cause]);
  return refuse(422, "Invalid", message, { ...detailsOf(info, name), causes: [cause] });
}

/** A deletion whose precondition does not hold; named by the kind, not by the resource. */
export function preconditionFailed(
  info: KindInfo,
  name: string,
  field: "UID" | "ResourceVersion",
  values: { readonly wanted: string; readonly actual: string },
): KubeRefusal {
  const after = field === "UID" ? "deleted and then recreated" : "modified";
  const why = `the ${field} in the precondition (${values.wanted}) does not match the ${field} in record (${values.actual}). The object might have been ${after}`;
  const message = `Operation cannot be fulfilled on ${qualifiedKind(info)} ${JSON.stringify(name)}: ${why}`;
  return refuse(409, "Conflict", message, { ...detailsOf(info, name), kind: info.kind });
}

/** A refused query parameter of a write: `PatchOptions.meta.k8s.io "" is invalid: fieldManager: …`. */
export function invalidOptions(kind: string, cause: StatusCause): KubeRefusal {
  return refuse(422, "Invalid", invalidMessage(`${kind}.meta.k8s.io`, "", [cause]), {
    group: "meta.k8s.io",
    kind,
    causes: [cause],
  });
}

export type ForbiddenRequest = {
  readonly user: string;
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource?: string | undefined;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
};

export function forbidden(request: ForbiddenRequest): KubeRefusal {
  const { user, verb, group, resource, subresource, namespace, name } = request;
  const qualified = group === "" ? resource : `${resource}.${group}`;
  const path = subresource === undefined ? resource : `${resource}/${subresource}`;
  const subject = name === undefined ? qualified : `${qualified} ${JSON.stringify(name)}`;
  const scope =
    namespace === undefined
      ? "at the cluster scope"
      : `in the namespace ${JSON.stringify(namespace)}`;
  const message = `${subject} is forbidden: User ${JSON.stringify(user)} cannot ${verb} resource ${JSON.stringify(path)} in API group ${JSON.stringify(group)} ${scope}`;
  return refuse(403, "Forbidden", message, {
    ...(name === undefined ? {} : { name }),
    ...(group === "" ? {} : { group }),
    kind: resource,
  });
}
