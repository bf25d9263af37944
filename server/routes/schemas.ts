import * as z from "zod";
import { ServedSchemaSchema } from "#lib/protocol/schemas.ts";
import { AnyQuery, NoBody } from "./request-parts.ts";
import { route, SERVED_KINDS, type ServiceRoute } from "./services.ts";

export const schemaRoute: ServiceRoute = route({
  method: "GET",
  path: "/schemas/:kind",
  params: z.object({ kind: z.enum(SERVED_KINDS) }),
  query: AnyQuery,
  body: NoBody,
  response: ServedSchemaSchema,
  handle: async ({ services, params }) => {
    const { dialect, trainerVersion, schemas } = services.cluster;
    return { kind: params.kind, dialect, trainerVersion, schema: schemas[params.kind] };
  },
});
