import { expect, test } from "vitest";
import { toJson } from "#lib/k8s/object.ts";
import { render } from "#lib/render/index.ts";
import { asTemplateOverrides } from "../support/as-template-overrides.ts";
import { compareObjects } from "../support/compare-objects.ts";
import { readRandomCases } from "../support/render-fixtures.ts";

test("[R3] the random cases render alike when their patches are written as templateOverrides", () => {
  const cases = [...readRandomCases("v2.3.0"), ...readRandomCases("v2.3.0-modern")];
  expect(cases).toHaveLength(320);
  let rewritten = 0;
  const wrong = cases.flatMap(({ id, policy, runtime, trainJob, objects }) => {
    const other = asTemplateOverrides(trainJob);
    if (other !== trainJob) rewritten += 1;
    const result = render({ runtime, trainJob: other });
    const options = { envByName: policy === "xgboost" };
    return compareObjects(objects, result.objects.map(toJson), options).map(
      (text) => `${id}: ${text}`,
    );
  });
  expect(wrong.slice(0, 10)).toEqual([]);
  expect(wrong).toHaveLength(0);
  expect(rewritten).toBeGreaterThan(150);
});
