import { KINDS, type KindInfo } from "#lib/k8s/kinds.ts";
import { type KubeObject, toJson } from "#lib/k8s/object.ts";
import { asObject, asString, getIn, type Json, objectsIn } from "#lib/util/json.ts";
import { humanAge, humanDuration } from "./human-duration.ts";
import { podRow } from "./pod-row.ts";

/** A column of a kind that is compiled into a real API server, and how its cell is made. */
export type NativeColumn = {
  readonly name: string;
  /** 1: shown by `-o wide` only. */
  readonly priority?: number;
  cell(object: KubeObject, now: number): Json;
};

const NONE = "<none>";

const NAME: NativeColumn = { name: "Name", cell: ({ metadata }) => metadata.name ?? "" };
const AGE: NativeColumn = {
  name: "Age",
  cell: ({ metadata }, now) => humanAge(metadata.creationTimestamp, now),
};

function text(object: KubeObject, ...path: readonly (string | number)[]): string {
  const value = getIn(toJson(object), ...path);
  return value === undefined || value === null || value === "" ? NONE : String(value);
}

function column(name: string, ...path: readonly (string | number)[]): NativeColumn {
  return { name, cell: (object) => text(object, ...path) };
}

function wide(one: NativeColumn): NativeColumn {
  return { ...one, priority: 1 };
}

function sizeOf(object: KubeObject, ...keys: readonly string[]): number {
  return keys.reduce(
    (sum, key) => sum + Object.keys(asObject(toJson(object)[key]) ?? {}).length,
    0,
  );
}

function labelsText(labels: Json | undefined): string {
  const pairs = Object.entries(asObject(labels) ?? {}).map(([key, value]) => `${key}=${value}`);
  return pairs.length === 0 ? NONE : pairs.sort().join(",");
}

const POD: readonly NativeColumn[] = [
  NAME,
  { name: "Ready", cell: (pod, now) => podRow(pod, now).ready },
  { name: "Status", cell: (pod, now) => podRow(pod, now).status },
  { name: "Restarts", cell: (pod, now) => podRow(pod, now).restarts },
  AGE,
  wide(column("IP", "status", "podIP")),
  wide(column("Node", "spec", "nodeName")),
  wide(column("Nominated Node", "status", "nominatedNodeName")),
  wide({ name: "Readiness Gates", cell: () => NONE }),
];

const JOB_STATES = ["Complete", "Failed", "Suspended", "FailureTarget", "SuccessCriteriaMet"];

function jobStatus(job: KubeObject): string {
  const conditions = objectsIn(getIn(job.status, "conditions"));
  const holds = (type: string) =>
    conditions.some((one) => one["type"] === type && one["status"] === "True");
  if (job.metadata.deletionTimestamp !== undefined && !holds("Complete") && !holds("Failed"))
    return "Terminating";
  return JOB_STATES.find(holds) ?? "Running";
}

function jobDuration(job: KubeObject, now: number): string {
  const start = Date.parse(asString(getIn(job.status, "startTime")) ?? "");
  if (Number.isNaN(start)) return "";
  const end = Date.parse(asString(getIn(job.status, "completionTime")) ?? "");
  return humanDuration((Number.isNaN(end) ? now : end) - start);
}

function jobContainers(job: KubeObject, key: string): string {
  const containers = objectsIn(getIn(job.spec, "template", "spec", "containers"));
  return containers.map((one) => String(one[key] ?? "")).join(",");
}

function jobCompletions(job: KubeObject): string {
  const succeeded = getIn(job.status, "succeeded") ?? 0;
  const wanted = getIn(job.spec, "completions");
  if (wanted !== undefined) return `${succeeded}/${wanted}`;
  const parallelism = Number(getIn(job.spec, "parallelism") ?? 0);
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

const JOB: readonly NativeColumn[] = [
  NAME,
  { name: "Status", cell: jobStatus },
  { name: "Completions", cell: jobCompletions },
  { name: "Duration", cell: jobDuration },
  AGE,
  wide({ name: "Containers", cell: (job) => jobContainers(job, "name") }),
  wide({ name: "Images", cell: (job) => jobContainers(job, "image") }),
  wide({
    name: "Selector",
    cell: (job) => labelsText(getIn(job.spec, "selector", "matchLabels")),
  }),
];

function eventTime(event: KubeObject, key: "firstTimestamp" | "lastTimestamp"): string | undefined {
  const json = toJson(event);
  return asString(json[key]) ?? asString(json["eventTime"]);
}

function eventSource(event: KubeObject): string {
  const json = toJson(event);
  const component = asString(getIn(json, "source", "component"));
  const host = asString(getIn(json, "source", "host"));
  const named = component ?? asString(json["reportingComponent"]) ?? "";
  return host === undefined || host === "" ? named : `${named}, ${host}`;
}

function eventObject(event: KubeObject): string {
  const involved = asObject(toJson(event)["involvedObject"]);
  const kind = (asString(involved?.["kind"]) ?? "").toLowerCase();
  return `${kind}/${asString(involved?.["name"]) ?? ""}`;
}

const EVENT: readonly NativeColumn[] = [
  { name: "Last Seen", cell: (event, now) => humanAge(eventTime(event, "lastTimestamp"), now) },
  { name: "Type", cell: (event) => asString(toJson(event)["type"]) ?? "" },
  { name: "Reason", cell: (event) => asString(toJson(event)["reason"]) ?? "" },
  { name: "Object", cell: eventObject },
  wide({
    name: "Subobject",
    cell: (event) => asString(getIn(toJson(event), "involvedObject", "fieldPath")) ?? "",
  }),
  wide({ name: "Source", cell: eventSource }),
  { name: "Message", cell: (event) => (asString(toJson(event)["message"]) ?? "").trim() },
  wide({
    name: "First Seen",
    cell: (event, now) => humanAge(eventTime(event, "firstTimestamp"), now),
  }),
  wide({ name: "Count", cell: (event) => toJson(event)["count"] ?? 1 }),
  wide(NAME),
];

function servicePorts(service: KubeObject): string {
  const ports = objectsIn(getIn(service.spec, "ports"));
  if (ports.length === 0) return NONE;
  return ports.map((one) => `${one["port"]}/${one["protocol"] ?? "TCP"}`).join(",");
}

const SERVICE: readonly NativeColumn[] = [
  NAME,
  { name: "Type", cell: (service) => asString(getIn(service.spec, "type")) ?? "ClusterIP" },
  column("Cluster-IP", "spec", "clusterIP"),
  { name: "External-IP", cell: () => NONE },
  { name: "Port(s)", cell: servicePorts },
  AGE,
  wide({ name: "Selector", cell: (service) => labelsText(getIn(service.spec, "selector")) }),
];

/** Undefined for kinds that come from a definition. */
export function nativeColumns(info: KindInfo): readonly NativeColumn[] | undefined {
  switch (info) {
    case KINDS.Pod:
      return POD;
    case KINDS.Job:
      return JOB;
    case KINDS.Event:
      return EVENT;
    case KINDS.Service:
      return SERVICE;
    case KINDS.Namespace:
      return [NAME, column("Status", "status", "phase"), AGE];
    case KINDS.ConfigMap:
      return [NAME, { name: "Data", cell: (map) => sizeOf(map, "data", "binaryData") }, AGE];
    case KINDS.Secret:
      return [
        NAME,
        column("Type", "type"),
        { name: "Data", cell: (one) => sizeOf(one, "data") },
        AGE,
      ];
    case KINDS.CustomResourceDefinition:
      return [NAME, column("Created At", "metadata", "creationTimestamp")];
    default:
      return undefined;
  }
}
