import fc from "fast-check";
import { expect, test } from "vitest";
import { isEqualJson, type Json } from "../util/json.ts";
import { applyMergePatch } from "./merge-patch.ts";

test("objects merge, null removes, everything else replaces", () => {
  const target = { a: "b", c: { d: "e", f: "g" }, list: [1, 2] };
  expect(applyMergePatch(target, { a: "z", c: { f: null }, list: [3] })).toEqual({
    a: "z",
    c: { d: "e" },
    list: [3],
  });
  expect(applyMergePatch("text", { a: { b: null } })).toEqual({ a: {} });
  expect(applyMergePatch({ a: 1 }, ["x"])).toEqual(["x"]);
});

test("an empty patch is the identity, a patch applied twice is applied once, the input stays", () => {
  const json = fc.jsonValue() as fc.Arbitrary<Json>;
  fc.assert(
    fc.property(fc.dictionary(fc.string(), json), json, (target, patch) => {
      const before = structuredClone(target);
      expect(isEqualJson(applyMergePatch(target, {}), target)).toBe(true);
      const once = applyMergePatch(target, patch);
      expect(isEqualJson(applyMergePatch(once, patch), once)).toBe(true);
      expect(target).toEqual(before);
    }),
  );
});

test("keys that objects inherit are keys like any other", () => {
  const patch = JSON.parse('{"__proto__":{"a":1},"constructor":{"b":null}}') as Json;
  expect(JSON.stringify(applyMergePatch({}, patch))).toBe('{"__proto__":{"a":1},"constructor":{}}');
});
