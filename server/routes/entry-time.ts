import { buildAppend } from "#lib/dialect/append.ts";
import { chooseTime } from "#lib/dialect/append-time.ts";
import type { OverrideEntry } from "#lib/dialect/entry.ts";
import { readEntries } from "#lib/dialect/read-entries.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { isKubeObject, type KubeObject, toJson } from "#lib/k8s/object.ts";
import type { AppendRequest } from "#lib/protocol/overrides.ts";
import { applyDefaults } from "#lib/schema/defaults.ts";
import { prune } from "#lib/schema/prune.ts";
import { isEqualJson, type JsonObject } from "#lib/util/json.ts";
import type { Services } from "./services.ts";

/** A time for a new entry, or the equal entry that is stored at the requested time already (an append sent twice). */
export type ChosenEntry = { readonly time: string } | { readonly stored: OverrideEntry };

export function chooseEntryTime(
  services: Services,
  trainJob: KubeObject,
  manager: string,
  request: AppendRequest,
): ChosenEntry {
  const { kind, time: requested } = request;
  const chosen = chooseTime({ trainJob, manager, kind, requested, now: services.now() });
  if ("time" in chosen) return chosen;
  const { newest, equalEntry } = chosen;
  switch (chosen.error) {
    case "taken":
      if (equalEntry !== undefined && isSameEntry(services, trainJob, manager, request, equalEntry))
        return { stored: equalEntry };
      throw new AppError("TIME_TAKEN", { extra: { trainJob, newest } });
    case "notLater":
      throw new AppError("TIME_NOT_LATER", { extra: { trainJob, newest } });
    case "malformed":
      throw invalidTime("an instant such as 2026-05-01T15:20:00Z");
    case "tooLate":
      throw invalidTime("at most 5 s ahead of the server, or 1 s after the newest entry");
  }
}

function invalidTime(message: string): AppError {
  return new AppError("INVALID", { errors: [{ pointer: "/time", message }] });
}

/** Compared as the API server would store it: unknown fields dropped, defaults filled. */
function isSameEntry(
  services: Services,
  trainJob: KubeObject,
  manager: string,
  request: AppendRequest,
  stored: OverrideEntry,
): boolean {
  if (stored.kind !== request.kind) return false;
  const { time: _time, manager: _manager, ...plain } = request.override;
  if (isEqualJson(stored.change, plain)) return true;
  return isEqualJson(stored.change, asStored(services, trainJob, manager, request));
}

function asStored(
  services: Services,
  trainJob: KubeObject,
  manager: string,
  request: AppendRequest,
): JsonObject | undefined {
  const { kind, override } = request;
  const empty: KubeObject = {
    ...trainJob,
    spec: { ...trainJob.spec, templateOverrides: undefined },
  };
  const time = "2000-01-01T00:00:00Z";
  const plan = buildAppend({
    trainJob: empty,
    dialect: "templateOverrides",
    manager,
    kind,
    override,
    time,
  });
  const schema = services.cluster.structural.TrainJob;
  const object = applyDefaults(schema, prune(schema, toJson(plan.object)).value);
  return isKubeObject(object) ? readEntries(object, "templateOverrides")[0]?.change : undefined;
}
