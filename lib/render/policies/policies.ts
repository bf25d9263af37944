import { objectField } from "../node.ts";
import type { Scope } from "../scope.ts";
import type { PolicyName } from "../version-rules.ts";
import { applyFlux } from "./flux.ts";
import { applyJax } from "./jax.ts";
import { applyMpi } from "./mpi.ts";
import { applyPlain } from "./plain.ts";
import { applyTorch } from "./torch.ts";
import { applyXgboost } from "./xgboost.ts";

export function hasPolicy(scope: Scope, name: PolicyName): boolean {
  return scope.rules.policies.includes(name) && objectField(scope.mlPolicy, name) !== undefined;
}

/** Upstream's order is random where it does not matter; here flux reads the trainer's env before plain writes it. */
export function applyPolicies(scope: Scope): void {
  if (hasPolicy(scope, "torch")) applyTorch(scope);
  if (hasPolicy(scope, "mpi")) applyMpi(scope);
  if (hasPolicy(scope, "jax")) applyJax(scope);
  if (hasPolicy(scope, "flux")) applyFlux(scope);
  const isPlain =
    !hasPolicy(scope, "torch") && !hasPolicy(scope, "mpi") && !hasPolicy(scope, "jax");
  if (isPlain) applyPlain(scope);
  if (hasPolicy(scope, "xgboost")) applyXgboost(scope);
}
