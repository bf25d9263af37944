import type { JsonObject } from "../util/json.ts";
import {
  type FormContext,
  type FormModel,
  type FormPart,
  type MetadataForm,
  NO_METADATA,
  NO_POD,
} from "./form-model.ts";
import { JOBS_OF_PATCH, type Layout, layoutOf } from "./layout.ts";
import { nested, overlay, present } from "./overlay.ts";
import { readMetadata, readNamed, readPod, writeMetadata, writeNamed, writePod } from "./pod.ts";
import { createReader, type Reader } from "./reader.ts";

/** An override, in the shape `buildAppend` takes, as a form. Loses nothing but empty values. */
export function formOf(override: JsonObject, context: FormContext): FormModel {
  const { dialect, kind } = context;
  const reader = createReader(override);
  if (dialect === "runtimePatches") {
    const layout = layoutOf(context, true);
    const jobSetMetadata = metadataAt(reader, layout.jobSetMetadata);
    const jobs = reader.objects(...JOBS_OF_PATCH);
    const parts = jobs.map((job) => partOfPatch(job, layout));
    return { dialect, kind, jobSetMetadata, parts, rest: reader.rest() };
  }
  const targets = reader.objects("targetJobs").map(readNamed);
  const layout = layoutOf(context, targets.length > 0);
  const jobSetMetadata = metadataAt(reader, layout.jobSetMetadata);
  const part = { ...readPart(reader, layout), targets, rest: {} };
  return { dialect, kind, jobSetMetadata, parts: [part], rest: reader.rest() };
}

function partOfPatch(job: JsonObject, layout: Layout): FormPart {
  const reader = createReader(job);
  const targets = [{ name: reader.text("name"), rest: {} }];
  const part = readPart(reader, layout);
  return { ...part, targets, rest: reader.rest() };
}

function readPart(reader: Reader, layout: Layout): Omit<FormPart, "targets" | "rest"> {
  return {
    jobMetadata: metadataAt(reader, layout.jobMetadata),
    podMetadata: metadataAt(reader, layout.podMetadata),
    pod: layout.podSpec === undefined ? NO_POD : readPod(reader.scope(...layout.podSpec)),
  };
}

function metadataAt(reader: Reader, steps: readonly string[] | undefined): MetadataForm {
  return steps === undefined ? NO_METADATA : readMetadata(reader.scope(...steps));
}

/**
 * A form as an override. What the form does not know comes back from `rest`; what the dialect has no place for (labels of
 * the JobSet in a `pod` entry) is not written.
 */
export function writeForm(model: FormModel): JsonObject {
  const hasTargets = model.parts.some(({ targets }) => targets.length > 0);
  const layout = layoutOf(model, hasTargets);
  const jobSet = at(layout.jobSetMetadata, writeMetadata(model.jobSetMetadata));
  if (model.dialect === "runtimePatches") {
    const jobs = model.parts.map((part) => writeJob(part, layout));
    const list =
      jobs.length === 0 ? {} : nested(JOBS_OF_PATCH.slice(0, 2), { replicatedJobs: jobs });
    return overlay(model.rest, overlay(jobSet, list));
  }
  const [part] = model.parts;
  if (part === undefined) return overlay(model.rest, jobSet);
  const targets = present({ targetJobs: part.targets.map(writeNamed) });
  return overlay(model.rest, { ...targets, ...overlay(jobSet, writePart(part, layout)) });
}

function writeJob(part: FormPart, layout: Layout): JsonObject {
  const name = part.targets[0]?.name ?? "";
  return overlay(part.rest, { ...present({ name }), ...writePart(part, layout) });
}

function writePart(part: FormPart, layout: Layout): JsonObject {
  return [
    at(layout.jobMetadata, writeMetadata(part.jobMetadata)),
    at(layout.podMetadata, writeMetadata(part.podMetadata)),
    at(layout.podSpec, writePod(part.pod)),
  ].reduce(overlay);
}

function at(steps: readonly string[] | undefined, value: JsonObject): JsonObject {
  return steps === undefined ? {} : nested(steps, value);
}
