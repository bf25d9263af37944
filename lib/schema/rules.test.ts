import { expect, test } from "vitest";
import type { Json, JsonObject } from "../util/json.ts";
import { uncheckedRulesOf } from "./compiled-rules.ts";
import { toErrorText } from "./field-error.ts";
import { allSchemas } from "./generated/all.ts";
import { validateRules } from "./rules.ts";
import {
  parseStructuralSchema,
  type StructuralSchema,
  type ValidationRule,
} from "./structural-schema.ts";

function texts(
  schema: StructuralSchema,
  rule: ValidationRule | string,
  value: Json,
  old?: Json,
): readonly string[] {
  const rules = [typeof rule === "string" ? { rule, message: "no" } : rule];
  const root: StructuralSchema = {
    type: "object",
    properties: { a: { ...schema, "x-kubernetes-validations": rules } },
  };
  const oldRoot = old === undefined ? undefined : { a: old };
  return validateRules(root, { a: value }, oldRoot).map(toErrorText);
}

const INTEGER = { type: "integer" } as const;
const STRING = { type: "string" } as const;

test("integers are CEL ints; scalars are shown, structures are not", () => {
  expect(texts(INTEGER, "self >= 1", 1)).toEqual([]);
  expect(texts(INTEGER, "self >= 1", 0)).toEqual(["a: Invalid value: 0: no"]);
  expect(texts(STRING, "self == 'x'", 'y"')).toEqual(['a: Invalid value: "y\\"": no']);
  const object: StructuralSchema = { type: "object", properties: { n: INTEGER } };
  expect(texts(object, "self.n * 2 == 4", { n: 2 })).toEqual([]);
  expect(texts(object, "self.n * 2 == 4", { n: 3 })).toEqual(["a: Invalid value: no"]);
});

test("a rule at the root stands at <nil>", () => {
  const schema: StructuralSchema = {
    type: "object",
    "x-kubernetes-validations": [{ rule: "size(self.metadata.name) <= 3", message: "long" }],
  };
  expect(validateRules(schema, { metadata: { name: "four" } }).map(toErrorText)).toEqual([
    "<nil>: Invalid value: long",
  ]);
});

test("transition rules run only where an old value exists", () => {
  expect(texts(STRING, "self == oldSelf", "x")).toEqual([]);
  expect(texts(STRING, "self == oldSelf", "x", "x")).toEqual([]);
  expect(texts(STRING, "self == oldSelf", "y", "x")).toEqual(['a: Invalid value: "y": no']);
});

const named = (rules: readonly ValidationRule[], type: "map" | "atomic"): StructuralSchema => ({
  type: "array",
  "x-kubernetes-list-type": type,
  ...(type === "map" ? { "x-kubernetes-list-map-keys": ["name"] } : {}),
  items: {
    type: "object",
    properties: { name: STRING, n: INTEGER },
    "x-kubernetes-validations": rules,
  },
});

test("items of list-maps find their old value by key, items of other lists have none", () => {
  const rules = [{ rule: "self == oldSelf", message: "fixed" }];
  const run = (type: "map" | "atomic", value: JsonObject[], old: JsonObject[]) =>
    validateRules(named(rules, type), value, old).map(toErrorText);
  const [x, y] = [
    { name: "x", n: 1 },
    { name: "y", n: 1 },
  ];
  expect(run("map", [y, x], [x, y])).toEqual([]);
  expect(run("map", [y, { ...x, n: 2 }], [x, y])).toEqual(["[1]: Invalid value: fixed"]);
  expect(run("atomic", [{ ...x, n: 2 }], [x])).toEqual([]);
});

test("immutability takes list-maps as equal in any order, and atomic lists not", () => {
  const [x, y] = [{ name: "x" }, { name: "y" }];
  expect(texts(named([], "map"), "self == oldSelf", [y, x], [x, y])).toEqual([]);
  expect(texts(named([], "atomic"), "self == oldSelf", [y, x], [x, y])).toHaveLength(1);
});

test("a rule without oldSelf is let be on an unchanged value", () => {
  expect(texts(INTEGER, "self >= 1", 0, 0)).toEqual([]);
  expect(texts(INTEGER, "self >= 1", 0, -1)).toHaveLength(1);
});

test("reasons, field paths and message expressions", () => {
  const object: StructuralSchema = { type: "object", properties: { n: INTEGER } };
  const rule = { rule: "self.n > 1", fieldPath: ".n", reason: "FieldValueForbidden" };
  expect(texts(object, { ...rule, message: "small" }, { n: 0 })).toEqual(["a.n: Forbidden: small"]);
  const spoken = { rule: "self.n > 1", messageExpression: "'n is ' + string(self.n)" };
  expect(texts(object, spoken, { n: 0 })).toEqual(["a: Invalid value: n is 0"]);
  expect(texts(object, { rule: "self.n > 1" }, { n: 0 })).toEqual([
    "a: Invalid value: failed rule: self.n > 1",
  ]);
});

test("an evaluation error is a finding, an expression that cannot be compiled is not checked", () => {
  expect(texts({ type: "object" }, "self.missing == 1", {})[0]).toContain("rule evaluation error");
  expect(texts(STRING, "this is not CEL", "x")).toEqual([]);
});

test("every rule of every served schema is checked", () => {
  for (const schemas of Object.values(allSchemas))
    for (const schema of Object.values(schemas))
      expect(uncheckedRulesOf(parseStructuralSchema(schema))).toEqual([]);
});
