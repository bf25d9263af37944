import { convertOverrides } from "#lib/dialect/convert-overrides.ts";
import { detectDialect } from "#lib/dialect/dialect-of-object.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { type RenderResult, render, type TrainerVersion } from "#lib/render/index.ts";
import { toKubeTime } from "#lib/util/clock.ts";
import type { Diagnostic } from "#lib/util/diagnostic.ts";
import type { Subject } from "./diff-pairs.ts";
import { parseYaml } from "./input-file.ts";
import { isServed, releasedDialect } from "./serving.ts";

/** Whose converted overrides are that have no manager. */
export const CONVERTED_MANAGER = "trainer-dashboard.kubeflow.org/converted";

/** Renders in a version; overrides in another API than it serves are converted first, with what that loses. */
export function renderSubject(
  { trainJob, runtime }: Subject,
  version: TrainerVersion,
  now: number,
): Pick<RenderResult, "objects" | "diagnostics"> {
  const { object, losses } = inServedDialect(trainJob, version, now);
  const result = render({ trainJob: object, runtime, trainerVersion: version, parseYaml });
  return { objects: result.objects, diagnostics: [...losses, ...result.diagnostics] };
}

function inServedDialect(
  trainJob: KubeObject,
  version: TrainerVersion,
  now: number,
): { readonly object: KubeObject; readonly losses: readonly Diagnostic[] } {
  const from = detectDialect(trainJob);
  if (from === undefined || isServed(from, version)) return { object: trainJob, losses: [] };
  return convertOverrides({
    trainJob,
    from,
    to: releasedDialect(version),
    manager: CONVERTED_MANAGER,
    time: toKubeTime(now),
  });
}
