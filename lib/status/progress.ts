import type { KubeObject } from "../k8s/object.ts";
import { asObject, asString, type Json, objectsIn } from "../util/json.ts";
import { toMilliseconds } from "./condition.ts";

export type Progress = {
  /** 0 to 100, whole. */
  readonly percent?: number | undefined;
  readonly remainingSeconds?: number | undefined;
  readonly updatedAt?: string | undefined;
  /** The training reports every few seconds; silence for ten minutes makes the values history. */
  readonly isStale: boolean;
};

/** `value` is the text as reported; `number` where it is one that can be drawn (no NaN, no infinity). */
export type Metric = {
  readonly name: string;
  readonly value: string;
  readonly number?: number | undefined;
};

const STALE_MS = 10 * 60 * 1000;

/** From `status.trainerStatus`; values out of range are clamped, numbers written as text are read, nonsense is left out. */
export function readProgress(trainJob: KubeObject, now: number): Progress | undefined {
  const reported = asObject(trainJob.status?.["trainerStatus"]);
  if (reported === undefined) return undefined;
  const percent = toNumber(reported["progressPercentage"]);
  const remaining = toNumber(reported["estimatedRemainingSeconds"]);
  const updatedAt = asString(reported["lastUpdatedTime"]);
  const updated = toMilliseconds(updatedAt);
  return {
    percent: percent === undefined ? undefined : Math.round(Math.min(100, Math.max(0, percent))),
    remainingSeconds: remaining === undefined ? undefined : Math.round(Math.max(0, remaining)),
    updatedAt: updated === undefined ? undefined : updatedAt,
    isStale: updated === undefined || now - updated > STALE_MS,
  };
}

/** The reported metrics in their order. */
export function readMetrics(trainJob: KubeObject): readonly Metric[] {
  const reported = asObject(trainJob.status?.["trainerStatus"]);
  return objectsIn(reported?.["metrics"]).flatMap((metric) => {
    const name = asString(metric["name"]);
    const value = metric["value"];
    if (name === undefined || (typeof value !== "string" && typeof value !== "number")) return [];
    return [{ name, value: String(value), number: toNumber(value) }];
  });
}

function toNumber(value: Json | undefined): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const parsed = Number(value.trim().replace(/%$/, ""));
  return Number.isFinite(parsed) ? parsed : undefined;
}
