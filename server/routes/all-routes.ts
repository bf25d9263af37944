import { jobDetailRoute } from "./job-detail.ts";
import { jobWriteRoutes } from "./job-writes.ts";
import { jobListRoute } from "./jobs.ts";
import { overrideRoutes } from "./overrides.ts";
import { renderRoute } from "./render.ts";
import { runtimeJobsRoute } from "./runtime-jobs.ts";
import { runtimeRoutes } from "./runtimes.ts";
import { schemaRoute } from "./schemas.ts";
import type { ServiceRoute } from "./services.ts";
import { sessionRoutes } from "./session.ts";
import { streamRoute } from "./stream.ts";

/** The closed list of what the API serves. */
export const ROUTES: readonly ServiceRoute[] = [
  ...sessionRoutes,
  jobListRoute,
  ...jobWriteRoutes,
  ...overrideRoutes,
  jobDetailRoute,
  renderRoute,
  ...runtimeRoutes,
  runtimeJobsRoute,
  schemaRoute,
  streamRoute,
];
