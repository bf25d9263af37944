"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { currentTime } from "#components/shell/now.tsx";
import { type FieldProblem, isAppError } from "#lib/errors/app-error.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import type { AppendDryRunAnswer } from "#lib/protocol/overrides.ts";
import { dryRunOverrideOptions } from "#lib/queries/overrides.ts";
import type { JsonObject } from "#lib/util/json.ts";
import type { AppendDraft } from "./append-draft.ts";
import { appendRequest } from "./append-request.ts";
import { type AppendJob, type SentEntry, sendAppend } from "./send-append.ts";

export type AppendCalls = {
  readonly canSend: boolean;
  readonly isSaving: boolean;
  readonly isAsking: boolean;
  readonly saved: SentEntry | undefined;
  readonly answer: AppendDryRunAnswer | undefined;
  readonly error: Error | undefined;
  /** Of the last refusal, with pointers into the request. */
  readonly errors: readonly FieldProblem[];
  /** The TrainJob on which the last draft was looked at that was sent. */
  readonly base: KubeObject | undefined;
  readonly save: (onSaved: () => void) => void;
  /** The same as a step of something longer: rejects where it is not saved. */
  readonly send: () => Promise<SentEntry>;
  readonly dryRun: () => void;
  readonly reset: () => void;
};

/** Saving and asking, with the answers of the last of each. A new try forgets the former answers. */
export function useAppendCalls(args: {
  detail: JobDetail;
  draft: AppendDraft;
  override: JsonObject | undefined;
  isConfirmed: boolean;
}): AppendCalls {
  const { detail, override } = args;
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: (job: AppendJob) => sendAppend(client, job),
    networkMode: "always",
  });
  const asking = useMutation(dryRunOverrideOptions());
  const { namespace, name } = detail.row;
  const job = (): AppendJob => ({ ...args, override: override ?? {} });
  const reset = () => {
    saving.reset();
    asking.reset();
  };
  const error = saving.error ?? asking.error ?? undefined;
  return {
    canSend: override !== undefined && !saving.isPending && !asking.isPending,
    isSaving: saving.isPending,
    isAsking: asking.isPending,
    saved: saving.data,
    answer: asking.data,
    error,
    errors: isAppError(error) ? (error.meta.errors ?? []) : [],
    base: saving.variables?.detail.trainJob,
    save: (onSaved) => {
      reset();
      saving.mutate(job(), { onSuccess: onSaved });
    },
    send: () => {
      reset();
      return saving.mutateAsync(job());
    },
    dryRun: () => {
      reset();
      asking.mutate({ namespace, name, request: appendRequest({ ...job(), now: currentTime() }) });
    },
    reset,
  };
}
