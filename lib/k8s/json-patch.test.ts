import fc from "fast-check";
import { expect, test } from "vitest";
import { isEqualJson, type Json } from "../util/json.ts";
import { applyJsonPatch, type JsonPatchOperation, parseJsonPatch } from "./json-patch.ts";

function apply(document: Json, ...operations: JsonPatchOperation[]): Json {
  const result = applyJsonPatch(document, operations);
  if (!result.ok) throw new Error(result.message);
  return result.value;
}

test("add puts into objects and lists, and replaces what a key held", () => {
  const base = { a: [1, 3], b: { c: 1 } };
  expect(apply(base, { op: "add", path: "/a/1", value: 2 })).toEqual({ a: [1, 2, 3], b: { c: 1 } });
  expect(apply(base, { op: "add", path: "/a/-", value: 4 })).toMatchObject({ a: [1, 3, 4] });
  expect(apply(base, { op: "add", path: "/b/c", value: 9 })).toMatchObject({ b: { c: 9 } });
  expect(apply(base, { op: "add", path: "", value: 1 })).toBe(1);
});

test("replace, remove, copy and move need what they name", () => {
  const base = { a: { b: 1 }, list: ["x", "y"] };
  expect(apply(base, { op: "replace", path: "/list/0", value: "z" })).toMatchObject({
    list: ["z", "y"],
  });
  expect(apply(base, { op: "remove", path: "/list/0" })).toMatchObject({ list: ["y"] });
  expect(apply(base, { op: "copy", from: "/a", path: "/c" })).toMatchObject({ c: { b: 1 } });
  expect(apply(base, { op: "move", from: "/a/b", path: "/d" })).toEqual({
    a: {},
    d: 1,
    list: ["x", "y"],
  });
  for (const operation of [
    { op: "replace", path: "/nothing", value: 1 },
    { op: "remove", path: "/nothing" },
    { op: "copy", from: "/nothing", path: "/x" },
    { op: "add", path: "/nothing/deep", value: 1 },
    { op: "add", path: "/list/3", value: 1 },
    { op: "add", path: "/list/01", value: 1 },
  ] as const)
    expect(applyJsonPatch(base, [operation])).toMatchObject({ ok: false, reason: "path" });
});

test("a test compares values without regard to key order", () => {
  const base = { a: { x: 1, y: [2] } };
  expect(apply(base, { op: "test", path: "/a", value: { y: [2], x: 1 } })).toBe(base);
  expect(applyJsonPatch(base, [{ op: "test", path: "/a/x", value: 2 }])).toMatchObject({
    ok: false,
    index: 0,
    reason: "test",
  });
});

test("a test for null passes while the place is absent, and only then", () => {
  const guard = { op: "test", path: "/a/b", value: null } as const;
  expect(applyJsonPatch({ a: {} }, [guard]).ok).toBe(true);
  expect(applyJsonPatch({ a: { b: [] } }, [guard]).ok).toBe(false);
  expect(applyJsonPatch({}, [guard])).toMatchObject({ ok: false, reason: "path" });
});

test("a failed operation undoes the ones before it and tells its place", () => {
  const base = { a: 1 };
  const result = applyJsonPatch(base, [
    { op: "add", path: "/b", value: 2 },
    { op: "test", path: "/a", value: 2 },
  ]);
  expect(result).toMatchObject({ ok: false, index: 1 });
  expect(base).toEqual({ a: 1 });
});

test("pointers are unescaped", () => {
  expect(apply({ "a/b": { "c~d": 1 } }, { op: "remove", path: "/a~1b/c~0d" })).toEqual({
    "a/b": {},
  });
});

test("what is no patch is told from what is", () => {
  expect(parseJsonPatch([{ op: "add", path: "/a", value: 1 }])).toHaveLength(1);
  expect(parseJsonPatch([{ op: "test", path: "/a" }])).toEqual([
    { op: "test", path: "/a", value: null },
  ]);
  for (const wrong of [
    {},
    [1],
    [{ op: "merge", path: "/a" }],
    [{ op: "add", path: "a" }],
    [{ op: "move", path: "/a" }],
  ])
    expect(parseJsonPatch(wrong)).toBeUndefined();
});

test("adding and removing a key gives the document back, and never changes the input", () => {
  const documents = fc.dictionary(fc.string(), fc.jsonValue());
  fc.assert(
    fc.property(documents, fc.jsonValue(), (document, value) => {
      const base = { ...(document as { [key: string]: Json }) };
      delete base["new"];
      const before = structuredClone(base);
      const added = apply(base, { op: "add", path: "/new", value: value as Json });
      expect(isEqualJson(apply(added, { op: "remove", path: "/new" }), base)).toBe(true);
      expect(base).toEqual(before);
    }),
  );
});

test("keys that objects inherit are keys like any other", () => {
  for (const key of ["constructor", "__proto__", "toString"]) {
    const added = apply({ a: 1 }, { op: "add", path: `/${key}`, value: { b: 1 } });
    expect(JSON.stringify(added)).toBe(`{"a":1,"${key}":{"b":1}}`);
    expect(applyJsonPatch({}, [{ op: "remove", path: `/${key}` }]).ok).toBe(false);
    expect(applyJsonPatch({}, [{ op: "test", path: `/${key}`, value: null }]).ok).toBe(true);
    expect(apply(added, { op: "remove", path: `/${key}` })).toEqual({ a: 1 });
  }
});
