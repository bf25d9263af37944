import { trainerContainer } from "../jobs.ts";
import type { Scope } from "../scope.ts";
import { upsertEnv } from "../upsert.ts";
import { applyNumNodes } from "./node-count.ts";

export function applyPlain(scope: Scope): void {
  applyNumNodes(scope, scope.pen("policy", "plain"));
  const container = trainerContainer(scope.jobs);
  if (container === undefined) return;
  for (const entry of scope.trainer?.env ?? []) upsertEnv(container, entry);
}
