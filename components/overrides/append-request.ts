import { buildAppend } from "#lib/dialect/append.ts";
import { chooseTime } from "#lib/dialect/append-time.ts";
import type { Dialect, OverrideEntry } from "#lib/dialect/entry.ts";
import { readEntries } from "#lib/dialect/read-entries.ts";
import { isAppError } from "#lib/errors/app-error.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import type { AppendRequest } from "#lib/protocol/overrides.ts";
import { isEqualJson, type JsonObject, toCanonicalJson } from "#lib/util/json.ts";
import type { AppendDraft } from "./append-draft.ts";

/** A try that got no answer: the same draft is sent again with its time and list, and never stands there twice. */
export type OpenAttempt = {
  readonly key: string;
  /** Of templateOverrides. */
  readonly time?: string | undefined;
  readonly seen: string;
  /** Entries that the list had. */
  readonly count: number;
};

/**
 * What is sent for a draft. A templateOverrides entry always names its time, so that sending it again finds the stored
 * entry; the other APIs are kept from doubling by `seen`.
 */
export function appendRequest(args: {
  readonly detail: Pick<JobDetail, "dialect" | "row" | "overridesDigest" | "trainJob">;
  readonly draft: AppendDraft;
  readonly override: JsonObject;
  readonly isConfirmed: boolean;
  /** Milliseconds since the epoch, on the cluster's clock. */
  readonly now: number;
  readonly open?: OpenAttempt | undefined;
}): AppendRequest {
  const { detail, draft, override, isConfirmed } = args;
  const isHistory = detail.dialect === "templateOverrides";
  const time = isHistory ? timeOf(args) : undefined;
  const isAgain = args.open?.key === attemptKey(draft, override);
  return {
    uid: detail.row.uid,
    seen: isAgain && !isHistory ? args.open?.seen : detail.overridesDigest,
    override,
    ...(draft.manager === "" ? {} : { manager: draft.manager }),
    ...(isHistory ? { kind: draft.kind } : {}),
    ...(time === undefined ? {} : { time }),
    ...(isConfirmed ? { confirm: true } : {}),
  };
}

function timeOf({ detail, draft, override, now, open }: Parameters<typeof appendRequest>[0]) {
  const wanted = draft.time.trim();
  if (wanted !== "") return wanted;
  if (open?.time !== undefined && open.key === attemptKey(draft, override)) return open.time;
  const { manager, kind } = draft;
  const chosen = chooseTime({ trainJob: detail.trainJob, manager, kind, now });
  return "time" in chosen ? chosen.time : undefined;
}

/** Equal for drafts that would store the same entry. */
export function attemptKey({ manager, kind }: AppendDraft, override: JsonObject): string {
  return toCanonicalJson([manager, kind, override]);
}

/** No answer came, or only from somebody in between: the entry may be stored or not. */
export function isAnswerLost(error: unknown): boolean {
  return isAppError(
    error,
    "OFFLINE",
    "BAD_ANSWER",
    "UPSTREAM_FAILED",
    "UPSTREAM_UNAVAILABLE",
    "UPSTREAM_TIMEOUT",
  );
}

/** The server's clock is behind ours by more than it allows: it has to choose the time itself. */
export function isClockAhead(error: unknown): boolean {
  return (
    isAppError(error, "INVALID") &&
    (error.meta.errors ?? []).some(({ pointer }) => pointer === "/time")
  );
}

/**
 * The entry of a request whose answer was lost, found on the object that answered the next try. Undefined where it is not
 * there: then somebody else changed the list.
 */
export function storedEntry(args: {
  /** Entries that the list had before the first try. */
  readonly count: number;
  readonly fresh: KubeObject;
  readonly dialect: Dialect;
  readonly request: AppendRequest;
}): OverrideEntry | undefined {
  const { count, fresh, dialect, request } = args;
  const { manager, kind, time, override } = request;
  const entries = readEntries(fresh, dialect);
  if (dialect === "templateOverrides")
    return entries.find(
      (each) => each.manager === manager && each.kind === kind && each.time === time,
    );
  const { object, entry } = buildAppend({
    trainJob: fresh,
    dialect,
    manager,
    kind,
    time: time ?? "",
    override,
  });
  if (dialect === "runtimePatches") {
    const own = entries.find((each) => each.manager === manager);
    return isEqualJson(object.spec, fresh.spec) ? own : undefined;
  }
  const last = entries.at(-1);
  const isLast = last !== undefined && isEqualJson(last.change, entry.change);
  return entries.length === count + 1 && isLast ? last : undefined;
}
