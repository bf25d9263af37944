import { trainerContainer } from "../jobs.ts";
import type { Scope } from "../scope.ts";
import { upsertEnvList } from "../upsert.ts";
import { applyNumNodes } from "./node-count.ts";

export function applyPlain(scope: Scope): void {
  applyNumNodes(scope, scope.pen("policy", "plain"));
  const container = trainerContainer(scope.jobs);
  if (container === undefined) return;
  upsertEnvList(container, scope.trainer?.env ?? []);
}
