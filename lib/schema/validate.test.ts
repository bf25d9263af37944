import { expect, test } from "vitest";
import type { Json } from "../util/json.ts";
import { toCauses, toErrorText } from "./field-error.ts";
import type { StructuralSchema } from "./structural-schema.ts";
import { rulesNotChecked, validateStructure } from "./validate.ts";

function texts(schema: StructuralSchema, value: Json, old?: Json): readonly string[] {
  const root = { type: "object", properties: { a: schema } } as const;
  const oldRoot = old === undefined ? undefined : { a: old };
  return validateStructure(root, { a: value }, oldRoot).map(toErrorText);
}

test("types are told with the API server's names, null and formats included", () => {
  expect(texts({ type: "string" }, 1)).toEqual([
    'a: Invalid value: "integer": a in body must be of type string: "integer"',
  ]);
  expect(texts({ type: "array", items: {} }, {})).toEqual([
    'a: Invalid value: "object": a in body must be of type array: "object"',
  ]);
  expect(texts({ type: "object" }, null)).toEqual([
    'a: Invalid value: "null": a in body must be of type object: "null"',
  ]);
  expect(texts({ type: "object", nullable: true }, null)).toEqual([]);
  expect(texts({ type: "integer", format: "int32" }, "x")).toEqual([
    'a: Invalid value: "string": a in body must be of type integer: "string"',
  ]);
  expect(texts({ type: "integer", format: "int32" }, 2 ** 31)).toEqual([
    '<nil>: Invalid value: "": Checked value must be of type integer with format int32 in a',
  ]);
});

test("lengths count code points", () => {
  expect(texts({ type: "string", maxLength: 2 }, "😀😀")).toEqual([]);
  expect(texts({ type: "string", maxLength: 2 }, "abc")).toEqual([
    "a: Too long: may not be more than 2 bytes",
  ]);
  expect(texts({ type: "string", minLength: 1 }, "")).toEqual([
    'a: Invalid value: "": a in body should be at least 1 chars long',
  ]);
});

test("patterns, enums, bounds, counts and required fields", () => {
  expect(texts({ type: "string", pattern: "^x$" }, "y")).toEqual([
    "a: Invalid value: \"y\": a in body should match '^x$'",
  ]);
  expect(texts({ type: "string", enum: ["A", ""] }, "b")).toEqual([
    'a: Unsupported value: "b": supported values: "A", ""',
  ]);
  expect(texts({ type: "integer", minimum: 1 }, 0)).toEqual([
    "a: Invalid value: 0: a in body should be greater than or equal to 1",
  ]);
  expect(texts({ type: "integer", maximum: 5, exclusiveMaximum: true }, 5)).toEqual([
    "a: Invalid value: 5: a in body should be less than 5",
  ]);
  expect(texts({ type: "array", items: {}, minItems: 1 }, [])).toEqual([
    "a: Invalid value: 0: a in body should have at least 1 items",
  ]);
  expect(texts({ type: "array", items: {}, maxItems: 1 }, [1, 2])).toEqual([
    "a: Too many: 2: must have at most 1 item",
  ]);
  expect(texts({ type: "object", minProperties: 1 }, {})).toEqual([
    "a: Invalid value: 0: a in body should have at least 1 properties",
  ]);
  expect(texts({ type: "object", required: ["b"] }, {})).toEqual(["a.b: Required value"]);
});

test("a date-time is a real date in RFC 3339", () => {
  const schema = { type: "string", format: "date-time" } as const;
  expect(texts(schema, "2026-02-28T10:00:00Z")).toEqual([]);
  expect(texts(schema, "2026-02-28T10:00:00.5+02:00")).toEqual([]);
  expect(texts(schema, "2026-02-30T10:00:00Z")).toEqual([
    'a: Invalid value: "2026-02-30T10:00:00Z": a in body must be of type date-time: "2026-02-30T10:00:00Z"',
  ]);
});

test("an int-or-string is either, and its pattern binds texts", () => {
  const schema: StructuralSchema = {
    anyOf: [{ type: "integer" }, { type: "string" }],
    pattern: "^[0-9]+m?$",
    "x-kubernetes-int-or-string": true,
  };
  expect(texts(schema, 3)).toEqual([]);
  expect(texts(schema, "500m")).toEqual([]);
  expect(texts(schema, "x")[0]).toContain("should match");
  expect(texts(schema, true)).toHaveLength(3);
});

const NAMED: StructuralSchema = {
  type: "array",
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": ["name"],
  items: {
    type: "object",
    required: ["name"],
    properties: { name: { type: "string" }, n: { type: "integer", maximum: 1 } },
  },
};

test("list-maps and sets hold an item once", () => {
  expect(texts(NAMED, [{ name: "x" }, { name: "y" }, { name: "x" }])).toEqual([
    'a[2]: Duplicate value: {"name":"x"}',
  ]);
  const set = {
    type: "array",
    items: { type: "string" },
    "x-kubernetes-list-type": "set",
  } as const;
  expect(texts(set, ["x", "x"])).toEqual(['a[1]: Duplicate value: "x"']);
});

test("on update unchanged values are let be, found by key in list-maps, and so are old duplicates", () => {
  const bad = { name: "x", n: 5 };
  expect(texts(NAMED, [{ name: "new" }, bad], [bad])).toEqual([]);
  expect(texts(NAMED, [{ name: "x", n: 6 }], [bad])).toHaveLength(1);
  const twice = [{ name: "x" }, { name: "x" }];
  expect(texts(NAMED, [...twice, { name: "z" }], twice)).toEqual([]);
});

test("CEL is left out after findings that make it meaningless, and only then", () => {
  const blocking = validateStructure({ type: "object", required: ["a"] }, {});
  expect(rulesNotChecked(blocking)).toMatchObject({ field: "", value: "null" });
  const harmless = validateStructure(
    { type: "object", properties: { a: { type: "integer", minimum: 1 } } },
    { a: 0 },
  );
  expect(harmless).toHaveLength(1);
  expect(rulesNotChecked(harmless)).toBeUndefined();
});

test("causes name the reason of each type", () => {
  const errors = validateStructure(NAMED, [{ n: "x" }, { name: "a" }, { name: "a" }]);
  expect(toCauses(errors).map((cause) => cause.reason)).toEqual([
    "FieldValueRequired",
    "FieldValueTypeInvalid",
    "FieldValueDuplicate",
  ]);
});
