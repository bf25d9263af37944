import { expect, test } from "vitest";
import {
  checkDnsLabel,
  checkDnsSubdomain,
  checkEnvName,
  checkFieldPath,
  checkHostPath,
  checkLabelKey,
  checkLabelValue,
  checkMountPath,
  checkNodeExpression,
  checkNumber,
  checkQuantity,
  checkSubPath,
  checkToleration,
  duplicatesIn,
  type FieldProblem,
} from "./check-field.ts";
import { checkForm } from "./check-form.ts";
import { readForm } from "./read-form.ts";

type Case = readonly [check: (value: string) => readonly FieldProblem[], fine: string, bad: string];

const CASES: Readonly<Record<string, Case>> = {
  labelKey: [checkLabelKey, "a.io/Pool_1", "a/b/c"],
  labelValue: [checkLabelValue, "", "-a"],
  tooLong: [checkLabelValue, "x".repeat(63), "x".repeat(64)],
  dnsLabel: [checkDnsLabel, "a-1", "A"],
  dnsSubdomain: [checkDnsSubdomain, "a.b-1", "a_b"],
  envName: [checkEnvName, "A_1", "A=B"],
  envNameUnusual: [checkEnvName, "_a", "1 a"],
  quantity: [checkQuantity, "10Gi", "10 GB"],
  pathNotAbsolute: [checkMountPath, "/data", "data"],
  pathColon: [checkMountPath, "/a-b", "/a:b"],
  pathNotRelative: [checkSubPath, "a/b", "/a"],
  pathGoesUp: [checkHostPath, "/a/..b", "/a/../b"],
  fieldPath: [checkFieldPath, "metadata.labels['a/b']", "spec.hostname"],
  required: [checkDnsSubdomain, "a", ""],
};

test("each check takes what is right and names what is wrong", () => {
  for (const [code, [check, fine, bad]] of Object.entries(CASES)) {
    expect(check(fine), code).toEqual([]);
    expect(
      check(bad).map((each) => each.code),
      code,
    ).toContain(code);
  }
});

test("a toleration is checked as a whole", () => {
  const codes = (effect: string, seconds?: number) =>
    checkToleration({ kind: "exists", key: "a", effect, seconds }).map(({ code }) => code);
  expect(codes("NoExecute", 5)).toEqual([]);
  expect(codes("NoSchedule", 5)).toEqual(["secondsNeedNoExecute"]);
  expect(codes("Never")).toEqual(["effect"]);
});

test("an expression has the values that its operator needs", () => {
  const codes = (operator: string, ...values: readonly string[]) =>
    checkNodeExpression({ key: "a", operator, values }).map(({ code }) => code);
  expect([codes("In", "x"), codes("Exists"), codes("Gt", "5")]).toEqual([[], [], []]);
  expect(codes("NotIn")).toEqual(["valuesNeeded"]);
  expect(codes("DoesNotExist", "x")).toEqual(["valuesForbidden"]);
  expect(codes("Lt", "x")).toEqual(["valuesNeeded"]);
  expect(codes("Equals", "x")).toEqual(["operator"]);
});

test("numbers are whole and within their limits", () => {
  expect(checkNumber(undefined, 0, 9)).toEqual([]);
  expect(checkNumber(9, 0, 9)).toEqual([]);
  for (const value of [-1, 10, 1.5]) expect(checkNumber(value, 0, 9)).toHaveLength(1);
});

test("the second of two equal keys is the duplicate", () => {
  expect(duplicatesIn(["a", "", "b", "a", ""])).toEqual([3]);
});

test("problems of a form stand at their place in the text", () => {
  const text = `template:
  spec:
    replicatedJobs:
    - name: node
      template:
        spec:
          template:
            metadata: {labels: {"a b": x}}
            spec:
              containers:
              - name: side
                env: [{name: A, value: x}, {name: A, value: z}]
                volumeMounts: [{name: v, mountPath: data}]
              affinity:
                nodeAffinity:
                  preferredDuringSchedulingIgnoredDuringExecution:
                  - {weight: 0, preference: {matchExpressions: [{key: a, operator: Exists}]}}
`;
  const { model } = readForm(text, { dialect: "runtimePatches", kind: "pod" });
  const found = model === undefined ? [] : checkForm(model);
  const base = "/template/spec/replicatedJobs/0/template/spec/template";
  expect(found.map(({ pointer, code }) => [pointer.slice(base.length), code])).toEqual([
    ["/metadata/labels/a b", "labelKey"],
    ["/spec/affinity/nodeAffinity/preferredDuringSchedulingIgnoredDuringExecution/0", "number"],
    ["/spec/containers/0/env/1", "duplicate"],
    ["/spec/containers/0/volumeMounts/0", "pathNotAbsolute"],
  ]);
});
