import { type ImpactSetting, jobImpact } from "#lib/impact/job-impact.ts";
import type { ImpactAnswer, ImpactRequest } from "./impact-messages.ts";

/** So many jobs between two answers: progress moves several times a second. */
const PART = 50;

let setting: ImpactSetting | undefined;

self.addEventListener("message", ({ data }: MessageEvent<ImpactRequest>) => {
  if (data.type === "setting") {
    setting = data.setting;
    return;
  }
  if (setting === undefined) return;
  for (let start = 0; start < data.jobs.length; start += PART) {
    const known = setting;
    const found = data.jobs.slice(start, start + PART).map((job) => jobImpact(job, known));
    const answer: ImpactAnswer = { found };
    self.postMessage(answer);
  }
});
