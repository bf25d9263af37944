import { detectDialect } from "../dialect/dialect-of-object.ts";
import type { Dialect, OverrideEntry } from "../dialect/entry.ts";
import { parseInstant } from "../dialect/instant.ts";
import { readEntries } from "../dialect/read-entries.ts";
import { toJson } from "../k8s/object.ts";
import {
  asString,
  getIn,
  isJsonObject,
  type Json,
  type JsonObject,
  objectsIn,
} from "../util/json.ts";
import { buildScope } from "./build-scope.ts";
import { readExisting } from "./existing.ts";
import { exportObjects } from "./export-objects.ts";
import { writeJobValues } from "./job-values.ts";
import { buildObjects } from "./objects.ts";
import { applyPolicies } from "./policies/policies.ts";
import type { RenderInput, RenderResult } from "./render-input.ts";
import { createFindings, type Findings, hasErrors, type ReportError } from "./report.ts";
import { findRuntime } from "./runtime-source.ts";
import { rulesOf, type VersionRules } from "./version-rules.ts";
import { DEFAULT_TRAINER_VERSION } from "./versions.ts";

const RUNTIME_PATCHES = "/spec/runtimePatches";
const CONTROLLER = "trainer.kubeflow.org/trainjob-controller";

/**
 * What the Trainer controller would send for this TrainJob. Never throws, whatever the objects hold; an error diagnostic
 * comes with no objects. Without `existing` everything is rendered, also for a finished TrainJob or another controller's;
 * with it only what a reconcile would send (SPEC.md, S rules).
 */
export function render(input: RenderInput): RenderResult {
  const findings = createFindings();
  const trainJob: Json = toJson(input.trainJob);
  if (!isJsonObject(trainJob)) {
    findings.report("INPUT_INVALID", "", "the TrainJob is not an object");
    return nothing(findings, "none");
  }
  const rules = rulesFor(input, findings.report);
  const dialect = dialectOf(input, rules, findings.report);
  if (rules === undefined || hasErrors(findings)) return nothing(findings, "none");
  if (isLeftAlone(input, trainJob, rules, dialect, findings.report))
    return nothing(findings, "none");
  return renderFrom(input, trainJob, rules, dialect, findings);
}

function renderFrom(
  input: RenderInput,
  trainJob: JsonObject,
  rules: VersionRules,
  dialect: Dialect | undefined,
  findings: Findings,
): RenderResult {
  const existing = readExisting(input.existing);
  const { report } = findings;
  const name = getIn(trainJob, "metadata", "name");
  const live = input.runtime === undefined ? undefined : toJson(input.runtime);
  const query = {
    trainJob,
    name: asString(name) ?? "",
    live,
    existing,
    parseYaml: input.parseYaml,
    report,
  };
  const source = findRuntime(query, rules.hasSnapshot);
  if (source === undefined) return nothing(findings, "none");
  const runtimeSource = source.layer === "snapshot" ? "snapshot" : "live";
  const tracked = input.blame === true;
  const entries = entriesOf(input, dialect, report);
  const scope = buildScope({ trainJob, source, entries, rules, tracked, report });
  if (scope === undefined || hasErrors(findings)) return nothing(findings, runtimeSource);
  applyPolicies(scope);
  writeJobValues(scope);
  const nodes = buildObjects(scope, existing);
  if (hasErrors(findings)) return nothing(findings, runtimeSource);
  const { objects, blame } = exportObjects(nodes, tracked);
  return { objects, diagnostics: findings.list, blame, runtimeSource };
}

function nothing(findings: Findings, runtimeSource: RenderResult["runtimeSource"]): RenderResult {
  return { objects: [], diagnostics: findings.list, runtimeSource };
}

function rulesFor(input: RenderInput, report: ReportError): VersionRules | undefined {
  const version = input.trainerVersion ?? DEFAULT_TRAINER_VERSION;
  const rules = rulesOf(version);
  if (rules === undefined)
    report("VERSION_UNSUPPORTED", "", `Trainer ${version} cannot be rendered`);
  return rules;
}

function dialectOf(
  input: RenderInput,
  rules: VersionRules | undefined,
  report: ReportError,
): Dialect | undefined {
  const spec: Json | undefined = toJson(input.trainJob)["spec"];
  const dialect = input.dialect ?? (isJsonObject(spec) ? detectDialect(input.trainJob) : undefined);
  if (dialect !== undefined && rules !== undefined && !rules.dialects.includes(dialect)) {
    report(
      "DIALECT_UNSUPPORTED",
      `/spec/${dialect}`,
      `Trainer ${rules.version} has no spec.${dialect}`,
    );
  }
  return dialect;
}

function entriesOf(
  input: RenderInput,
  dialect: Dialect | undefined,
  report: ReportError,
): readonly OverrideEntry[] {
  const spec: Json | undefined = toJson(input.trainJob)["spec"];
  if (dialect === undefined || !isJsonObject(spec)) return [];
  checkList(spec[dialect], `/spec/${dialect}`, report);
  if (input.entryCount === 0) return [];
  const entries = readEntries(input.trainJob, dialect);
  return input.entryCount === undefined ? entries : entries.slice(0, input.entryCount);
}

/** Reading entries skips what is malformed; the controller could not decode it. */
function checkList(list: Json | undefined, path: string, report: ReportError): void {
  if (list === undefined || list === null) return;
  if (!Array.isArray(list)) report("INPUT_INVALID", path, "expected a list");
  else {
    list.forEach((item: Json, index) => {
      if (!isJsonObject(item)) report("INPUT_INVALID", `${path}/${index}`, "expected an object");
      else if (path === RUNTIME_PATCHES && !isReadableTime(item["time"]))
        report("INPUT_INVALID", `${path}/${index}/time`, "expected a time");
    });
  }
}

function isReadableTime(time: Json | undefined): boolean {
  if (time === undefined || time === null) return true;
  return typeof time === "string" && parseInstant(time) !== undefined;
}

/** A reconcile leaves finished TrainJobs and those of other controllers alone. */
function isLeftAlone(
  input: RenderInput,
  trainJob: JsonObject,
  rules: VersionRules,
  dialect: Dialect | undefined,
  report: ReportError,
): boolean {
  if (input.existing === undefined) return false;
  const managedBy = getIn(trainJob, "spec", "managedBy") ?? CONTROLLER;
  const isForeign = managedBy !== CONTROLLER && dialect !== "templateOverrides";
  if (isForeign && rules.respectsManagedBy) {
    report(
      "MANAGED_ELSEWHERE",
      "/spec/managedBy",
      `${JSON.stringify(managedBy)} renders this TrainJob`,
    );
    return true;
  }
  if (!rules.leavesFinishedAlone || !isFinished(trainJob)) return false;
  report("TRAINJOB_FINISHED", "/status/conditions", "the TrainJob is finished: nothing is sent");
  return true;
}

/** A failure counts only when the deadline was its reason; others are tried again. */
function isFinished(trainJob: JsonObject): boolean {
  return objectsIn(getIn(trainJob, "status", "conditions")).some(
    ({ type, status, reason }) =>
      status === "True" &&
      (type === "Complete" || (type === "Failed" && reason === "DeadlineExceeded")),
  );
}
