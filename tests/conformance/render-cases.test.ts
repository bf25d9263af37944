import { expect, test } from "vitest";
import { toJson } from "#lib/k8s/object.ts";
import { render } from "#lib/render/index.ts";
import { compareObjects } from "../support/compare-objects.ts";
import { parseYaml, readHandMadeCases } from "../support/render-fixtures.ts";

/** Behind a feature gate that is off by default. */
const NOT_RENDERED = ["48-trainjob-status-feature-gate.yaml"];
/** Lists only the object that it is about. */
const PARTIAL = "49-pod-group-restartable-init-container.yaml";
const CASES = readHandMadeCases().filter(({ file }) => !NOT_RENDERED.includes(file));

test("[R2] every hand-made case is there", () => {
  expect(CASES.filter(({ version }) => version === "v2.3.0")).toHaveLength(47);
  expect(CASES.length).toBeGreaterThan(100);
});

for (const { file, version, runtime, trainJob, existing, objects } of CASES) {
  test(`[R2] ${file.replace(".yaml", "")} in ${version}`, () => {
    const result = render({ runtime, trainJob, existing, parseYaml, trainerVersion: version });
    const options = { envByName: file.includes("xgboost") };
    const rendered = result.objects.map(toJson);
    const actual = file === PARTIAL ? rendered.filter(({ kind }) => kind === "PodGroup") : rendered;
    expect(compareObjects(objects, actual, options)).toEqual([]);
  });
}
