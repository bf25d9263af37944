import type { KubeObject } from "#lib/k8s/object.ts";
import type { EventRow } from "#lib/protocol/jobs.ts";
import { asString, getIn, isJsonObject, type Json } from "#lib/util/json.ts";

/** Newest first. Times of both event APIs; a series counts as often as it says. */
export function toEventRows(events: readonly KubeObject[]): EventRow[] {
  return events.map(toEventRow).sort((a, b) => ((a.lastTime ?? "") < (b.lastTime ?? "") ? 1 : -1));
}

function toEventRow(event: KubeObject): EventRow {
  const field = (...steps: string[]): Json | undefined => {
    const [first = "", ...rest] = steps;
    const value = event[first];
    if (rest.length === 0)
      return typeof value === "string" || typeof value === "number" ? value : undefined;
    return isJsonObject(value) ? getIn(value, ...rest) : undefined;
  };
  const text = (...steps: string[]) => asString(field(...steps));
  const count = field("count") ?? field("series", "count");
  const lastTime = text("lastTimestamp") ?? text("series", "lastObservedTime") ?? text("eventTime");
  const firstTime = text("firstTimestamp") ?? text("eventTime") ?? event.metadata.creationTimestamp;
  const source = text("source", "component") ?? text("reportingComponent");
  return {
    uid: event.metadata.uid ?? "",
    type: text("type") ?? "Normal",
    reason: text("reason") ?? "",
    message: text("message") ?? "",
    object: `${text("involvedObject", "kind") ?? ""}/${text("involvedObject", "name") ?? ""}`,
    ...(source === undefined || source === "" ? {} : { source }),
    count: typeof count === "number" ? count : 1,
    ...(firstTime === undefined ? {} : { firstTime }),
    ...((lastTime ?? firstTime) === undefined ? {} : { lastTime: lastTime ?? firstTime }),
  };
}
