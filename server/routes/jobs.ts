import { JobListQuerySchema, JobListSchema } from "#lib/protocol/jobs.ts";
import { selectRows } from "./job-rows.ts";
import { untilSynced } from "./readiness.ts";
import { NoBody, NoParams } from "./request-parts.ts";
import { route, type ServiceRoute } from "./services.ts";
import { scopeOf } from "./visible.ts";

export const jobListRoute: ServiceRoute = route({
  method: "GET",
  path: "/jobs",
  params: NoParams,
  query: JobListQuerySchema,
  body: NoBody,
  response: JobListSchema,
  handle: async ({ services, person, query }) => {
    await untilSynced(services);
    const scope = await scopeOf(services, person);
    // Cursor and rows in one turn: nothing may be awaited from here on.
    const cursor = services.hub.snapshotCursor();
    const { catalog } = services.hub;
    return { ...selectRows(catalog, scope, query), cursor, fresh: services.hub.source };
  },
});
