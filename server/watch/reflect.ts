import { AppError, isAppError } from "#lib/errors/app-error.ts";
import type { KindInfo } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { Clock, Random } from "#lib/util/clock.ts";
import type { KubeClient } from "#server/kube/kube-client.ts";

export type StoreEvent =
  | { readonly type: "replace"; readonly items: readonly KubeObject[] }
  | { readonly type: "upsert"; readonly object: KubeObject }
  | { readonly type: "remove"; readonly object: KubeObject }
  | { readonly type: "bookmark" }
  /** The API server accepted the watch. */
  | { readonly type: "connected" }
  | { readonly type: "degraded"; readonly error: AppError; readonly retryInMs: number }
  /** The kind is not installed. */
  | { readonly type: "absent" };

export type ReflectDeps = {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
};

const BACKOFF_FIRST_MS = 500;
const BACKOFF_MAX_MS = 30_000;
const ABSENT_MS = 60_000;
/** A watch that ends sooner than this, without a word, counts as a failure: else a broken proxy makes a hot loop. */
const SHORT_WATCH_MS = 1_000;
/** A connection that broke without a word looks like a quiet one: after this silence the watch is opened anew. */
export const SILENCE_MS = 180_000;
/** An API server that asks for more patience than this is asked again anyway. */
const RETRY_AFTER_MAX_MS = 60_000;

/** One kind over all namespaces with the server's own account: rules W1 to W9 of SPEC.md. */
export async function* reflect(info: KindInfo, deps: ReflectDeps): AsyncGenerator<StoreEvent> {
  const { client, clock, signal } = deps;
  const as = { identity: { kind: "self" }, signal } as const;
  let version: string | undefined;
  let failures = 0;
  while (!signal.aborted) {
    try {
      if (version === undefined) {
        const page = await client.list(info, as);
        version = page.resourceVersion;
        yield { type: "replace", items: page.items };
      }
      const openedAt = clock.now();
      for await (const event of watchOnce(info, version, deps)) {
        version = event.version ?? version;
        if (event.event.type !== "connected") failures = 0;
        yield event.event;
      }
      const rest = SHORT_WATCH_MS - (clock.now() - openedAt);
      if (rest > 0) await clock.sleep(rest, signal);
    } catch (thrown) {
      if (signal.aborted) return;
      const error = toAppError(thrown);
      const isListing = version === undefined;
      if (error.code === "TOO_OLD") {
        version = undefined;
        // Once at once; where the new list's version is too old as well, as any other failure.
        if (!isListing && failures === 0) {
          failures = 1;
          continue;
        }
      }
      if (isListing && error.code === "NOT_FOUND") {
        yield { type: "absent" };
        await clock.sleep(ABSENT_MS, signal);
        continue;
      }
      const retryInMs = Math.max(jitter(failures, deps.random), askedPatience(error));
      failures += 1;
      yield { type: "degraded", error, retryInMs };
      await clock.sleep(retryInMs, signal);
    }
  }
}

type Step = { readonly event: StoreEvent; readonly version?: string | undefined };

async function* watchOnce(
  info: KindInfo,
  resourceVersion: string,
  { client, clock, signal }: ReflectDeps,
): AsyncGenerator<Step> {
  const openedAt = clock.now();
  const ended = new AbortController();
  const silence = new SilenceGuard(clock, ended);
  let heard = 0;
  const open = Promise.withResolvers<void>();
  const lines = client.watch(info, {
    identity: { kind: "self" },
    signal: AbortSignal.any([signal, ended.signal]),
    resourceVersion,
    onOpen: open.resolve,
  });
  // The first line may be minutes away: that the watch stands is told before it comes.
  let next = lines.next();
  try {
    await Promise.race([next, open.promise]);
    yield { event: { type: "connected" } };
    for (let line = await next; line.done !== true; line = await next) {
      heard += 1;
      silence.heard();
      const { type, object } = line.value;
      const version = object.metadata.resourceVersion;
      if (type === "BOOKMARK") yield { event: { type: "bookmark" }, version };
      else if (type === "DELETED") yield { event: { type: "remove", object }, version };
      else yield { event: { type: "upsert", object }, version };
      next = lines.next();
    }
  } catch (thrown) {
    if (!silence.wasLong) throw thrown;
  } finally {
    ended.abort();
    next.catch(() => {});
  }
  if (heard === 0 && clock.now() - openedAt < SHORT_WATCH_MS && !signal.aborted)
    throw new AppError("UPSTREAM_FAILED", { detail: "the watch ended at once" });
}

/** Aborts a watch that said nothing for too long. One sleep at a time, however much is heard. */
class SilenceGuard {
  readonly #clock: Clock;
  #heardAt: number;
  #wasLong = false;

  constructor(clock: Clock, watch: AbortController) {
    this.#clock = clock;
    this.#heardAt = clock.now();
    void this.#guard(watch);
  }

  get wasLong(): boolean {
    return this.#wasLong;
  }

  heard(): void {
    this.#heardAt = this.#clock.now();
  }

  async #guard(watch: AbortController): Promise<void> {
    for (;;) {
      const rest = this.#heardAt + SILENCE_MS - this.#clock.now();
      if (rest <= 0) break;
      await this.#clock.sleep(rest, watch.signal);
      if (watch.signal.aborted) return;
    }
    this.#wasLong = true;
    watch.abort();
  }
}

/** What the API server asked for with a 429 or 503, in milliseconds. */
function askedPatience({ meta }: AppError): number {
  return Math.min(RETRY_AFTER_MAX_MS, (meta.retryAfterSeconds ?? 0) * 1_000);
}

function jitter(failures: number, random: Random): number {
  const ceiling = Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** Math.min(failures, 16));
  return Math.round(random() * ceiling);
}

function toAppError(thrown: unknown): AppError {
  return isAppError(thrown) ? thrown : new AppError("UPSTREAM_FAILED", { cause: thrown });
}
