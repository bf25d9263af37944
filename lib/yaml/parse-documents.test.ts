import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDocuments } from "./parse-documents.ts";

function only(text: string) {
  const { documents, diagnostics } = parseDocuments(text);
  expect(diagnostics).toEqual([]);
  expect(documents).toHaveLength(1);
  const [document] = documents;
  if (document === undefined) throw new Error("no document");
  return document;
}

test("several documents are read, empty ones left out, each with its first line", () => {
  const { documents, diagnostics } = parseDocuments(
    "---\n# only a comment\n---\na: 1\n---\n---\n# head\nb: 2\n...\n",
    { file: "x.yaml" },
  );
  expect(diagnostics).toEqual([]);
  expect(documents.map(({ value, line }) => ({ value, line }))).toEqual([
    { value: { a: 1 }, line: 4 },
    { value: { b: 2 }, line: 8 },
  ]);
});

test("an empty text has no documents", () => {
  for (const text of ["", "\n\n", "# nothing\n", "---\n", "\uFEFF"]) {
    expect(parseDocuments(text)).toEqual({ documents: [], diagnostics: [] });
  }
});

test("a byte order mark and CRLF line ends are no content", () => {
  const document = only("\uFEFFa: 1\r\nb: |\r\n  x\r\n  y\r\n");
  expect(document.value).toEqual({ a: 1, b: "x\ny\n" });
  expect(document.rangeOf("/b", "key")?.line).toBe(2);
});

test("JSON is YAML too", () => {
  expect(only('{"a": [1, {"b": null}], "c": "yes"}').value).toEqual({
    a: [1, { b: null }],
    c: "yes",
  });
});

test("words, octals and exponents read as Kubernetes reads them", () => {
  const text =
    "mode: 0400\nword: yes\n'off': off\nsha: 12345e6\nbig: 1e+3\nport: 22:22\nat: 2026-03-18T10:05:00Z\nhex: 0x10\nq: 'yes'\nzero: 0\nversion: 1.10\nbad: 089\n";
  expect(only(text).value).toEqual({
    mode: 256,
    word: true,
    off: false,
    sha: "12345e6",
    big: 1000,
    port: "22:22",
    at: "2026-03-18T10:05:00Z",
    hex: 16,
    q: "yes",
    zero: 0,
    version: 1.1,
    bad: 89,
  });
});

test("ranges of keys and values are found by pointer", () => {
  const document = only("spec:\n  list:\n    - name: a/b\n      x: 12\n    - {k: z}\n  'a/b': 1\n");
  expect(document.rangeOf("/spec/list/0/x")).toEqual({
    line: 4,
    column: 10,
    endLine: 4,
    endColumn: 12,
  });
  expect(document.rangeOf("/spec/list/0/x", "key")).toMatchObject({ line: 4, column: 7 });
  expect(document.rangeOf("/spec/list/1/k")).toMatchObject({ line: 5, column: 11 });
  expect(document.rangeOf("/spec/a~1b")).toMatchObject({ line: 6, column: 10 });
  expect(document.rangeOf("/spec/list/0", "key")).toMatchObject({ line: 3, column: 7 });
  expect(document.rangeOf("")).toMatchObject({ line: 1, column: 1 });
  expect(document.rangeOf("/spec/none")).toBeUndefined();
  expect(document.rangeOf("/spec/list/7/x")).toBeUndefined();
});

test("a key without a value is null and stands where its key stands", () => {
  const document = only("a:\nb: 1\n");
  expect(document.value).toEqual({ a: null, b: 1 });
  expect(document.rangeOf("/a")?.line).toBe(1);
});

test("anchors and merge keys are expanded and their ranges are where the text is", () => {
  const document = only(
    "base: &b\n  x: 1\n  w: 2\nuse:\n  <<: *b\n  w: 3\nalso: *b\nmany:\n  <<: [*b, {z: 9}]\n",
  );
  expect(document.value).toEqual({
    base: { x: 1, w: 2 },
    use: { x: 1, w: 3 },
    also: { x: 1, w: 2 },
    many: { x: 1, w: 2, z: 9 },
  });
  expect(document.rangeOf("/use/x")?.line).toBe(2);
  expect(document.rangeOf("/use/w")?.line).toBe(6);
  expect(document.rangeOf("/also/x")?.line).toBe(2);
  expect(document.rangeOf("/many/z")?.line).toBe(9);
});

test("a text made to explode is refused with a diagnostic", () => {
  const levels = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"];
  for (let level = 1; level < 9; level++) {
    const uses = new Array(9).fill(`*a${level - 1}`).join(", ");
    levels.push(`a${level}: &a${level} [${uses}]`);
  }
  const { documents, diagnostics } = parseDocuments(`${levels.join("\n")}\n`);
  expect(documents).toEqual([]);
  expect(diagnostics.map(({ code }) => code)).toEqual(["YAML_ALIAS_LIMIT"]);
});

test("an alias that contains itself does not hang", () => {
  const { diagnostics } = parseDocuments("a: &a\n  b: *a\n");
  expect(diagnostics.length).toBeGreaterThan(0);
});

test("a text too deep for the parser is refused with few diagnostics", () => {
  const { diagnostics } = parseDocuments("[".repeat(100_000));
  expect(diagnostics.length).toBeGreaterThan(0);
  expect(diagnostics.length).toBeLessThanOrEqual(100);
});

test("a duplicate key is an error at its place, the rest is still read", () => {
  const { documents, diagnostics } = parseDocuments("a: 1\nb: 2\na: 3\n", { file: "f.yaml" });
  expect(diagnostics).toMatchObject([
    {
      code: "YAML_DUPLICATE_KEY",
      severity: "error",
      source: { file: "f.yaml", line: 3, column: 1 },
    },
  ]);
  expect(documents[0]?.value).toMatchObject({ b: 2 });
});

test("equal keys are found in nested and in inline maps, equal keys of different maps are none", () => {
  const text = "a: {x: 1, y: 2, x: 3}\nb:\n  - c: 1\n    c: 2\n  - c: 3\n";
  const places = parseDocuments(text).diagnostics.map(({ source }) => [
    source?.line,
    source?.column,
  ]);
  expect(places).toEqual([
    [1, 17],
    [4, 5],
  ]);
});

test("a map of very many keys is read in a time that grows with the text, not with its square", () => {
  // With the square this takes minutes and the test its time-out.
  const keys = Array.from({ length: 15_000 }, (_, index) => `k${index}: v`);
  const { documents, diagnostics } = parseDocuments(keys.join("\n"));
  expect(Object.keys(documents[0]?.value ?? {})).toHaveLength(15_000);
  expect(diagnostics).toEqual([]);
});

test("syntax errors never throw and name their line", () => {
  for (const text of ["a: [1, 2\n", "a: b: c\n", "\t- x", "a: *nowhere\n", "}"]) {
    const { diagnostics } = parseDocuments(text);
    expect(diagnostics[0]?.source?.line, text).toBeGreaterThan(0);
  }
});

test("values that JSON lacks are reported", () => {
  const { documents, diagnostics } = parseDocuments("a: .nan\nb: .inf\n");
  expect(diagnostics.map(({ code }) => code)).toEqual(["YAML_NOT_JSON", "YAML_NOT_JSON"]);
  expect(documents[0]?.value).toEqual({ a: "NaN", b: "Infinity" });
});

test("a word as key becomes its truth value, as in Kubernetes, and is still found", () => {
  const document = only("data:\n  on: 1\n");
  expect(document.value).toEqual({ data: { true: 1 } });
  expect(document.rangeOf("/data/true", "key")).toMatchObject({ line: 2, column: 3 });
});

test("a key named __proto__ is only a key", () => {
  const value = only("__proto__: {polluted: 1}\n").value;
  expect(Object.keys(value ?? {})).toEqual(["__proto__"]);
  expect("polluted" in Object.prototype).toBe(false);
});

const pieces = fc.constantFrom(
  ..."{ } [ ] : - ? | > & * ! % @ ` # , ' \" \n \t \r ~ << a b 1 0x 07 true null --- ... %YAML &x *x !!int !!binary : -  ".split(
    " ",
  ),
  " ",
  "\n  ",
  "\uFEFF",
  "\u0000",
  "\uD800",
);

test("no text makes the reader throw, and every pointer of a value has a range or none", () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      const { documents, diagnostics } = parseDocuments(parts.join(""));
      for (const { value, rangeOf } of documents) {
        expect(JSON.stringify(value)).toBeTypeOf("string");
        for (const pointer of ["", "/a", "/0", "/a/0", "/<<"]) rangeOf(pointer, "key");
      }
      for (const { source } of diagnostics) expect(source?.line).toBeGreaterThan(0);
    }),
    { numRuns: 1000 },
  );
});
