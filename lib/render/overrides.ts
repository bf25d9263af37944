import type { JobPart, Located, OverrideEntry } from "../dialect/entry.ts";
import { partsOf } from "../dialect/entry-parts.ts";
import { structType } from "./api-type.ts";
import { createDecoder, type Decoder, type DecoderPens, decodeStruct } from "./decode.ts";
import {
  ensureObject,
  leaf,
  list,
  listField,
  markAt,
  type Node,
  type ObjectNode,
  object,
  objectField,
  objectItems,
  type Pen,
  setField,
  textField,
} from "./node.ts";
import { type KnownTargets, knownTargets, reportUnknownTargets } from "./override-targets.ts";
import type { ReportError } from "./report.ts";
import { completeStruct, mergeStruct } from "./strategic-merge.ts";
import type { OverrideRules } from "./version-rules.ts";

const JOBSET_SPEC = structType("JobSetSpec");
const POD_SPEC_PATCH = structType("PodSpecPatch");
const OBJECT_META = structType("ObjectMeta");

export type OverrideTarget = {
  /** Changed in place. */
  readonly metadata: ObjectNode;
  readonly spec: ObjectNode;
};

export type OverrideTools = {
  readonly penOf: (entry: OverrideEntry) => Pen;
  readonly pens: DecoderPens;
  readonly filler: Decoder;
  readonly report: ReportError;
  readonly rules: OverrideRules;
};

/** Applies the entries in their order to the JobSet's metadata and spec: the later entry wins. */
export function applyOverrides(
  target: OverrideTarget,
  entries: readonly OverrideEntry[],
  tools: OverrideTools,
): void {
  if (entries.length === 0) return;
  const order = jobNames(target.spec);
  const known = knownTargets(target.spec);
  for (const entry of entries) {
    const pen = tools.penOf(entry);
    const decoder = createDecoder(pen, tools.pens, tools.report, true);
    const parts = partsOf(entry);
    mergeMetadata(target.metadata, decoder, parts.jobSetMetadata);
    if (parts.jobs.length === 0) continue;
    reportUnknownTargets(parts, known, tools.report);
    const jobs = jobsToPatch(parts.jobs, known, tools.rules);
    if (jobs.length === 0) continue;
    mergeStruct(target.spec, specPatch(decoder, jobs, tools.rules), JOBSET_SPEC, (message) =>
      tools.report("MERGE_FAILED", entry.path, message),
    );
  }
  restoreOrder(target.spec, order);
  completeStruct(tools.filler, target.spec, JOBSET_SPEC);
}

function jobNames(spec: ObjectNode): readonly string[] {
  return (listField(spec, "replicatedJobs")?.items ?? []).map(nameOf);
}

function nameOf(node: Node): string {
  return node.kind === "object" ? (textField(node, "name") ?? "") : "";
}

/** Only labels and annotations, key by key; directives have no meaning here. */
export function mergeMetadata(
  metadata: ObjectNode,
  decoder: Decoder,
  part: Located | undefined,
): void {
  if (part === undefined) return;
  const patch = decodeStruct(decoder, OBJECT_META, part.value, part.path);
  for (const field of ["labels", "annotations"]) {
    const given = objectField(patch, field);
    if (given === undefined) continue;
    const own = ensureObject(metadata, field, given.mark);
    for (const [key, value] of given.fields) setField(own, key, value);
  }
}

/** A patch of the JobSet spec with the entry's jobs in their order. */
function specPatch(decoder: Decoder, jobs: readonly JobPart[], rules: OverrideRules): ObjectNode {
  const mark = markAt(decoder.pen, undefined);
  const patch = object(mark);
  patch.fields.set(
    "replicatedJobs",
    list(
      jobs.map((job) => jobPatch(decoder, job, rules)),
      mark,
    ),
  );
  return patch;
}

function jobPatch(decoder: Decoder, job: JobPart, rules: OverrideRules): ObjectNode {
  const mark = markAt(decoder.pen, undefined);
  const node = object(mark);
  node.fields.set("name", leaf(job.name, markAt(decoder.pen, job.namePath)));
  if (job.jobMetadata === undefined && job.podMetadata === undefined && job.podSpec === undefined)
    return node;
  const template = ensureObject(node, "template", mark);
  if (job.jobMetadata !== undefined) {
    template.fields.set("metadata", decodeLocated(decoder, job.jobMetadata, "metadata"));
  }
  if (job.podMetadata === undefined && job.podSpec === undefined) return node;
  const podTemplate = ensureObject(ensureObject(template, "spec", mark), "template", mark);
  if (job.podMetadata !== undefined) {
    const metadata = decodeLocated(decoder, job.podMetadata, "metadata");
    podTemplate.fields.set("metadata", rules.onlyLabels ? onlyLabels(metadata) : metadata);
  }
  if (job.podSpec !== undefined) {
    const spec = decodeLocated(decoder, job.podSpec, "spec");
    dropFields(spec, rules);
    podTemplate.fields.set("spec", spec);
  }
  return node;
}

/** Before 2.3 only jobs of the runtime, each once. */
function jobsToPatch(
  jobs: readonly JobPart[],
  known: KnownTargets,
  rules: OverrideRules,
): readonly JobPart[] {
  if (rules.makesUnknownJobs) return jobs;
  return jobs.filter((job) => known.has(job.name));
}

function onlyLabels(metadata: ObjectNode): ObjectNode {
  for (const field of [...metadata.fields.keys()]) {
    if (field !== "labels" && field !== "annotations") metadata.fields.delete(field);
  }
  return metadata;
}

/** Fields that the version's override API does not have. */
function dropFields(podSpec: ObjectNode, rules: OverrideRules): void {
  for (const field of rules.withoutPodFields) podSpec.fields.delete(field);
  for (const list of ["containers", "initContainers"]) {
    for (const container of objectItems(podSpec, list)) {
      for (const field of rules.withoutContainerFields) container.fields.delete(field);
    }
  }
}

function decodeLocated(decoder: Decoder, part: Located, kind: "metadata" | "spec"): ObjectNode {
  return decodeStruct(
    decoder,
    kind === "spec" ? POD_SPEC_PATCH : OBJECT_META,
    part.value,
    part.path,
  );
}

/** Back into the runtime's order, stably; unknown jobs count as its first one. */
function restoreOrder(spec: ObjectNode, order: readonly string[]): void {
  const jobs = listField(spec, "replicatedJobs");
  if (jobs === undefined) return;
  const place = (node: Node): number => Math.max(0, order.lastIndexOf(nameOf(node)));
  jobs.items = [...jobs.items].sort((a, b) => place(a) - place(b));
}
