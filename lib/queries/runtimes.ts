import { queryOptions } from "@tanstack/react-query";
import {
  RuntimeDetailSchema,
  type RuntimeJobs,
  RuntimeJobsSchema,
  RuntimeListSchema,
} from "../protocol/runtimes.ts";
import { apiPath, getJson } from "./http.ts";

/** A runtime of the cluster has no namespace. */
export type RuntimeRef = { readonly namespace?: string | undefined; readonly name: string };

export const runtimeKeys = {
  all: ["runtimes"] as const,
  list: (namespace: string | undefined) => ["runtimes", "list", { namespace }] as const,
  detail: (ref: RuntimeRef) => ["runtimes", "detail", ref] as const,
};

export function runtimeListOptions(namespace?: string | undefined) {
  return queryOptions({
    queryKey: runtimeKeys.list(namespace),
    queryFn: ({ signal }) =>
      getJson(apiPath("runtimes"), RuntimeListSchema, { query: { namespace }, signal }),
    staleTime: 10_000,
  });
}

/** `/api/runtimes/<namespace>/<name>`, or `/api/runtimes/-/<name>` for a ClusterTrainingRuntime. */
export function runtimeDetailOptions(ref: RuntimeRef) {
  return queryOptions({
    queryKey: runtimeKeys.detail(ref),
    queryFn: ({ signal }) =>
      getJson(apiPath("runtimes", ref.namespace ?? "-", ref.name), RuntimeDetailSchema, { signal }),
    staleTime: 10_000,
  });
}

/** One page of the TrainJobs that use the runtime, whole. Read for one comparison and not kept. */
export function readRuntimeJobs(
  { namespace, name }: RuntimeRef,
  page: number,
  signal: AbortSignal,
): Promise<RuntimeJobs> {
  return getJson(apiPath("runtimes", namespace ?? "-", name, "jobs"), RuntimeJobsSchema, {
    query: { page, pageSize: 250 },
    signal,
  });
}
