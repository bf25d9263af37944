import type { Clock } from "#lib/util/clock.ts";
import type { KubeAnswer } from "#server/kube/transport.ts";
import { answer } from "./answer.ts";
import type { ObjectStore } from "./object-store.ts";
import { readCount, readFlag, readVersion, tooOld } from "./read-query.ts";
import { invalidOptions } from "./refusal.ts";
import { isSelected, parseSelection } from "./selection.ts";
import type { ServedKind } from "./served-kinds.ts";
import type { ObjectTexter } from "./watch-event.ts";
import { Watcher } from "./watcher.ts";

export type WatchDeskOptions = {
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly bookmarkEveryMs: number;
};

/** Throws the 422 of initial events that are asked for without the match that they need, and the other way round. */
function checkWatchOptions(query: URLSearchParams): void {
  const match = query.get("resourceVersionMatch") ?? "";
  const field = "resourceVersionMatch";
  const refuse = (reason: string, message: string) =>
    invalidOptions("ListOptions", { reason, field, message });
  if (query.has("sendInitialEvents") && match !== NOT_OLDER)
    throw refuse(
      "FieldValueForbidden",
      `Forbidden: sendInitialEvents requires setting resourceVersionMatch to ${NOT_OLDER}`,
    );
  if (match !== "" && !query.has("sendInitialEvents"))
    throw refuse(
      "FieldValueForbidden",
      "Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided",
    );
}

const NOT_OLDER = "NotOlderThan";

/** Opens watches and knows the open ones. */
export class WatchDesk {
  readonly #options: WatchDeskOptions;
  readonly #open = new Set<Watcher>();

  constructor(options: WatchDeskOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Throws KubeRefusal for a bad query. A version that is too old is told in the stream, as upstream does. */
  open(
    served: ServedKind,
    namespace: string | undefined,
    query: URLSearchParams,
    signal: AbortSignal | undefined,
    textOf?: ObjectTexter,
  ): KubeAnswer {
    const { store, clock, bookmarkEveryMs } = this.#options;
    const { info } = served;
    const selection = parseSelection(query, served, namespace);
    const since = readVersion(query);
    const timeout = readCount(query, "timeoutSeconds");
    const allowsBookmarks = readFlag(query, "allowWatchBookmarks");
    checkWatchOptions(query);
    const wantsInitial = readFlag(query, "sendInitialEvents");
    const refusesInitial = query.has("sendInitialEvents") && !wantsInitial;
    const log = store.log(info);
    const isOpenEnded = since === undefined || since === 0;
    const hasInitial = (isOpenEnded && !refusesInitial) || wantsInitial;
    const snapshot = store.snapshot(info);
    const position = hasInitial || isOpenEnded ? log.end : log.positionAfter(since);
    const watcher = new Watcher({
      store,
      info,
      selection,
      clock,
      signal,
      textOf,
      initial: hasInitial ? snapshot.items.filter((object) => isSelected(selection, object)) : [],
      initialEnd: wantsInitial && allowsBookmarks ? snapshot.version : undefined,
      position: position ?? log.end,
      refusal: position === undefined ? tooOld(since ?? 0, log.floor).status : undefined,
      bookmarkEveryMs: allowsBookmarks ? bookmarkEveryMs : undefined,
      timeoutMs: timeout === undefined || timeout === 0 ? undefined : timeout * 1000,
      onEnd: (ended) => this.#open.delete(ended),
    });
    this.#open.add(watcher);
    return answer(200, watcher.body);
  }

  close(): void {
    for (const watcher of [...this.#open]) watcher.close();
  }
}
