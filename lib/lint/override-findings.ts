import { RESERVED_ENV_MESSAGE, setsReservedEnv } from "../admission/runtime-names.ts";
import type { OverrideEntry } from "../dialect/entry.ts";
import { entryLabel } from "../dialect/entry-label.ts";
import { partsOf } from "../dialect/entry-parts.ts";
import { readEntries } from "../dialect/read-entries.ts";
import { buildTimeline } from "../timeline/build-timeline.ts";
import { asArray } from "../util/json.ts";
import { joinPointer } from "../util/pointer.ts";
import type { LintContext } from "./lint-context.ts";
import { jobsOf, placed } from "./rendered-jobs.ts";

/** What overrides do to each other and to the runtime. */
export function overrideFindings(context: LintContext): void {
  const { object, dialect } = context.input;
  const entries = readEntries(object, dialect);
  for (const entry of entries) reservedEnv(context, entry);
  replacedTolerations(context, entries);
  conflicts(context);
}

/** The webhook tells it for regular containers, when nothing before it was wrong. */
function reservedEnv({ admission, report }: LintContext, entry: OverrideEntry): void {
  const isTold =
    !admission.admitted &&
    admission.causes.some(({ message }) => message.includes(RESERVED_ENV_MESSAGE));
  for (const { podSpec } of partsOf(entry).jobs) {
    if (podSpec === undefined || isTold) continue;
    for (const list of ["initContainers", "containers"]) {
      for (const { value, path } of placed(podSpec.value[list], joinPointer(podSpec.path, list))) {
        if (setsReservedEnv(value))
          report("RESERVED_ENV", joinPointer(path, "env"), RESERVED_ENV_MESSAGE);
      }
    }
  }
}

function replacedTolerations(context: LintContext, entries: readonly OverrideEntry[]): void {
  const { runtime } = context.input;
  const holders = new Map<string, string>();
  for (const job of jobsOf(runtime, "/spec/template"))
    if (isFilled(asArray(job.podSpec["tolerations"]))) holders.set(job.name, "the runtime");
  for (const entry of entries) {
    for (const { name, podSpec } of partsOf(entry).jobs) {
      if (podSpec === undefined || !isFilled(asArray(podSpec.value["tolerations"]))) continue;
      const holder = holders.get(name);
      if (holder !== undefined)
        context.report(
          "TOLERATIONS_REPLACED",
          joinPointer(podSpec.path, "tolerations"),
          `tolerations do not merge: those of ${holder} for job ${name} are gone; repeat what is still needed`,
        );
      holders.set(name, entryLabel(entry));
    }
  }
}

function isFilled(list: readonly unknown[] | undefined): boolean {
  return list !== undefined && list.length > 0;
}

function conflicts({ input, report }: LintContext): void {
  const { object, dialect, now } = input;
  const timeline = buildTimeline({ trainJob: object, dialect, now });
  const byId = new Map(timeline.entries.map(({ entry }) => [entry.id, entry]));
  const nameOf = (id: string) => {
    const entry = byId.get(id);
    return entry === undefined ? id : entryLabel(entry);
  };
  for (const { target, winner, losers, isSameValue } of timeline.conflicts) {
    // Tolerations are told with what they replace.
    if (isSameValue || target.pointer === "/tolerations") continue;
    const job = target.job === undefined ? "" : ` of job ${target.job}`;
    for (const loser of losers) {
      const lost = timeline.entries
        .find(({ entry }) => entry.id === loser)
        ?.fields.find(({ target: key }) => key === target.key);
      report(
        "OVERRIDE_CONFLICT",
        lost?.path ?? "",
        `${target.label}${job}: ${nameOf(winner)} wins over ${nameOf(loser)}`,
      );
    }
  }
  for (const { code, entryId, params } of timeline.anomalies) {
    if (code !== "beatsKueue") continue;
    const { field, job, manager, kueue } = params;
    const path = byId.get(entryId ?? "")?.path ?? "";
    report("KUEUE_OVERRIDDEN", path, `${field} of job ${job}: ${manager} wins over ${kueue}`);
  }
}
