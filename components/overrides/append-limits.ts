import { HISTORY_LIMIT, MANAGERS_LIMIT, sizeFinding } from "#lib/admission/size-limits.ts";
import type { AppendPlan } from "#lib/dialect/append.ts";
import { readEntries } from "#lib/dialect/read-entries.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import { objectsIn } from "#lib/util/json.ts";
import type { AppendDraft } from "./append-draft.ts";

/**
 * entries: the history is full; managers: the list has no room for a further lane; size: the API server would refuse the
 * object; managedFields: it would take it and drop who wrote what.
 */
export type AppendLimit = {
  readonly code: "entries" | "managers" | "size" | "managedFields";
  readonly limit: number;
};

/** What the draft runs into however it is written; the hardest first. */
export function appendLimit(
  { trainJob, dialect }: Pick<JobDetail, "trainJob" | "dialect">,
  draft: Pick<AppendDraft, "manager" | "kind">,
  plan: Pick<AppendPlan, "object"> | undefined,
): AppendLimit | undefined {
  const full = fullList(trainJob, dialect, draft);
  if (full !== undefined || plan === undefined) return full;
  const finding = sizeFinding(trainJob, plan.object);
  if (finding === undefined) return undefined;
  return { code: finding.state === "refused" ? "size" : "managedFields", limit: 0 };
}

function fullList(
  trainJob: KubeObject,
  dialect: JobDetail["dialect"],
  { manager, kind }: Pick<AppendDraft, "manager" | "kind">,
): AppendLimit | undefined {
  if (dialect !== "templateOverrides") return undefined;
  const lanes = objectsIn(trainJob.spec?.["templateOverrides"]);
  if (!lanes.some((lane) => lane["manager"] === manager))
    return lanes.length >= MANAGERS_LIMIT ? { code: "managers", limit: MANAGERS_LIMIT } : undefined;
  const own = readEntries(trainJob, dialect).filter(
    (entry) => entry.manager === manager && entry.kind === kind,
  );
  return own.length >= HISTORY_LIMIT ? { code: "entries", limit: HISTORY_LIMIT } : undefined;
}
