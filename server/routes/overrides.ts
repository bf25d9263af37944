import * as z from "zod";
import { AppError } from "#lib/errors/app-error.ts";
import {
  AppendAnswerSchema,
  AppendDryRunAnswerSchema,
  AppendRequestSchema,
  RemoveAnswerSchema,
  RemoveRequestSchema,
  ReplaceRequestSchema,
} from "#lib/protocol/overrides.ts";
import { appendOverride, dryRunAppend } from "./append-override.ts";
import { editOverride } from "./edit-override.ts";
import { untilSynced } from "./readiness.ts";
import { AnyQuery, DryRunQuery, JobParams } from "./request-parts.ts";
import { route, type ServiceRoute } from "./services.ts";

/** A manager holds a slash: it is one encoded path segment. */
const EntryParams = JobParams.extend({ entry: z.string().min(1).max(300) });

export const overrideRoutes: readonly ServiceRoute[] = [
  route({
    method: "POST",
    path: "/jobs/:namespace/:name/overrides",
    params: JobParams,
    query: DryRunQuery,
    body: AppendRequestSchema,
    response: z.union([AppendAnswerSchema, AppendDryRunAnswerSchema]),
    handle: async ({ services, person, params, query, body, signal }) => {
      await untilSynced(services);
      const call = { services, person, ref: params, request: body, signal };
      return query.dryRun ? dryRunAppend(call) : appendOverride(call);
    },
  }),
  route({
    method: "PUT",
    path: "/jobs/:namespace/:name/overrides/:entry",
    params: EntryParams,
    query: AnyQuery,
    body: ReplaceRequestSchema,
    response: AppendAnswerSchema,
    handle: async ({ services, person, params, body, signal }) => {
      await untilSynced(services);
      const { entry: target, ...ref } = params;
      const answer = await editOverride({ services, person, ref, target, request: body, signal });
      const { entry } = answer;
      if (entry === undefined) throw new AppError("NOT_FOUND");
      return { ...answer, entry };
    },
  }),
  route({
    method: "DELETE",
    path: "/jobs/:namespace/:name/overrides/:entry",
    params: EntryParams,
    query: AnyQuery,
    body: RemoveRequestSchema,
    response: RemoveAnswerSchema,
    handle: async ({ services, person, params, body, signal }) => {
      await untilSynced(services);
      const { entry: target, ...ref } = params;
      const { resourceVersion, verdict } = await editOverride({
        services,
        person,
        ref,
        target,
        request: body,
        signal,
      });
      return { resourceVersion, verdict };
    },
  }),
];
