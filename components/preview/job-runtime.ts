import { isKubeObject, type KubeObject } from "#lib/k8s/object.ts";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import { runtimeNamesOf as namesIn, type RuntimeNames } from "#lib/timeline/runtime-names.ts";
import { parseDocuments } from "#lib/yaml/parse-documents.ts";

/** The runtime as the job's snapshot holds it; undefined where there is no snapshot, or none that can be read. */
export function snapshotRuntime({ runtime: { snapshot } }: JobDetail): KubeObject | undefined {
  if (snapshot === undefined || snapshot.kind !== "ConfigMap") return snapshot;
  const data = snapshot["data"];
  if (typeof data !== "object" || data === null || !("runtime" in data)) return undefined;
  return typeof data.runtime === "string" ? readRuntime(data.runtime) : undefined;
}

let lastRead: { readonly text: string; readonly runtime: KubeObject | undefined } | undefined;

/** Asked for with every keystroke, and the text is nearly always the one of before. */
function readRuntime(text: string): KubeObject | undefined {
  if (lastRead?.text !== text) {
    const value = parseDocuments(text).documents[0]?.value;
    lastRead = { text, runtime: isKubeObject(value) ? value : undefined };
  }
  return lastRead.runtime;
}

/** The jobs and containers that an override can name; undefined where there is no runtime to look at. */
export function runtimeNamesOf(detail: JobDetail): RuntimeNames | undefined {
  const source = snapshotRuntime(detail) ?? detail.runtime.live;
  return source === undefined ? undefined : namesIn(source);
}
