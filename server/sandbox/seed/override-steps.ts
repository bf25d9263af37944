import type { JsonObject } from "#lib/util/json.ts";
import { MANAGERS, type SeedStep } from "./job-seed.ts";

type Manager = keyof typeof MANAGERS;
type TextMap = { readonly [key: string]: string };

/** An override of the pods of the job `node`, written `ago` minutes before now by the manager itself. */
export function pods(
  ago: number,
  manager: Manager,
  spec: JsonObject,
  more: { readonly labels?: TextMap; readonly job?: string; readonly writer?: string } = {},
): SeedStep {
  const { labels, job = "node", writer } = more;
  const override = { kind: "pod", targetJobs: [job], labels, spec } as const;
  return { ago, kind: "override", manager: MANAGERS[manager], writer, override };
}

/** Labels and annotations of the JobSet itself, or of the named Job. */
export function metadata(
  ago: number,
  manager: Manager,
  labels: TextMap,
  more: { readonly annotations?: TextMap; readonly job?: string } = {},
): SeedStep {
  const { annotations, job } = more;
  const targetJobs = job === undefined ? undefined : [job];
  const override = { kind: "job", targetJobs, labels, annotations } as const;
  return { ago, kind: "override", manager: MANAGERS[manager], override };
}

export function suspend(ago: number, by?: string): SeedStep {
  return { ago, kind: "suspend", by };
}

export function resume(ago: number, by?: string): SeedStep {
  return { ago, kind: "resume", by };
}

export function inPool(pool: string): JsonObject {
  return { nodeSelector: { pool } };
}

/** Env of a container; overrides may not set it on the reserved names, so it is a sidecar's. */
export function env(container: string, values: TextMap): JsonObject {
  const list = Object.entries(values).map(([name, value]) => ({ name, value }));
  return { containers: [{ name: container, env: list }] };
}

export function tolerate(key: string): JsonObject {
  return { tolerations: [{ key, operator: "Exists", effect: "NoSchedule" }] };
}
