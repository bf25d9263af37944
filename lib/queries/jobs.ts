import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { KubeObject } from "../k8s/object.ts";
import {
  CreateJobAnswerSchema,
  JobDetailSchema,
  type JobListQuery,
  JobListSchema,
  WriteAnswerSchema,
} from "../protocol/jobs.ts";
import * as z from "../protocol/zod.ts";
import { apiPath, getJson, sendJson } from "./http.ts";

export type JobRef = { readonly namespace: string; readonly name: string };

/** From the general to the special: ["jobs", "list", query], ["jobs", "detail", ref]. */
export const jobKeys = {
  all: ["jobs"] as const,
  lists: ["jobs", "list"] as const,
  list: (query: JobListQuery) => ["jobs", "list", query] as const,
  details: ["jobs", "detail"] as const,
  detail: (ref: JobRef) => ["jobs", "detail", ref] as const,
};

/**
 * One page of rows, filtered and sorted by the server. While the stream is live, frames are folded into every cached page
 * (lib/live/apply-frame.ts) and nothing polls; a frame that may move rows between pages makes the pages refetch.
 */
export function jobListOptions(query: JobListQuery = {}) {
  return queryOptions({
    queryKey: jobKeys.list(query),
    queryFn: ({ signal }) => getJson(apiPath("jobs"), JobListSchema, { query, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function jobDetailOptions(ref: JobRef) {
  return queryOptions({
    queryKey: jobKeys.detail(ref),
    queryFn: ({ signal }) =>
      getJson(apiPath("jobs", ref.namespace, ref.name), JobDetailSchema, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export type SuspendVariables = JobRef & { readonly uid: string; readonly suspend: boolean };

/** Suspend or resume. The cache is not patched by hand: the stream confirms. */
export function suspendJobOptions(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({ namespace, name, uid, suspend }: SuspendVariables) =>
      sendJson("PATCH", apiPath("jobs", namespace, name, "suspend"), WriteAnswerSchema, {
        suspend,
        uid,
      }),
    onSettled: (_answer, _error, ref) => refreshJob(client, ref),
  });
}

export type DeleteVariables = JobRef & { readonly uid: string };

export function deleteJobOptions(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({ namespace, name, uid }: DeleteVariables) =>
      sendJson("DELETE", apiPath("jobs", namespace, name), z.object({}), { uid }),
    onSettled: () => client.invalidateQueries({ queryKey: jobKeys.lists }),
  });
}

/** Deletes the JobSet (uid = the JobSet's) of a suspended job, so that the controller makes it anew. */
export function deleteJobSetOptions(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({ namespace, name, uid }: DeleteVariables) =>
      sendJson("DELETE", apiPath("jobs", namespace, name, "jobset"), z.object({}), { uid }),
    onSettled: (_answer, _error, ref) => refreshJob(client, ref),
  });
}

export type CreateVariables = { readonly trainJob: KubeObject; readonly dryRun?: boolean };

export function createJobOptions(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({ trainJob, dryRun }: CreateVariables) =>
      sendJson("POST", apiPath("jobs"), CreateJobAnswerSchema, { trainJob }, { query: { dryRun } }),
    onSettled: () => client.invalidateQueries({ queryKey: jobKeys.lists }),
  });
}

/** Detail and lists are read again; used after writes, where the stream may be down. */
export async function refreshJob(client: QueryClient, ref: JobRef): Promise<void> {
  await client.invalidateQueries({
    queryKey: jobKeys.detail({ namespace: ref.namespace, name: ref.name }),
  });
}
