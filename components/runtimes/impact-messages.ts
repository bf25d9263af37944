import type { ImpactJob, ImpactSetting, JobImpact } from "#lib/impact/job-impact.ts";

/** To the worker: first the setting, then the jobs page by page. */
export type ImpactRequest =
  | { readonly type: "setting"; readonly setting: ImpactSetting }
  | { readonly type: "jobs"; readonly jobs: readonly ImpactJob[] };

/** From the worker: a part of what was asked for, in order. */
export type ImpactAnswer = { readonly found: readonly JobImpact[] };
