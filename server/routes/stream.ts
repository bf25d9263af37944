import * as z from "zod";
import { AppError } from "#lib/errors/app-error.ts";
import { type Topic, TopicSchema } from "#lib/protocol/frames.ts";
import { CursorSchema } from "#lib/protocol/wire-values.ts";
import { isSameScope, RECHECK_MS } from "#server/access/namespace-scope.ts";
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
    const scope = await scopeOf(services, person);
    const reader = services.hub.open(topics, scope, query.cursor);
    const ended = new AbortController();
    void recheck(services, person, reader, ended.signal);
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

/** Rights that changed end the stream; where nobody can say whether they changed, it ends too. */
async function recheck(
  services: Services,
  person: Person,
  reader: HubReader,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    await services.clock.sleep(RECHECK_MS, signal);
    if (signal.aborted) return;
    try {
      const next = await scopeOf(services, person);
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
