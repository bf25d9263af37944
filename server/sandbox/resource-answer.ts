import type { Dialect } from "#lib/dialect/entry.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { Clock } from "#lib/util/clock.ts";
import type { JsonObject } from "#lib/util/json.ts";
import type { KubeAnswer, KubeCall } from "#server/kube/transport.ts";
import { type AnswerForm, readAccepted } from "./accepted-media.ts";
import { jsonAnswer } from "./answer.ts";
import type { ClientDeletes } from "./client-deletes.ts";
import type { ClientWrites, Written } from "./client-writes.ts";
import type { Lister, Page } from "./list.ts";
import type { ObjectStore } from "./object-store.ts";
import { objectText } from "./object-text.ts";
import type { PodLogSource } from "./pod-log.ts";
import { answerPodLog } from "./pod-log-answer.ts";
import { readFlag } from "./read-query.ts";
import { methodNotAllowed, notFound } from "./refusal.ts";
import type { ResourceTarget } from "./request-target.ts";
import { metadataOnly, readInclude, tableOf } from "./table.ts";
import type { WatchDesk } from "./watch-desk.ts";

export type ResourceParts = {
  readonly store: ObjectStore;
  readonly lister: Lister;
  readonly watches: WatchDesk;
  readonly writes: ClientWrites;
  readonly deletes: ClientDeletes;
  readonly clock: Clock;
  readonly dialect: Dialect;
  readonly logSource: () => PodLogSource;
};

/** A call for a resource that passed authorization. */
export type ResourceCall = {
  readonly call: KubeCall;
  readonly target: ResourceTarget;
  readonly query: URLSearchParams;
};

type Presenter = (objects: readonly KubeObject[], metadata: JsonObject) => JsonObject;

/** Undefined when objects are wanted as they are. */
function presenterOf(parts: ResourceParts, asked: ResourceCall): Presenter | undefined {
  const { form } = readAccepted(asked.call.headers);
  const { served } = asked.target;
  if (form === "table") {
    const include = readInclude(asked.query);
    const { dialect, clock } = parts;
    return (objects, metadata) =>
      tableOf({ served, objects, metadata, include, dialect, now: clock.now() });
  }
  return form === "metadata" ? toMetadataList : undefined;
}

function toMetadataList(objects: readonly KubeObject[], metadata: JsonObject): JsonObject {
  const items = objects.map(metadataOnly);
  return { kind: "PartialObjectMetadataList", apiVersion: "meta.k8s.io/v1", metadata, items };
}

function presentOne(parts: ResourceParts, asked: ResourceCall, object: KubeObject): string {
  const present = presenterOf(parts, asked);
  if (present === undefined) return objectText(object);
  const { resourceVersion } = object.metadata;
  return JSON.stringify(
    formOf(asked) === "table" ? present([object], { resourceVersion }) : metadataOnly(object),
  );
}

function formOf({ call }: ResourceCall): AnswerForm {
  return readAccepted(call.headers).form;
}

function written({ status, object, warnings }: Written): KubeAnswer {
  return jsonAnswer(status, JSON.stringify(object), warnings);
}

function listed(parts: ResourceParts, asked: ResourceCall): KubeAnswer {
  const { call, query } = asked;
  const { served, namespace } = asked.target;
  const present = presenterOf(parts, asked);
  if (readFlag(query, "watch")) {
    const textOf =
      present === undefined ? undefined : (object: KubeObject) => presentOne(parts, asked, object);
    return parts.watches.open(served, namespace, query, call.signal, textOf);
  }
  if (present === undefined) return parts.lister.list(served, namespace, query);
  const { items, metadata }: Page = parts.lister.page(served, namespace, query);
  return jsonAnswer(200, JSON.stringify(present(items, metadata)));
}

function answerCollection(parts: ResourceParts, asked: ResourceCall): KubeAnswer {
  const { call, target } = asked;
  if (call.method === "GET") return listed(parts, asked);
  const needsNamespace = target.served.info.namespaced && target.namespace === undefined;
  if (call.method === "DELETE" && target.served.info.kind !== "Namespace")
    return written(parts.deletes.collection(asked));
  if (call.method === "POST" && !needsNamespace) return written(parts.writes.create(asked));
  throw methodNotAllowed();
}

/** What a resource's path answers; everything refused is thrown as KubeRefusal. */
export function answerResource(parts: ResourceParts, asked: ResourceCall): KubeAnswer {
  const { call, target, query } = asked;
  const { served, name, namespace, subresource } = target;
  if (name === undefined) return answerCollection(parts, asked);
  switch (call.method) {
    case "GET": {
      const object = parts.store.get(served.info, namespace, name);
      if (object === undefined) throw notFound(served.info, name);
      if (subresource === "log") return answerPodLog(object, query, call, parts.logSource());
      return jsonAnswer(200, presentOne(parts, asked, object));
    }
    case "PUT":
      if (subresource === "log") throw methodNotAllowed();
      return written(parts.writes.update(asked));
    case "PATCH":
      if (subresource === "log") throw methodNotAllowed();
      return written(parts.writes.patch(asked));
    case "DELETE":
      if (subresource !== undefined) throw methodNotAllowed();
      return written(parts.deletes.one(asked));
    case "POST":
      throw methodNotAllowed();
  }
}
