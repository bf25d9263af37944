import { expect, test } from "vitest";
import { aPodEntry, createOurs, withHistories } from "../../tests/fixtures/admission/requests.ts";
import { explainRefusal } from "./explain-refusal.ts";
import { unknownFieldWarning } from "./unknown-fields.ts";

test("[O4] each cause points at the line that an editor can mark", () => {
  const containers = [{ name: "node", env: [{ name: "A", value: "1" }] }];
  const object = withHistories({ pod: [aPodEntry(undefined, { spec: { containers } })] });
  const result = createOurs(object);
  const causes = result.admitted ? [] : result.causes;
  const pointer = "/spec/templateOverrides/0/pod/0/spec/containers/0/env";
  expect(explainRefusal(causes)).toMatchObject([{ pointer }]);
  expect(explainRefusal(causes, object)).toMatchObject([{ pointer }]);
});

test("a cause without a place in the object points at the nearest thing above", () => {
  const cause = {
    reason: "FieldValueInvalid",
    field: "spec.templateOverrides[0].pod[0].time",
    message: "",
  };
  const object = withHistories({ pod: [aPodEntry(undefined)] });
  expect(explainRefusal([cause], object)[0]?.pointer).toBe("/spec/templateOverrides/0/pod/0");
});

test("where Trainer names only the list of patches, the env that it means is found", () => {
  const patch = (manager: string, ...names: string[]) => ({
    manager,
    trainingRuntimeSpec: { template: { spec: { replicatedJobs: [jobOf(names)] } } },
  });
  const jobOf = (names: string[]) => {
    const containers = names.map((name) => ({ name, env: [{ name: "A", value: "1" }] }));
    return { name: "node", template: { spec: { template: { spec: { containers } } } } };
  };
  const object = {
    ...withHistories({}),
    spec: { runtimePatches: [patch("a.io/x", "agent"), patch("a.io/y", "agent", "node")] },
  };
  const sentence =
    "must not have envs for the dataset-initializer, model-initializer, node containers";
  const cause = { reason: "FieldValueInvalid", field: "spec.runtimePatches" };
  const causes = [{ ...cause, message: `Invalid value: [{"manager":"a.io/x"}]: ${sentence}` }];
  expect(explainRefusal(causes, object)).toMatchObject([
    {
      message: `Forbidden: ${sentence}`,
      pointer:
        "/spec/runtimePatches/1/trainingRuntimeSpec/template/spec/replicatedJobs/0/template/spec/template/spec/containers/1/env",
    },
  ]);
});

test("an unknown field is told as the API server tells it", () => {
  expect(unknownFieldWarning("/spec/runtimePatches/0/targetJobs")).toBe(
    'unknown field "spec.runtimePatches[0].targetJobs"',
  );
});
