import { queryOptions } from "@tanstack/react-query";
import { RenderAnswerSchema, type RenderRequest } from "../protocol/render.ts";
import { ServedSchemaSchema } from "../protocol/schemas.ts";
import { apiPath, getJson, sendJson } from "./http.ts";

export const renderKeys = {
  render: (request: RenderRequest) => ["render", request] as const,
  schema: (kind: string) => ["schemas", kind] as const,
};

/** The server's render; the browser has the same engine and needs this only to compare. */
export function renderOptions(request: RenderRequest) {
  return queryOptions({
    queryKey: renderKeys.render(request),
    queryFn: ({ signal }) =>
      sendJson("POST", apiPath("render"), RenderAnswerSchema, request, { signal }),
    staleTime: 60_000,
  });
}

/** The structural schema that the cluster serves for a kind. */
export function schemaOptions(kind: string) {
  return queryOptions({
    queryKey: renderKeys.schema(kind),
    queryFn: ({ signal }) => getJson(apiPath("schemas", kind), ServedSchemaSchema, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
