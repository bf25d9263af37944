import * as z from "zod";
import { AppError } from "#lib/errors/app-error.ts";
import { type Topic, TopicSchema } from "#lib/protocol/frames.ts";
import { CursorSchema } from "#lib/protocol/wire-values.ts";
import { DECISION_TTL_MS } from "#server/access/access-reviewer.ts";
import {
  isSameScope,
  RECHECK_MS,
  REVOCATION_MS,
  STREAM_PATIENCE_MS,
} from "#server/access/namespace-scope.ts";
import type { Person } from "#server/access/person.ts";
import { sseResponse } from "#server/http/sse-response.ts";
import type { HubReader } from "#server/watch/watch-hub.ts";
import { untilSynced } from "./readiness.ts";
import { NoBody, NoParams } from "./request-parts.ts";
import { route, type ServiceRoute, type Services } from "./services.ts";
import { scopeOf } from "./visible.ts";

/** Streams end by themselves, so that coming back is the normal way and a session is looked at anew. */
const ROTATE_MS = 4 * 60_000;
const MAX_TOPICS = 20;

export const streamRoute: ServiceRoute = route({
  method: "GET",
  path: "/stream",
  params: NoParams,
  query: z.object({ topics: z.string(), cursor: CursorSchema.optional() }),
  body: NoBody,
  response: z.unknown(),
  handle: async ({ services, person, query, signal }) => {
    const topics = parseTopics(query.topics);
    await untilSynced(services);
    const askedAt = services.clock.now();
    const scope = await scopeOf(services, person, STREAM_PATIENCE_MS);
    const reader = services.hub.open(topics, scope, query.cursor);
    const ended = new AbortController();
    void recheck({ services, person, reader, askedAt, signal: ended.signal });
    void rotate(services, reader, ended.signal);
    const { frames } = reader;
    return sseResponse(
      { next: () => frames.next(), idle: reader.idle },
      {
        clock: services.clock,
        signal,
        onClose: () => {
          ended.abort();
          frames.cancel();
        },
      },
    );
  },
});

function parseTopics(text: string): readonly Topic[] {
  const topics = [...new Set(text.split(","))];
  const isGood = topics.every((topic) => TopicSchema.safeParse(topic).success);
  if (!isGood || topics.length > MAX_TOPICS)
    throw new AppError("MALFORMED_REQUEST", {
      errors: [{ pointer: "/topics", message: "jobs, jobs:NAMESPACE or job:NAMESPACE/NAME" }],
    });
  return topics;
}

type Recheck = {
  readonly services: Services;
  readonly person: Person;
  readonly reader: HubReader;
  /** When the reader's scope was asked for; its decisions may be older by their time to live. */
  readonly askedAt: number;
  readonly signal: AbortSignal;
};

/** Less than this would end streams for a hiccup. */
const LEAST_PATIENCE_MS = 250;

/** Rights that changed end the stream; where nobody can say in time whether they changed, it ends too. */
async function recheck({ services, person, reader, askedAt, signal }: Recheck): Promise<void> {
  const { clock } = services;
  for (let last = askedAt; ; ) {
    await clock.sleep(RECHECK_MS, signal);
    if (signal.aborted) return;
    const now = clock.now();
    const left = last - DECISION_TTL_MS + REVOCATION_MS - now;
    try {
      const next = await scopeOf(services, person, Math.max(left, LEAST_PATIENCE_MS));
      last = now;
      if (isSameScope(next, reader.scope())) continue;
      reader.rescope(next);
    } catch {
      reader.frames.finish({ type: "bye", reason: "rotate" }, "drop");
    }
    return;
  }
}

async function rotate(services: Services, reader: HubReader, signal: AbortSignal): Promise<void> {
  await services.clock.sleep(ROTATE_MS * (1 + services.random() / 4), signal);
  if (!signal.aborted) reader.frames.finish({ type: "bye", reason: "rotate" }, "keep");
}
