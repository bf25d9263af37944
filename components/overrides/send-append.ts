import { MutationObserver, type QueryClient } from "@tanstack/react-query";
import { currentTime } from "#components/shell/now.tsx";
import type { OverrideEntry } from "#lib/dialect/entry.ts";
import { readEntries } from "#lib/dialect/read-entries.ts";
import { isAppError } from "#lib/errors/app-error.ts";
import { isKubeObject, type KubeObject } from "#lib/k8s/object.ts";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import type { AppendRequest } from "#lib/protocol/overrides.ts";
import { appendOverrideOptions } from "#lib/queries/overrides.ts";
import type { JsonObject } from "#lib/util/json.ts";
import type { AppendDraft } from "./append-draft.ts";
import {
  appendRequest,
  attemptKey,
  isAnswerLost,
  isClockAhead,
  type OpenAttempt,
  storedEntry,
} from "./append-request.ts";
import { readAttempt, writeAttempt } from "./draft-store.ts";
import { noteSaved } from "./pending-store.ts";

export type AppendJob = {
  /** The job on which the draft was looked at. */
  readonly detail: JobDetail;
  readonly draft: AppendDraft;
  readonly override: JsonObject;
  readonly isConfirmed: boolean;
};

export type SentEntry = { readonly entry: OverrideEntry };

/** Pauses before the second, third… try, in milliseconds. */
const PAUSES = [500, 1500, 4000];

/**
 * Sends an append until there is an answer. The same request goes out each time, so however many of them arrive, the entry
 * is stored once; a conflict that our own unanswered try brought about is an answer too.
 */
export async function sendAppend(client: QueryClient, job: AppendJob): Promise<SentEntry> {
  const { detail, draft, override } = job;
  const { uid } = detail.row;
  const before = readAttempt(uid, draft.manager);
  const key = attemptKey(draft, override);
  const open = before?.key === key ? before : undefined;
  const request = appendRequest({ ...job, now: currentTime(), open });
  const attempt = open ?? newAttempt(detail, key, request);
  writeAttempt(uid, draft.manager, attempt);
  try {
    const sent = await sendUntilAnswered(client, job, request, attempt, open !== undefined);
    writeAttempt(uid, draft.manager, undefined);
    noteSaved(uid, sent.entry);
    return sent;
  } catch (error) {
    if (!isAnswerLost(error)) writeAttempt(uid, draft.manager, undefined);
    throw error;
  }
}

function newAttempt(detail: JobDetail, key: string, request: AppendRequest): OpenAttempt {
  const count = readEntries(detail.trainJob, detail.dialect).length;
  return { key, time: request.time, seen: detail.overridesDigest, count };
}

async function sendUntilAnswered(
  client: QueryClient,
  job: AppendJob,
  first: AppendRequest,
  attempt: OpenAttempt,
  wasOpen: boolean,
): Promise<SentEntry> {
  let request = first;
  let isOpen = wasOpen;
  for (let tries = 0; ; tries += 1) {
    try {
      return await post(client, job.detail, request);
    } catch (error) {
      const pause = PAUSES[tries];
      if (isAnswerLost(error) && pause !== undefined) {
        isOpen = true;
        await new Promise((resolve) => setTimeout(resolve, pause));
        continue;
      }
      if (!isOpen && isClockAhead(error) && request.time !== undefined && job.draft.time === "") {
        request = { ...request, time: undefined };
        continue;
      }
      const entry = isOpen ? alreadyStored(error, job, request, attempt) : undefined;
      if (entry === undefined) throw error;
      return { entry };
    }
  }
}

function post(
  client: QueryClient,
  { row: { namespace, name } }: JobDetail,
  request: AppendRequest,
): Promise<SentEntry> {
  const options = { ...appendOverrideOptions(client), networkMode: "always" } as const;
  return new MutationObserver(client, options).mutate({ namespace, name, request });
}

function alreadyStored(
  error: unknown,
  { detail }: AppendJob,
  request: AppendRequest,
  { count }: OpenAttempt,
): OverrideEntry | undefined {
  const fresh = freshObject(error);
  return fresh === undefined
    ? undefined
    : storedEntry({ count, fresh, dialect: detail.dialect, request });
}

/** The object as it was when the server saw a conflict. */
export function freshObject(error: unknown): KubeObject | undefined {
  if (!isAppError(error, "LIST_CHANGED", "CONFLICT", "TIME_TAKEN", "TIME_NOT_LATER"))
    return undefined;
  const value = error.meta.extra?.["trainJob"];
  return isKubeObject(value) ? value : undefined;
}
