import type { StoreEvent } from "./reflect.ts";
import type { WatchedName } from "./watched-kinds.ts";

export type SourceView = {
  readonly state: "live" | "catchingUp" | "stale";
  /** Since when the cache may be old. */
  readonly since?: string | undefined;
};

type Link = "starting" | "listed" | "live" | "degraded" | "absent";

/** How the cache stands to the API server, over all kinds: the worst of them. */
export class SourceState {
  readonly #links: Map<WatchedName, Link>;
  #since: string | undefined;

  constructor(names: readonly WatchedName[]) {
    this.#links = new Map(names.map((name) => [name, "starting"]));
  }

  /** Every kind was listed at least once. */
  get isSynced(): boolean {
    return [...this.#links.values()].every((link) => link !== "starting");
  }

  apply(name: WatchedName, event: StoreEvent, now: string): void {
    const link = this.#next(this.#links.get(name) ?? "starting", event);
    this.#links.set(name, link);
    if (this.#isLive()) this.#since = undefined;
    else this.#since ??= now;
  }

  forget(): void {
    for (const name of this.#links.keys()) this.#links.set(name, "listed");
  }

  view(): SourceView {
    if (this.#isLive()) return { state: "live" };
    const isStale = [...this.#links.values()].includes("degraded");
    return {
      state: isStale ? "stale" : "catchingUp",
      ...(this.#since === undefined ? {} : { since: this.#since }),
    };
  }

  #isLive(): boolean {
    return [...this.#links.values()].every((link) => link === "live" || link === "absent");
  }

  #next(link: Link, event: StoreEvent): Link {
    switch (event.type) {
      case "absent":
        return "absent";
      case "replace":
        return "listed";
      case "connected":
      case "upsert":
      case "remove":
      case "bookmark":
        return "live";
      case "degraded":
        return link === "starting" ? "starting" : "degraded";
    }
  }
}
