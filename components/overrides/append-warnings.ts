import { jobSetOf } from "#components/preview/render-as-of.ts";
import type { RenderResult } from "#lib/render/index.ts";
import { asArray, asString, getIn, isEqualJson, objectsIn } from "#lib/util/json.ts";
import type { AppendPrediction } from "./predict-append.ts";

export type AppendWarning =
  | { readonly code: "tolerationsReplace"; readonly job: string; readonly count: number }
  | { readonly code: "pruned"; readonly field: string }
  | { readonly code: "text"; readonly text: string };

/** What the draft does beside what it says. */
export function warningsOf(prediction: AppendPrediction): readonly AppendWarning[] {
  const { admission, before, after, plan } = prediction;
  const pruned = admission?.pruned ?? [];
  const known = new Set(before.diagnostics.map(({ code, path }) => `${code} ${path}`));
  return [
    ...lostTolerations(before, after),
    ...pruned
      .filter((field) => field.startsWith(plan.entry.path))
      .map((field) => ({ code: "pruned", field: field.slice(plan.entry.path.length) }) as const),
    ...(admission?.warnings ?? []).map((text) => ({ code: "text", text }) as const),
    ...after.diagnostics
      .filter(({ code, path, severity }) => severity !== "info" && !known.has(`${code} ${path}`))
      .map(({ message }) => ({ code: "text", text: message }) as const),
  ];
}

/** Tolerations are an atomic list: a later one replaces it whole, which is seldom what was meant. */
function lostTolerations(before: RenderResult, after: RenderResult): readonly AppendWarning[] {
  const old = tolerationsByJob(before);
  const next = tolerationsByJob(after);
  return [...old].flatMap(([job, tolerations]) => {
    const kept = next.get(job) ?? [];
    const lost = tolerations.filter((each) => !kept.some((other) => isEqualJson(each, other)));
    return lost.length === 0
      ? []
      : [{ code: "tolerationsReplace", job, count: lost.length } as const];
  });
}

function tolerationsByJob(result: RenderResult) {
  const jobs = objectsIn(jobSetOf(result)?.spec?.["replicatedJobs"]);
  return new Map(
    jobs.map((job) => [
      asString(job["name"]) ?? "",
      asArray(getIn(job, "template", "spec", "template", "spec", "tolerations")) ?? [],
    ]),
  );
}
