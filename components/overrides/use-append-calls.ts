"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FieldProblem, isAppError } from "#lib/errors/app-error.ts";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import type { AppendAnswer, AppendDryRunAnswer, AppendRequest } from "#lib/protocol/overrides.ts";
import { appendOverrideOptions, dryRunOverrideOptions } from "#lib/queries/overrides.ts";
import type { JsonObject } from "#lib/util/json.ts";
import type { AppendDraft } from "./append-draft.ts";

export type AppendCalls = {
  readonly canSend: boolean;
  readonly isSaving: boolean;
  readonly isAsking: boolean;
  readonly saved: AppendAnswer | undefined;
  readonly answer: AppendDryRunAnswer | undefined;
  readonly error: Error | undefined;
  /** Of the last refusal, with pointers into the request. */
  readonly errors: readonly FieldProblem[];
  readonly save: (onSaved: () => void) => void;
  readonly dryRun: () => void;
  readonly reset: () => void;
};

/** Saving and asking, with the answers of the last of each. A new try forgets the former answers. */
export function useAppendCalls({
  detail,
  draft,
  override,
  isConfirmed,
}: {
  detail: JobDetail;
  draft: AppendDraft;
  override: JsonObject | undefined;
  isConfirmed: boolean;
}): AppendCalls {
  const saving = useMutation(appendOverrideOptions(useQueryClient()));
  const asking = useMutation(dryRunOverrideOptions());
  const { namespace, name } = detail.row;
  const variables = () => ({
    namespace,
    name,
    request: requestOf(detail, draft, override ?? {}, isConfirmed),
  });
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
    save: (onSaved) => {
      reset();
      saving.mutate(variables(), { onSuccess: onSaved });
    },
    dryRun: () => {
      reset();
      asking.mutate(variables());
    },
    reset,
  };
}

function requestOf(
  { dialect, row, overridesDigest }: JobDetail,
  draft: AppendDraft,
  override: JsonObject,
  isConfirmed: boolean,
): AppendRequest {
  const isHistory = dialect === "templateOverrides";
  const time = draft.time.trim();
  return {
    uid: row.uid,
    seen: overridesDigest,
    override,
    ...(draft.manager === "" ? {} : { manager: draft.manager }),
    ...(isHistory ? { kind: draft.kind } : {}),
    ...(isHistory && time !== "" ? { time } : {}),
    ...(isConfirmed ? { confirm: true } : {}),
  };
}
