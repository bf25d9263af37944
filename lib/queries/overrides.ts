import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import {
  AppendAnswerSchema,
  AppendDryRunAnswerSchema,
  type AppendRequest,
  RemoveAnswerSchema,
  type RemoveRequest,
  type ReplaceRequest,
} from "../protocol/overrides.ts";
import { apiPath, sendJson } from "./http.ts";
import { type JobRef, refreshJob } from "./jobs.ts";

export type AppendVariables = JobRef & { readonly request: AppendRequest };

/**
 * Append one override. Errors: REFUSED with `meta.errors` (pointers into `request`), FOREIGN_LANE, and the conflicts
 * LIST_CHANGED, TIME_TAKEN, TIME_NOT_LATER, RECREATED, whose `meta.extra.trainJob` is the fresh object to rebase the draft on.
 */
export function appendOverrideOptions(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({ namespace, name, request }: AppendVariables) =>
      sendJson("POST", apiPath("jobs", namespace, name, "overrides"), AppendAnswerSchema, request),
    onSettled: (_answer, _error, ref) => refreshJob(client, ref),
  });
}

/** What the API server says to the same append, without writing. */
export function dryRunOverrideOptions() {
  return mutationOptions({
    mutationFn: ({ namespace, name, request }: AppendVariables) =>
      sendJson(
        "POST",
        apiPath("jobs", namespace, name, "overrides"),
        AppendDryRunAnswerSchema,
        request,
        { query: { dryRun: true } },
      ),
  });
}

/** `entry` is a manager (runtimePatches) or an index (ownerless lists). */
export type ReplaceVariables = JobRef & {
  readonly entry: string;
  readonly request: ReplaceRequest;
};

export function replaceOverrideOptions(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({ namespace, name, entry, request }: ReplaceVariables) =>
      sendJson(
        "PUT",
        apiPath("jobs", namespace, name, "overrides", entry),
        AppendAnswerSchema,
        request,
      ),
    onSettled: (_answer, _error, ref) => refreshJob(client, ref),
  });
}

export type RemoveVariables = JobRef & { readonly entry: string; readonly request: RemoveRequest };

export function removeOverrideOptions(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({ namespace, name, entry, request }: RemoveVariables) =>
      sendJson(
        "DELETE",
        apiPath("jobs", namespace, name, "overrides", entry),
        RemoveAnswerSchema,
        request,
      ),
    onSettled: (_answer, _error, ref) => refreshJob(client, ref),
  });
}
