import { detectDialect } from "#lib/dialect/dialect-of-object.ts";
import { DIALECTS, type Dialect } from "#lib/dialect/entry.ts";
import { isKubeObject } from "#lib/k8s/object.ts";
import { findFiles } from "./find-files.ts";
import { type ReadObject, readObjects } from "./read-objects.ts";

/**
 * The override API that the files speak: the one that most of their TrainJobs use, of equally many the one that comes
 * first. Undefined when no TrainJob has overrides: any will do.
 */
export function detectFilesDialect(paths: readonly string[]): Dialect | undefined {
  return dialectOfObjects(findFiles(paths).flatMap((file) => readObjects(file).objects));
}

export function dialectOfObjects(objects: readonly ReadObject[]): Dialect | undefined {
  const found = objects.flatMap(({ value }) => {
    const dialect = isKubeObject(value) && isTrainJob(value) ? detectDialect(value) : undefined;
    return dialect === undefined ? [] : [dialect];
  });
  const counted = DIALECTS.filter((dialect) => found.includes(dialect)).toSorted((a, b) => {
    const difference = countOf(found, b) - countOf(found, a);
    return difference === 0 ? found.indexOf(a) - found.indexOf(b) : difference;
  });
  return counted[0];
}

function isTrainJob(object: { readonly apiVersion: string; readonly kind: string }): boolean {
  return object.kind === "TrainJob" && object.apiVersion === "trainer.kubeflow.org/v1alpha1";
}

function countOf(found: readonly Dialect[], dialect: Dialect): number {
  return found.filter((other) => other === dialect).length;
}
