import type { AdmissionResult } from "../admission/admission.ts";
import type { SchemaSet } from "../admission/schema-set.ts";
import type { Dialect } from "../dialect/entry.ts";
import type { KubeObject } from "../k8s/object.ts";
import type { LeafBlame } from "../render/origin.ts";
import type { RenderResult } from "../render/render-input.ts";
import type { TrainerVersion } from "../render/versions.ts";
import type { Diagnostic } from "../util/diagnostic.ts";
import type { JsonPointer } from "../util/pointer.ts";
import { type OwnLintCode, severityOf } from "./lint-codes.ts";

export type LintInput = {
  readonly object: KubeObject;
  /** The runtime that a TrainJob names; undefined: not known. */
  readonly runtime?: KubeObject | undefined;
  readonly schemas: SchemaSet;
  readonly dialect: Dialect;
  readonly trainerVersion: TrainerVersion;
  /** Milliseconds since the epoch. */
  readonly now: number;
};

export type LintReport = (code: OwnLintCode, path: JsonPointer, message: string) => void;

/** What the rules look at. `path`s that they report lead into `input.object`. */
export type LintContext = {
  readonly input: LintInput;
  readonly admission: AdmissionResult;
  /** With blame; without objects where it cannot be rendered. */
  readonly rendered: RenderResult;
  readonly jobSet: KubeObject | undefined;
  readonly report: LintReport;
};

export function reportInto(list: Diagnostic[]): LintReport {
  return (code, path, message) => {
    const isThere = list.some(
      (one) => one.code === code && one.path === path && one.message === message,
    );
    if (!isThere) list.push({ code, severity: severityOf(code), path, message });
  };
}

/**
 * Where in the linted object a rendered value comes from: its own writer, or one of those below it. Undefined where another
 * object wrote all of it (the runtime, for a TrainJob): the finding belongs there.
 */
export function originIn(context: LintContext, rendered: JsonPointer): JsonPointer | undefined {
  const { jobSet, rendered: result } = context;
  const leaves = result.blame?.[`JobSet/${jobSet?.metadata.name ?? ""}`] ?? {};
  const isOwn = context.input.object.kind === "TrainJob" ? isOfTrainJob : isOfRuntime;
  let found: JsonPointer | undefined;
  for (const [leaf, blame] of Object.entries(leaves)) {
    if (leaf !== rendered && !leaf.startsWith(`${rendered}/`)) continue;
    const path = isOwn(blame.origin) ? blame.origin.path : undefined;
    if (path !== undefined) found = path;
  }
  return found;
}

function isOfRuntime({ layer }: LeafBlame["origin"]): boolean {
  return layer === "runtime";
}

function isOfTrainJob({ layer }: LeafBlame["origin"]): boolean {
  return ["override", "trainJob", "trainer", "initializer"].includes(layer);
}
