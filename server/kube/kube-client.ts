import { AppError } from "#lib/errors/app-error.ts";
import { fromBody } from "#lib/errors/problem.ts";
import { apiVersionOf, collectionPath, type KindInfo, objectPath } from "#lib/k8s/kinds.ts";
import { isKubeObject, type KubeObject } from "#lib/k8s/object.ts";
import {
  asArray,
  asString,
  getIn,
  isJsonObject,
  type Json,
  type JsonObject,
} from "#lib/util/json.ts";
import { readJsonLines } from "./json-lines.ts";
import type { KubeAnswer, KubeCall, KubeIdentity, KubeTransport } from "./transport.ts";

export type As = { readonly identity: KubeIdentity; readonly signal?: AbortSignal | undefined };

export type ListPage = {
  readonly items: readonly KubeObject[];
  readonly resourceVersion: string;
  readonly next?: string | undefined;
};

export type ListOptions = As & {
  readonly namespace?: string | undefined;
  readonly limit?: number | undefined;
  readonly next?: string | undefined;
  readonly labelSelector?: string | undefined;
};

export type WriteOptions = As & {
  readonly dryRun?: boolean | undefined;
  readonly fieldManager?: string | undefined;
};

export type Written = { readonly object: KubeObject; readonly warnings: readonly string[] };

export type WatchLine = {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
  readonly object: KubeObject;
};

export type AccessReviewSpec = {
  readonly user: string;
  readonly groups: readonly string[];
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly namespace?: string | undefined;
};

const JSON_TYPE = "application/json";
/** Admission webhooks of a cluster may take ten seconds each. */
const CALL_TIMEOUT_MS = 30_000;
const PATCH_TYPE = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
} as const;

/** Typed calls on the transport; every answer of the API server that is no success becomes an AppError. */
export class KubeClient {
  readonly #transport: KubeTransport;

  constructor(transport: KubeTransport) {
    this.#transport = transport;
  }

  async get(
    info: KindInfo,
    namespace: string | undefined,
    name: string,
    as: As,
  ): Promise<KubeObject> {
    const path = objectPath(info, namespace, name);
    return toObject(await this.#json({ method: "GET", path, ...as }), info);
  }

  /** Undefined where there is no such object, or its kind is not installed. */
  async find(info: KindInfo, namespace: string | undefined, name: string, as: As) {
    try {
      return await this.get(info, namespace, name, as);
    } catch (error) {
      if (error instanceof AppError && error.code === "NOT_FOUND") return undefined;
      throw error;
    }
  }

  async listPage(info: KindInfo, options: ListOptions): Promise<ListPage> {
    const query = new URLSearchParams();
    if (options.limit !== undefined) query.set("limit", String(options.limit));
    if (options.next !== undefined) query.set("continue", options.next);
    if (options.labelSelector !== undefined) query.set("labelSelector", options.labelSelector);
    const { body } = await this.#json({
      method: "GET",
      path: collectionPath(info, options.namespace),
      query,
      identity: options.identity,
      signal: options.signal,
    });
    const next = asString(getIn(body, "metadata", "continue"));
    const resourceVersion = asString(getIn(body, "metadata", "resourceVersion"));
    // Something else that happens to be JSON must not pass for an empty list.
    if (resourceVersion === undefined)
      throw new AppError("UPSTREAM_FAILED", { detail: "answer is no list" });
    return {
      items: (asArray(body["items"]) ?? []).flatMap((item) => withEnvelope(item, info)),
      resourceVersion,
      ...(next === undefined || next === "" ? {} : { next }),
    };
  }

  /** All pages. The version is that of the first page: a watch from there misses nothing. */
  async list(info: KindInfo, options: ListOptions): Promise<ListPage> {
    let page = await this.listPage(info, { limit: 500, ...options });
    const { resourceVersion } = page;
    const items = [...page.items];
    while (page.next !== undefined) {
      page = await this.listPage(info, { limit: 500, ...options, next: page.next });
      items.push(...page.items);
    }
    return { items, resourceVersion };
  }

  async create(
    info: KindInfo,
    namespace: string | undefined,
    object: KubeObject,
    options: WriteOptions,
  ): Promise<Written> {
    return toWritten(
      await this.#json({
        method: "POST",
        path: collectionPath(info, namespace),
        query: writeQuery(options),
        headers: { "content-type": JSON_TYPE },
        body: JSON.stringify(object),
        identity: options.identity,
        signal: options.signal,
      }),
      info,
    );
  }

  async patch(
    info: KindInfo,
    namespace: string | undefined,
    name: string,
    kind: keyof typeof PATCH_TYPE,
    patch: unknown,
    options: WriteOptions,
  ): Promise<Written> {
    return toWritten(
      await this.#json({
        method: "PATCH",
        path: objectPath(info, namespace, name),
        query: writeQuery(options),
        headers: { "content-type": PATCH_TYPE[kind] },
        body: JSON.stringify(patch),
        identity: options.identity,
        signal: options.signal,
      }),
      info,
    );
  }

  /** Deletes this very object, and with a version only as it was seen: what does not match answers CONFLICT. */
  async remove(
    info: KindInfo,
    namespace: string | undefined,
    name: string,
    preconditions: { readonly uid: string; readonly resourceVersion?: string | undefined },
    as: As,
  ): Promise<void> {
    await this.#json({
      method: "DELETE",
      path: objectPath(info, namespace, name),
      headers: { "content-type": JSON_TYPE },
      body: JSON.stringify({
        kind: "DeleteOptions",
        apiVersion: "v1",
        propagationPolicy: "Background",
        preconditions,
      }),
      ...as,
    });
  }

  /**
   * Parsed lines from this version on, until the server ends the watch or the signal aborts. `onOpen` is called when the
   * server accepted the watch. An ERROR line is thrown as AppError (TOO_OLD where the version is gone).
   */
  async *watch(
    info: KindInfo,
    options: As & { readonly resourceVersion: string; readonly onOpen?: () => void },
  ): AsyncGenerator<WatchLine> {
    const answer = await this.#answer({
      method: "GET",
      path: collectionPath(info),
      query: new URLSearchParams({
        watch: "1",
        allowWatchBookmarks: "true",
        resourceVersion: options.resourceVersion,
      }),
      identity: options.identity,
      signal: options.signal,
    });
    options.onOpen?.();
    for await (const line of readJsonLines(answer.body)) yield toWatchLine(line, info);
  }

  /** Asks as oneself whether somebody may do something. */
  async review(spec: AccessReviewSpec, signal?: AbortSignal): Promise<boolean> {
    const { body } = await this.#json({
      method: "POST",
      path: "/apis/authorization.k8s.io/v1/subjectaccessreviews",
      headers: { "content-type": JSON_TYPE },
      body: JSON.stringify({
        apiVersion: "authorization.k8s.io/v1",
        kind: "SubjectAccessReview",
        spec: {
          user: spec.user,
          groups: spec.groups,
          resourceAttributes: {
            verb: spec.verb,
            group: spec.group,
            resource: spec.resource,
            ...(spec.namespace === undefined ? {} : { namespace: spec.namespace }),
          },
        },
      }),
      identity: { kind: "self" },
      signal,
    });
    return getIn(body, "status", "allowed") === true;
  }

  /** A call that ends by itself; a watch or a log does not come through here. */
  async #json(call: KubeCall): Promise<{ body: JsonObject; headers: Headers }> {
    const patience = AbortSignal.timeout(CALL_TIMEOUT_MS);
    const signal = call.signal === undefined ? patience : AbortSignal.any([call.signal, patience]);
    try {
      const answer = await this.#answer({ ...call, signal });
      const body: unknown = parseBody(await new Response(answer.body).text());
      if (isJsonObject(body)) return { body, headers: answer.headers };
    } catch (error) {
      if (patience.aborted) throw new AppError("UPSTREAM_TIMEOUT", { cause: error });
      if (error instanceof AppError) throw error;
      // The connection broke in the middle of the answer.
      throw new AppError("UPSTREAM_FAILED", { cause: error });
    }
    throw new AppError("UPSTREAM_FAILED", { detail: "answer is no object" });
  }

  async #answer(call: KubeCall): Promise<KubeAnswer> {
    let answer: KubeAnswer;
    try {
      answer = await this.#transport.request(call);
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw new AppError("UPSTREAM_UNAVAILABLE", { cause: error });
    }
    if (answer.status >= 200 && answer.status < 300) return answer;
    const retryAfter = answer.headers.get("retry-after") ?? undefined;
    throw fromBody(answer.status, await new Response(answer.body).text(), retryAfter);
  }
}

function writeQuery(options: WriteOptions): URLSearchParams {
  const query = new URLSearchParams();
  if (options.dryRun === true) query.set("dryRun", "All");
  if (options.fieldManager !== undefined) query.set("fieldManager", options.fieldManager);
  return query;
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError("UPSTREAM_FAILED", { cause: error });
  }
}

/** Items of a list come without apiVersion and kind. */
function withEnvelope(item: Json | undefined, info: KindInfo): KubeObject[] {
  const object = isJsonObject(item)
    ? { apiVersion: apiVersionOf(info), kind: info.kind, ...item }
    : undefined;
  return isKubeObject(object) ? [object] : [];
}

function toObject(answer: { body: JsonObject }, info: KindInfo): KubeObject {
  const [object] = withEnvelope(answer.body, info);
  if (object === undefined)
    throw new AppError("UPSTREAM_FAILED", { detail: "answer is no object" });
  return object;
}

/** Warning headers look like `299 - "text"`; several may be joined by commas. */
function toWritten(answer: { body: JsonObject; headers: Headers }, info: KindInfo): Written {
  const warnings = [
    ...(answer.headers.get("warning") ?? "").matchAll(/299 \S+ "((?:[^"\\]|\\.)*)"/g),
  ];
  return {
    object: toObject(answer, info),
    warnings: warnings.map(([, text]) => (text ?? "").replaceAll(/\\(.)/g, "$1")),
  };
}

const LINE_TYPES = ["ADDED", "MODIFIED", "DELETED", "BOOKMARK"] as const;

function toWatchLine(line: JsonObject, info: KindInfo): WatchLine {
  if (line["type"] === "ERROR") {
    const code = getIn(line, "object", "code");
    throw fromBody(typeof code === "number" ? code : 500, JSON.stringify(line["object"] ?? {}));
  }
  const type = LINE_TYPES.find((candidate) => candidate === line["type"]);
  const [object] = withEnvelope(line["object"], info);
  if (type === undefined || object === undefined)
    throw new AppError("UPSTREAM_FAILED", { detail: "unknown watch line" });
  return { type, object };
}
