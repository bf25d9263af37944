import type { KubeObject } from "../k8s/object.ts";
import { DIALECTS, type Dialect } from "./entry.ts";

/**
 * The dialect whose field the TrainJob has; undefined when it has none.
 * A served object has at most one; in a file with several the newest one counts.
 */
export function detectDialect(trainJob: KubeObject): Dialect | undefined {
  return DIALECTS.findLast((dialect) => {
    const list = trainJob.spec?.[dialect];
    return list !== undefined && list !== null;
  });
}
