import { admit } from "../admission/admit.ts";
import type { KubeObject } from "../k8s/object.ts";
import { creationRefusalText } from "../reconcile/jobset-creation.ts";
import { render } from "../render/index.ts";
import type { RenderResult } from "../render/render-input.ts";
import type { Diagnostic } from "../util/diagnostic.ts";
import { admissionFindings } from "./admission-findings.ts";
import { type LintContext, type LintInput, reportInto } from "./lint-context.ts";
import { overrideFindings } from "./override-findings.ts";
import { podFindings } from "./pod-findings.ts";
import { runtimeFindings } from "./runtime-findings.ts";
import { trainerFindings } from "./trainer-findings.ts";

/** Their paths lead into the runtime, and every TrainJob of it would repeat them. */
const OF_RUNTIME = [
  "RUNTIME_INVALID",
  "ENV_INJECTION_TARGET_MISSING",
  "MPI_IMPLEMENTATION_UNSUPPORTED",
];
const NOTHING: RenderResult = { objects: [], diagnostics: [], runtimeSource: "none" };

/**
 * Everything that is wrong with a TrainJob, TrainingRuntime or ClusterTrainingRuntime as a new object: what the API server
 * refuses, and what it admits and will not work later. Paths lead into the object. Never throws for what a user may write.
 */
export function lint(input: LintInput): readonly Diagnostic[] {
  const findings: Diagnostic[] = [];
  const report = reportInto(findings);
  const isTrainJob = input.object.kind === "TrainJob";
  const { status: _status, ...object } = input.object;
  const admission = admit(input.schemas, {
    operation: "create",
    dialect: input.dialect,
    trainerVersion: input.trainerVersion,
    object,
    runtime: input.runtime,
    skipRuntimeLookup: input.runtime === undefined,
    activeJobs: [],
    now: input.now,
  });
  const rendered = isTrainJob ? renderTrainJob(input) : renderMinimal(input);
  const jobSet = rendered.objects.find(({ kind }) => kind === "JobSet");
  const context: LintContext = { input, admission, rendered, jobSet, report };
  admissionFindings(context);
  if (isTrainJob) lintTrainJob(context, findings);
  else lintRuntime(context, findings);
  return findings;
}

function lintTrainJob(context: LintContext, findings: Diagnostic[]): void {
  const { input, admission, rendered, jobSet, report } = context;
  if (input.runtime === undefined)
    report("RUNTIME_MISSING", "/spec/runtimeRef", "the runtime is not known: less is checked");
  for (const finding of rendered.diagnostics) {
    const isToldBefore = finding.severity === "error" && !admission.admitted;
    if (!isToldBefore && !OF_RUNTIME.includes(finding.code)) findings.push(finding);
  }
  overrideFindings(context);
  trainerFindings(context);
  podFindings(context);
  const refusal = jobSet === undefined ? undefined : creationRefusalText(jobSet);
  if (refusal !== undefined) {
    const isName = /replicatedJobs\[\d+\]\.name: /.test(refusal);
    report("JOBSET_REFUSED", isName ? "/metadata/name" : "/spec/runtimeRef", refusal);
  }
}

function lintRuntime(context: LintContext, findings: Diagnostic[]): void {
  for (const finding of context.rendered.diagnostics)
    if (OF_RUNTIME.includes(finding.code)) findings.push(finding);
  runtimeFindings(context);
  podFindings(context);
}

function renderTrainJob(input: LintInput): RenderResult {
  const { object, runtime, dialect, trainerVersion } = input;
  if (runtime === undefined) return NOTHING;
  return render({ trainJob: object, runtime, dialect, trainerVersion, blame: true });
}

/** The runtime with a TrainJob that asks for nothing. */
function renderMinimal({ object, trainerVersion }: LintInput): RenderResult {
  const { kind, metadata } = object;
  const trainJob: KubeObject = {
    apiVersion: object.apiVersion,
    kind: "TrainJob",
    metadata: { name: "lint", namespace: metadata.namespace ?? "default" },
    spec: {
      runtimeRef: { apiGroup: "trainer.kubeflow.org", kind, name: metadata.name ?? "" },
      trainer: {},
    },
  };
  const result = render({ trainJob, runtime: object, trainerVersion, blame: true });
  if (result.objects.length > 0) return result;
  // A flux policy cannot do without a number of nodes.
  const spec = { ...trainJob.spec, trainer: { numNodes: 1 } };
  return render({ trainJob: { ...trainJob, spec }, runtime: object, trainerVersion, blame: true });
}
