import type { KubeObject } from "../k8s/object.ts";
import { toMilliseconds } from "./condition.ts";
import { type EventFacts, newestWarning } from "./event-facts.ts";

const FAILED_REASON = "TrainJobResourcesCreationFailed";

/**
 * A failing reconcile repeats its event at least this often (the controller's backoff ends at about 17 minutes):
 * an older one is history.
 */
const STILL_FAILING_MS = 20 * 60 * 1000;

/** Field managers under which the two controllers apply JobSets. */
const APPLIERS = ["trainer", "trainer-dashboard-controller"];

/** The event with which the controller says that applying failed, where nothing was applied since. */
export function applyFailure(
  events: readonly KubeObject[] | undefined,
  jobSet: KubeObject | undefined,
  now: number,
): EventFacts | undefined {
  const failure = newestWarning(
    events,
    ({ kind, reason }) => reason === FAILED_REASON && (kind === "TrainJob" || kind === ""),
  );
  if (failure === undefined || now - failure.at > STILL_FAILING_MS) return undefined;
  const applied = lastApply(jobSet);
  return applied !== undefined && applied > failure.at ? undefined : failure;
}

function lastApply(jobSet: KubeObject | undefined): number | undefined {
  const times = (jobSet?.metadata.managedFields ?? [])
    .filter(({ manager, subresource }) => APPLIERS.includes(manager ?? "") && !subresource)
    .flatMap(({ time }) => toMilliseconds(time) ?? []);
  return times.length === 0 ? undefined : Math.max(...times);
}
