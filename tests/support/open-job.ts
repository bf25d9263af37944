import { expect } from "vitest";
import { type JobDetail, JobDetailSchema } from "#lib/protocol/jobs.ts";
import type { WatchedPage } from "./watched-page.ts";

/** A TrainJob as the API tells it to the page's person. */
export async function readOpenJob(
  { context, at }: WatchedPage,
  name: string,
  namespace = "team-a",
): Promise<JobDetail> {
  const answer = await context.request.get(at(`/api/jobs/${namespace}/${name}`));
  expect(answer.status()).toBe(200);
  return JobDetailSchema.parse(await answer.json());
}
