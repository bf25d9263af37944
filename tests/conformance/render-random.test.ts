import { expect, test } from "vitest";
import { toJson } from "#lib/k8s/object.ts";
import { render, type TrainerVersion } from "#lib/render/index.ts";
import { compareObjects } from "../support/compare-objects.ts";
import { readRandomCases } from "../support/render-fixtures.ts";

const FILES: readonly (readonly [string, TrainerVersion, number])[] = [
  ["v2.0.1", "v2.0.1", 80],
  ["v2.1.0", "v2.1.0", 80],
  ["v2.2.0", "v2.2.0", 80],
  ["v2.3.0", "v2.3.0", 240],
  ["v2.3.0-modern", "v2.3.0", 80],
];

for (const [name, trainerVersion, count] of FILES) {
  test(`[R1] all ${count} random cases of ${name} render as the released controller does`, () => {
    const cases = readRandomCases(name);
    expect(cases).toHaveLength(count);
    const wrong = cases.flatMap(({ id, policy, runtime, trainJob, objects }) => {
      const result = render({ runtime, trainJob, trainerVersion });
      const options = { envByName: policy === "xgboost" };
      const differences = compareObjects(objects, result.objects.map(toJson), options);
      const errors = result.diagnostics.filter((finding) => finding.severity === "error");
      return [
        ...differences,
        ...errors.map((error) => `${error.code} ${error.path} ${error.message}`),
      ].map((text) => `${id} ${policy}: ${text}`);
    });
    expect(wrong.slice(0, 10)).toEqual([]);
    expect(wrong).toHaveLength(0);
  });
}
