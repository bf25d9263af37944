import { jobSetOf, renderAsOf, renderNow } from "#components/preview/render-as-of.ts";
import type { OverrideEntry } from "#lib/dialect/entry.ts";
import { applyJsonPatch } from "#lib/k8s/json-patch.ts";
import { isKubeObject, type KubeObject, toJson } from "#lib/k8s/object.ts";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import { buildTimeline } from "#lib/timeline/build-timeline.ts";
import { neutralOverrides } from "#lib/timeline/neutral-overrides.ts";
import type { FieldTarget } from "#lib/timeline/timeline.ts";
import { asString, objectsIn } from "#lib/util/json.ts";
import { stringifyYaml } from "#lib/yaml/stringify-yaml.ts";
import type { AppendDraft } from "./append-draft.ts";
import type { AppendPrediction } from "./predict-append.ts";

export type NeutralDrafts = {
  /** Each is one entry of its own. */
  readonly drafts: readonly AppendDraft[];
  /** What no entry can undo. */
  readonly remaining: readonly FieldTarget[];
  /** No lane of this person comes late enough in the list to win over the entry. */
  readonly isBeaten: boolean;
};

/** Drafts that undo a stored templateOverrides entry as far as a later entry can; undefined where nothing can be rendered. */
export function neutralDrafts(detail: JobDetail, entry: OverrideEntry): NeutralDrafts | undefined {
  const current = jobSetOf(renderNow(detail));
  const trainJob = withoutEntry(detail.trainJob, entry);
  const without = trainJob === undefined ? undefined : jobSetOf(renderAsOf(detail, { trainJob }));
  if (current === undefined || without === undefined) return undefined;
  const timeline = buildTimeline({ trainJob: detail.trainJob, dialect: detail.dialect });
  const plan = neutralOverrides({ timeline, entryId: entry.id, current, without });
  const manager = laneFor(detail, entry);
  return {
    drafts:
      manager === undefined
        ? []
        : plan.overrides.map(({ kind, override }) => {
            const { targetJobs, ...rest } = override;
            const targets = objectsIn(targetJobs).flatMap(({ name }) => asString(name) ?? []);
            return { manager, kind, targets, text: stringifyYaml(rest), time: "" };
          }),
    remaining: plan.remaining,
    isBeaten: manager === undefined && plan.overrides.length > 0,
  };
}

function withoutEntry(trainJob: KubeObject, { path }: OverrideEntry): KubeObject | undefined {
  const result = applyJsonPatch(toJson(trainJob), [{ op: "remove", path }]);
  return result.ok && isKubeObject(result.value) ? result.value : undefined;
}

/** One's own lane that stands at or after the entry's in the list; a lane that is not there yet comes last. */
function laneFor({ rights, trainJob }: JobDetail, entry: OverrideEntry): string | undefined {
  const lanes = objectsIn(trainJob.spec?.["templateOverrides"]).map(({ manager }) => manager);
  const from = lanes.indexOf(entry.manager ?? "");
  return [...rights.managers]
    .toSorted((a, b) => Number(b === entry.manager) - Number(a === entry.manager))
    .find((manager) => !lanes.includes(manager) || lanes.indexOf(manager) >= from);
}

/** What of a draft no later entry could take back; undefined where nothing can be rendered. */
export function cannotBeUndone(
  { plan, before, after }: AppendPrediction,
  { dialect }: Pick<JobDetail, "dialect">,
): readonly FieldTarget[] | undefined {
  const [current, without] = [jobSetOf(after), jobSetOf(before)];
  if (dialect !== "templateOverrides" || current === undefined || without === undefined)
    return undefined;
  const timeline = buildTimeline({ trainJob: plan.object, dialect });
  return neutralOverrides({ timeline, entryId: plan.entry.id, current, without }).remaining;
}
