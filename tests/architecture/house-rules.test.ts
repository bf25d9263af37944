import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const SOURCES = globSync("{app,components,lib,server}/**/*.{ts,tsx}").filter(
  (file) => !/(^|\/)generated\//.test(file),
);
const CODE = SOURCES.filter((file) => !/\.(test|bench)\.tsx?$/.test(file));
const TESTS = [
  ...SOURCES.filter((file) => !CODE.includes(file)),
  ...globSync("tests/**/*.{ts,tsx}"),
];

function linesOf(file: string): number {
  return readFileSync(file, "utf8").split("\n").length - 1;
}

function filesWith(files: readonly string[], pattern: RegExp): string[] {
  return files.filter((file) => pattern.test(readFileSync(file, "utf8")));
}

test("no source file is longer than 400 lines, no test file longer than 800", () => {
  expect(CODE.length).toBeGreaterThan(20);
  expect(CODE.filter((file) => linesOf(file) > 400)).toEqual([]);
  expect(TESTS.filter((file) => linesOf(file) > 800)).toEqual([]);
});

test("file names say a concept, not a drawer", () => {
  const drawer = /(^|\/)(utils?|helpers?|types|common|misc)\.tsx?$/;
  expect(
    [...CODE, ...TESTS].filter(
      (file) => drawer.test(file) && file !== "lib/protocol/wire-values.ts",
    ),
  ).toEqual([]);
});

test("the engine takes time, randomness and timers as arguments", () => {
  const pure = CODE.filter((file) =>
    /^lib\/(util|k8s|dialect|schema|render|admission|reconcile|timeline|status|diff|live)\//.test(
      file,
    ),
  );
  expect(pure.length).toBeGreaterThan(10);
  expect(
    filesWith(pure, /\bDate\.now\(|\bMath\.random\(|\bsetTimeout\(|\bsetInterval\(|new Date\(\)/),
  ).toEqual([]);
});

test("the environment is read in server/config only", () => {
  const others = CODE.filter((file) => !file.startsWith("server/config/"));
  expect(filesWith(others, /process\.env\b/)).toEqual([]);
});

test("query keys have one home", () => {
  const others = CODE.filter((file) => !file.startsWith("lib/queries/"));
  expect(filesWith(others, /\bqueryKey:\s*\[/)).toEqual([]);
});

test("effects live in lib/react and components/editor", () => {
  const others = CODE.filter((file) => !/^(lib\/react|components\/editor)\//.test(file));
  expect(filesWith(others, /\buseEffect\(|\buseLayoutEffect\(/)).toEqual([]);
});

test("modules of our own are never mocked, and no test is switched off", () => {
  expect(
    filesWith(TESTS, /\bvi\.mock\(|\bvi\.doMock\(/).filter(
      (file) => !file.endsWith("house-rules.test.ts"),
    ),
  ).toEqual([]);
  const off = /\b(test|it|describe)\.(skip|only|todo|fails)\b|expect\(true\)/;
  expect(filesWith(TESTS, off).filter((file) => !file.endsWith("house-rules.test.ts"))).toEqual([]);
});

test("product code never reaches for the workplace around the checkout", () => {
  expect(filesWith(CODE, /\.\.\/shared|\/work\//)).toEqual([]);
});
