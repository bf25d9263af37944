import type { FieldError } from "../schema/field-error.ts";
import { toGoValue } from "../schema/go-value.ts";
import { toKubeTime } from "../util/clock.ts";
import { isEqualJson } from "../util/json.ts";
import { checkManager } from "./manager-format.ts";
import type { DialectRules, Findings, RuleContext } from "./rule-context.ts";
import { checkSuspension } from "./suspension-rule.ts";
import {
  type HistoryEntry,
  historyEntries,
  managerNames,
  newEntries,
  newestByManager,
} from "./template-histories.ts";
import { checkTargets } from "./template-override-targets.ts";
import { fillTemplateTimes } from "./template-override-times.ts";

const FIELD = "spec.templateOverrides";
const MODIFIED = "existing entries cannot be modified or removed in template overrides";
/** How far a client's clock may run ahead of ours, in seconds. */
const AHEAD = 5;

/** The webhook rules of templateOverrides; see SPEC.md. */
export const templateOverrideRules: DialectRules = {
  fillTimes: fillTemplateTimes,
  needsRuntime: (context) => context.old === undefined || addedEntries(context).length > 0,
  check: checkTemplateOverrides,
};

function addedEntries({ object, old }: RuleContext): readonly HistoryEntry[] {
  return newEntries(historyEntries(object), historyEntries(old));
}

function checkTemplateOverrides(context: RuleContext): Findings {
  const { object, old, request } = context;
  const added = addedEntries(context);
  const errors: FieldError[] = [];
  if (old !== undefined) {
    errors.push(...checkAppendOnly(context));
    if (isChanged(context, added))
      errors.push(
        ...checkSuspension(context, {
          noun: "TemplateOverrides",
          field: FIELD,
          beforeCounts: true,
        }),
      );
    errors.push(...checkAddedTimes(context, added));
  }
  errors.push(...checkInstants(historyEntries(object), added));
  const known = new Set(managerNames(old));
  managerNames(object).forEach((manager, index) => {
    if (!known.has(manager)) errors.push(...checkManager(manager, `${FIELD}[${index}].manager`));
  });
  errors.push(...checkTargets(added, request.runtime));
  return { errors, warnings: old === undefined ? futureWarnings(added, request.now) : [] };
}

/** The order of entries inside a history means nothing; anything else is a change. */
function isChanged({ object, old }: RuleContext, added: readonly HistoryEntry[]): boolean {
  return added.length > 0 || !isEqualJson([...managerNames(object)], [...managerNames(old)]);
}

/** What CEL cannot see: the order of managers and of lists inside a stored entry. Also holds where CEL was gone around. */
function checkAppendOnly({ object, old }: RuleContext): readonly FieldError[] {
  const errors: FieldError[] = [];
  const [before, after] = [managerNames(old), managerNames(object)];
  if (before.some((manager) => !after.includes(manager)))
    errors.push({
      type: "Forbidden",
      field: FIELD,
      message: "managers cannot be removed from template overrides",
    });
  else if (before.some((manager, index) => after[index] !== manager))
    errors.push({
      type: "Forbidden",
      field: FIELD,
      message: "existing managers keep their order in template overrides, new ones come last",
    });
  const now = new Map(historyEntries(object).map((entry) => [entry.key, entry]));
  for (const stored of historyEntries(old)) {
    const kept = now.get(stored.key);
    const field =
      kept?.field ?? `${FIELD}[${Math.max(after.indexOf(stored.manager), 0)}].${stored.history}`;
    if (kept === undefined && !after.includes(stored.manager)) continue;
    if (kept === undefined || !isEqualJson(kept.entry, stored.entry))
      errors.push({ type: "Forbidden", field, message: MODIFIED });
  }
  return errors;
}

/**
 * A new entry is later than everything that the manager has stored, and not further ahead than the clock's tolerance or one
 * second after the entry before it (which is how filled times of one request follow each other).
 */
function checkAddedTimes(
  { old, request }: RuleContext,
  added: readonly HistoryEntry[],
): readonly FieldError[] {
  const newest = newestByManager(historyEntries(old));
  const errors: FieldError[] = [];
  const latest = Math.floor(request.now / 1000) + AHEAD;
  const last = new Map(newest);
  const inTime = added
    .filter((entry) => entry.instant !== undefined)
    .sort((a, b) => (a.instant ?? 0) - (b.instant ?? 0));
  for (const { manager, instant, entry, field } of inTime) {
    const stored = newest.get(manager);
    const previous = last.get(manager);
    const limit = previous === undefined ? latest : Math.max(latest, previous + 1);
    const at = {
      type: "Invalid",
      field: `${field}.time`,
      value: toGoValue(entry["time"]),
    } as const;
    if (instant === undefined) continue;
    if (stored !== undefined && instant <= stored)
      errors.push({
        ...at,
        message: `must be later than the manager's newest entry ${toKubeTime(stored * 1000)}`,
      });
    else if (instant > limit)
      errors.push({ ...at, message: `must not be later than ${toKubeTime(limit * 1000)}` });
    else last.set(manager, instant);
  }
  return errors;
}

/** Each instant once per manager, over both histories. Speaks of new entries only. */
function checkInstants(
  entries: readonly HistoryEntry[],
  added: readonly HistoryEntry[],
): readonly FieldError[] {
  const isAdded = new Set(added.map((entry) => entry.field));
  const seen = new Map<string, HistoryEntry>();
  const errors: FieldError[] = [];
  for (const entry of entries) {
    if (entry.instant === undefined) continue;
    const first = seen.get(entry.moment);
    if (first === undefined) {
      seen.set(entry.moment, entry);
      continue;
    }
    const culprit = isAdded.has(entry.field) ? entry : first;
    if (isAdded.has(culprit.field))
      errors.push({
        type: "Duplicate",
        field: `${culprit.field}.time`,
        value: toGoValue(culprit.entry["time"]),
        message: "",
      });
  }
  return errors;
}

function futureWarnings(added: readonly HistoryEntry[], now: number): readonly string[] {
  const latest = Math.floor(now / 1000) + AHEAD;
  return added
    .filter((entry) => entry.instant !== undefined && entry.instant > latest)
    .map(
      (entry) =>
        `${entry.field}.time: ${toKubeTime((entry.instant ?? 0) * 1000)} is in the future; later entries of ${JSON.stringify(entry.manager)} must come after it`,
    );
}
