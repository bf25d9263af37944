import type { KubeObject } from "#lib/k8s/object.ts";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import { type ExistingObject, type RenderResult, render } from "#lib/render/index.ts";
import { parseDocuments } from "#lib/yaml/parse-documents.ts";

export type RenderChoice = {
  /** In place of the stored TrainJob. */
  readonly trainJob?: KubeObject | undefined;
  /** Only the first so many override entries; all when absent. */
  readonly entryCount?: number | undefined;
  readonly blame?: boolean | undefined;
};

/** What the controller makes of the job, or of a draft of it: the same engine as the server's, run here. */
export function renderAsOf(detail: JobDetail, choice: RenderChoice = {}): RenderResult {
  return render({
    trainJob: choice.trainJob ?? detail.trainJob,
    runtime: detail.runtime.live,
    existing: existingOf(detail),
    trainerVersion: detail.trainerVersion,
    dialect: detail.dialect,
    entryCount: choice.entryCount,
    blame: choice.blame,
    parseYaml: parseSnapshot,
  });
}

const renderedNow = new WeakMap<JobDetail, RenderResult>();

/** The job as it is, with blame; rendered once for each answer of the server. */
export function renderNow(detail: JobDetail): RenderResult {
  const known = renderedNow.get(detail) ?? renderAsOf(detail, { blame: true });
  renderedNow.set(detail, known);
  return known;
}

let lastSnapshot: { readonly text: string; readonly value: unknown } | undefined;

/** Reading the snapshot's YAML takes most of a render, and it is the same text at every keystroke. */
function parseSnapshot(text: string): unknown {
  if (lastSnapshot?.text !== text)
    lastSnapshot = { text, value: parseDocuments(text).documents[0]?.value };
  return lastSnapshot.value;
}

/** The JobSet of a render; undefined where an error stopped it. */
export function jobSetOf(result: RenderResult): KubeObject | undefined {
  return result.objects.find(({ kind }) => kind === "JobSet");
}

/** The runtime snapshot is what later renders read; other existing objects do not change what is rendered. */
function existingOf({
  runtime: { snapshot },
  row,
  children,
}: JobDetail): readonly ExistingObject[] {
  const name = `${row.name}-runtime-snapshot`;
  const stored = children.others.filter(
    ({ kind, metadata }) => kind === "ConfigMap" && metadata.name === name,
  );
  if (stored.length > 0 || snapshot === undefined) return stored;
  if (snapshot.kind === "ConfigMap") return [snapshot];
  return [configMapOf(snapshot, row, name)];
}

/** The same as the controller stores: a ConfigMap that the TrainJob controls. */
function configMapOf(runtime: KubeObject, row: JobDetail["row"], name: string): KubeObject {
  const owner = {
    apiVersion: "trainer.kubeflow.org/v1alpha1",
    kind: "TrainJob",
    name: row.name,
    uid: row.uid,
    controller: true,
  };
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, namespace: row.namespace, ownerReferences: [owner] },
    data: { runtime: JSON.stringify(runtime) },
  };
}
