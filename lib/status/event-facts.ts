import { type KubeObject, toJson } from "../k8s/object.ts";
import { asString, getIn, type JsonObject } from "../util/json.ts";
import { toMilliseconds } from "./condition.ts";

/** An event in either of its two APIs. */
export type EventFacts = {
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  readonly kind: string;
  readonly name: string;
  /** When it was seen last, in milliseconds since the epoch. */
  readonly at: number;
};

export function toEventFacts(event: KubeObject): EventFacts {
  const json = toJson(event);
  const about = json["regarding"] ?? json["involvedObject"];
  return {
    type: asString(json["type"]) ?? "Normal",
    reason: asString(json["reason"]) ?? "",
    message: asString(json["note"]) ?? asString(json["message"]) ?? "",
    kind: asString(getIn(about, "kind")) ?? "",
    name: asString(getIn(about, "name")) ?? "",
    at: lastSeen(event, json),
  };
}

function lastSeen(event: KubeObject, json: JsonObject): number {
  const times = [
    getIn(json["series"], "lastObservedTime"),
    json["lastTimestamp"],
    json["deprecatedLastTimestamp"],
    json["eventTime"],
    event.metadata.creationTimestamp,
  ].flatMap((time) => toMilliseconds(asString(time)) ?? []);
  return Math.max(0, ...times);
}

/** The newest warning that fits; undefined when there is none. */
export function newestWarning(
  events: readonly KubeObject[] | undefined,
  fits: (event: EventFacts) => boolean,
): EventFacts | undefined {
  let newest: EventFacts | undefined;
  for (const object of events ?? []) {
    const event = toEventFacts(object);
    if (event.type !== "Warning" || !fits(event)) continue;
    if (newest === undefined || event.at > newest.at) newest = event;
  }
  return newest;
}
