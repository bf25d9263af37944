import { apiVersionOf, type KindInfo } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { KubeStatus } from "#lib/k8s/status.ts";
import { objectText } from "./object-text.ts";
import { isSelected, type Selection } from "./selection.ts";
import type { WatchRecord } from "./watch-log.ts";

/** An object as a watcher wants to see it, in JSON. */
export type ObjectTexter = (object: KubeObject) => string;

export function eventLine(
  type: "ADDED" | "MODIFIED" | "DELETED",
  object: KubeObject,
  textOf: ObjectTexter = objectText,
): string {
  return `{"type":"${type}","object":${textOf(object)}}\n`;
}

export function errorLine(status: KubeStatus): string {
  return `${JSON.stringify({ type: "ERROR", object: status })}\n`;
}

export function bookmarkLine(info: KindInfo, version: number, endsInitialEvents: boolean): string {
  const metadata = {
    resourceVersion: String(version),
    creationTimestamp: null,
    ...(endsInitialEvents ? { annotations: { "k8s.io/initial-events-end": "true" } } : {}),
  };
  const object = { kind: info.kind, apiVersion: apiVersionOf(info), metadata };
  return `${JSON.stringify({ type: "BOOKMARK", object })}\n`;
}

/**
 * A change as a watcher with this selection sees it; undefined when it does not. An object that comes to match is
 * ADDED, one that no longer matches is DELETED, in its last matching state under the version of the change.
 */
export function recordLine(
  record: WatchRecord,
  selection: Selection,
  textOf?: ObjectTexter,
): string | undefined {
  const { type, object, old, version } = record;
  const was = old !== undefined && isSelected(selection, old);
  const is = type !== "deleted" && isSelected(selection, object);
  if (is) return eventLine(was ? "MODIFIED" : "ADDED", object, textOf);
  if (!was || old === undefined) return undefined;
  if (type === "deleted") return eventLine("DELETED", object, textOf);
  const metadata = { ...old.metadata, resourceVersion: String(version) };
  return eventLine("DELETED", { ...old, metadata }, textOf);
}
