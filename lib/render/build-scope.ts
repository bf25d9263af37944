import type { OverrideEntry } from "../dialect/entry.ts";
import { getIn, type JsonObject } from "../util/json.ts";
import { structType } from "./api-type.ts";
import { createDecoder, type Decoder, type DecoderPens, decodeStruct } from "./decode.ts";
import { readJobs } from "./jobs.ts";
import {
  type LeafNode,
  leaf,
  leafField,
  markAt,
  markComputed,
  type Node,
  type ObjectNode,
  object,
  objectField,
  objectItems,
  type Pen,
} from "./node.ts";
import type { OriginLayer } from "./origin.ts";
import { applyOverrides, mergeMetadata } from "./overrides.ts";
import type { ReportError } from "./report.ts";
import { mergeResourcesPerNode, podRequests } from "./resources.ts";
import type { RuntimeSource } from "./runtime-source.ts";
import { type Job, type Named, NODE, type Scope, TRAINER_ANCESTOR } from "./scope.ts";
import { readInitializer, readTrainer } from "./trainer-values.ts";
import type { VersionRules } from "./version-rules.ts";

export type ScopeInput = {
  readonly trainJob: JsonObject;
  readonly source: RuntimeSource;
  readonly entries: readonly OverrideEntry[];
  readonly rules: VersionRules;
  readonly tracked: boolean;
  readonly report: ReportError;
};

const RUNTIME_SPEC = structType("TrainingRuntimeSpec");

/** Decodes the runtime, merges the overrides into it and reads its jobs: everything before the policies. */
export function buildScope(input: ScopeInput): Scope | undefined {
  const { trainJob, report, tracked } = input;
  const pen = createPens(tracked);
  const pens: DecoderPens = { defaults: pen("apiDefault"), filler: pen("controller") };
  const owner = pen("trainJob");
  const runtimeName = named(input, owner, ["spec", "runtimeRef", "name"]);
  const runtimePen = pen(input.source.layer, runtimeName.value);
  const decoder = createDecoder(runtimePen, pens, ofRuntime(report));
  const runtime = decodeStruct(
    decoder,
    RUNTIME_SPEC,
    input.source.runtime["spec"] ?? null,
    "/spec",
  );
  const template = objectField(runtime, "template");
  const metadata = objectField(template, "metadata") ?? object(decoder.filler);
  const spec = objectField(template, "spec") ?? object(decoder.filler);
  const penOf = (entry: OverrideEntry): Pen => ({ source: overrideSource(entry), tracked });
  dropUnknownFields(spec, input.rules);
  if (input.rules.copiesTrainJobLabels)
    copyLabels(metadata, createDecoder(owner, pens, report), trainJob);
  const tools = { penOf, pens, filler: decoder, report, rules: input.rules.overrides };
  applyOverrides({ metadata, spec }, input.entries, tools);
  const mlPolicy = objectField(runtime, "mlPolicy");
  const scope: Scope = {
    rules: input.rules,
    report,
    pen,
    name: named(input, owner, ["metadata", "name"]),
    namespace: named(input, owner, ["metadata", "namespace"]),
    uid: named(input, owner, ["metadata", "uid"]),
    runtimeName,
    spec,
    labels: objectField(metadata, "labels"),
    annotations: objectField(metadata, "annotations"),
    jobs: readJobs(spec, mlPolicy, pen("controller")),
    mlPolicy,
    podGroupPolicy: objectField(runtime, "podGroupPolicy"),
    trainer: readTrainer(
      createDecoder(pen("trainer"), pens, report),
      getIn(trainJob, "spec", "trainer"),
      input.rules.processes !== "number",
    ),
    torchProcesses: readTorchProcesses(decoder, input.source.runtime),
    initializer: readInitializer(
      createDecoder(pen("initializer"), pens, report),
      getIn(trainJob, "spec", "initializer"),
    ),
    suspend: suspendOf(input, owner, pens),
  };
  if (input.rules.resources === "merge") mergeResources(scope);
  if (scope.podGroupPolicy !== undefined) countRequests(scope);
  return scope;
}

/** The same finding about the runtime instead of the TrainJob. */
function ofRuntime(report: ReportError): ReportError {
  return (code, path, message) =>
    report(code === "INPUT_INVALID" ? "RUNTIME_INVALID" : code, path, message);
}

function createPens(tracked: boolean): Scope["pen"] {
  const pens = new Map<string, Pen>();
  return (layer: OriginLayer, name?: string): Pen => {
    const key = name === undefined ? layer : `${layer}/${name}`;
    const known = pens.get(key);
    if (known !== undefined) return known;
    const pen: Pen = { source: name === undefined ? { layer } : { layer, name }, tracked };
    pens.set(key, pen);
    return pen;
  };
}

function overrideSource(entry: OverrideEntry): Pen["source"] {
  const { manager, kind, time, index } = entry;
  return {
    layer: "override",
    kind,
    index,
    ...(manager === undefined ? {} : { manager }),
    ...(time === undefined ? {} : { time }),
  };
}

/** A text of the TrainJob; a missing one is empty, as before the API server fills it in. */
function named(input: ScopeInput, pen: Pen, steps: readonly string[]): Named {
  const path = `/${steps.join("/")}`;
  const value = getIn(input.trainJob, ...steps);
  if (typeof value === "string") return { value, mark: markAt(pen, path) };
  const isName = path === "/metadata/name";
  if (isName || (value !== undefined && value !== null)) {
    input.report("INPUT_INVALID", path, "expected a string");
  }
  return { value: "", mark: markComputed(pen, []) };
}

function suspendOf(input: ScopeInput, pen: Pen, pens: DecoderPens): Node | undefined {
  const value = getIn(input.trainJob, "spec", "suspend");
  if (typeof value === "boolean") return leaf(value, markAt(pen, "/spec/suspend"));
  if (value !== undefined && value !== null) {
    input.report("INPUT_INVALID", "/spec/suspend", "expected true or false");
    return undefined;
  }
  return leaf(false, markComputed(pens.defaults, []));
}

/** Trainer jobs of a runtime with an mlPolicy; with the launcher as a node also the job called `node`. */
function mergeResources(scope: Scope): void {
  const given = scope.trainer?.resourcesPerNode;
  if (given === undefined || scope.mlPolicy === undefined) return;
  const launcherIsNode =
    leafField(objectField(scope.mlPolicy, "mpi"), "runLauncherAsNode")?.value === true;
  const takes = (job: Job): boolean =>
    job.ancestor === TRAINER_ANCESTOR || (launcherIsNode && job.name === NODE);
  for (const job of scope.jobs) if (takes(job)) mergeResourcesPerNode(job, given);
}

function countRequests(scope: Scope): void {
  const given =
    scope.rules.gangRequests === "trainJob" ? scope.trainer?.resourcesPerNode : undefined;
  for (const job of scope.jobs) {
    const isTrainer = job.ancestor === TRAINER_ANCESTOR && scope.mlPolicy !== undefined;
    job.requests = podRequests(job, isTrainer ? given : undefined);
  }
}

function dropUnknownFields(spec: ObjectNode, rules: VersionRules): void {
  for (const field of rules.unknownJobSetFields) spec.fields.delete(field);
  for (const job of objectItems(spec, "replicatedJobs")) {
    for (const field of rules.unknownJobFields) job.fields.delete(field);
  }
}

/** 2.0 and 2.1: the TrainJob's `spec.labels` and `spec.annotations` go over the runtime's. */
function copyLabels(metadata: ObjectNode, decoder: Decoder, trainJob: JsonObject): void {
  const labels = getIn(trainJob, "spec", "labels");
  const annotations = getIn(trainJob, "spec", "annotations");
  mergeMetadata(metadata, decoder, { value: { labels, annotations }, path: "/spec" });
}

/** A number or a word; the API server fills in `auto`, which is what its absence means. */
function readTorchProcesses(decoder: Decoder, runtime: JsonObject): LeafNode | undefined {
  const value = getIn(runtime, "spec", "mlPolicy", "torch", "numProcPerNode");
  if (typeof value !== "number" && typeof value !== "string") return undefined;
  return leaf(value, markAt(decoder.pen, "/spec/mlPolicy/torch/numProcPerNode"));
}
