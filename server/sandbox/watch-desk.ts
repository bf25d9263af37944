import type { Clock } from "#lib/util/clock.ts";
import type { KubeAnswer } from "#server/kube/transport.ts";
import { answer } from "./answer.ts";
import type { ObjectStore } from "./object-store.ts";
import { readCount, readFlag, readVersion, tooOld } from "./read-query.ts";
import { isSelected, parseSelection } from "./selection.ts";
import type { ServedKind } from "./served-kinds.ts";
import type { ObjectTexter } from "./watch-event.ts";
import { Watcher } from "./watcher.ts";

export type WatchDeskOptions = {
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly bookmarkEveryMs: number;
};

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
    const wantsInitial = readFlag(query, "sendInitialEvents");
    const log = store.log(info);
    const hasInitial = since === undefined || since === 0 || wantsInitial;
    const snapshot = store.snapshot(info);
    const position = hasInitial ? log.end : log.positionAfter(since);
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
