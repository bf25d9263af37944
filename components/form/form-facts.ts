import { snapshotRuntime } from "#components/preview/job-runtime.ts";
import { renderAsOf, renderNow } from "#components/preview/render-as-of.ts";
import type { FieldFacts } from "#lib/form/field-verdict.ts";
import { type FormOffers, formOffers } from "#lib/form/offers.ts";
import type { JobDetail } from "#lib/protocol/jobs.ts";

/** What the form knows of the job; it stays the same until the server answers anew. */
export type JobFacts = {
  readonly offers: FormOffers;
  readonly facts: Omit<FieldFacts, "kind" | "manager" | "jobs">;
};

const known = new WeakMap<JobDetail, JobFacts>();

export function jobFactsOf(detail: JobDetail): JobFacts {
  const found = known.get(detail) ?? gather(detail);
  known.set(detail, found);
  return found;
}

function gather(detail: JobDetail): JobFacts {
  const runtime = snapshotRuntime(detail) ?? detail.runtime.live;
  return {
    offers: formOffers({ runtime, render: renderNow(detail) }),
    facts: {
      controller: detail.controller,
      dialect: detail.dialect,
      trainerVersion: detail.trainerVersion,
      trainJob: detail.trainJob,
      jobSet: detail.jobSet,
      render: renderAsOf(detail),
      runtime,
      activeJobs: detail.activeJobs,
    },
  };
}
