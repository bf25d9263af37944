import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { makePrefixedBuild } from "./prefix-copy.mjs";

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function makeBuild(): { src: string; dst: string } {
  const root = mkdtempSync(join(tmpdir(), "prefix-copy-"));
  folders.push(root);
  const src = join(root, "src");
  for (const folder of [".next/static/chunks", ".next/server", ".next/cache", "node_modules"])
    mkdirSync(join(src, folder), { recursive: true });
  writeFileSync(join(src, "package.json"), "{}");
  writeFileSync(join(src, "next.config.js"), 'export default { basePath: "/__BP__" };');
  writeFileSync(join(src, ".next/routes.json"), JSON.stringify({ regex: "^\\/__BP__\\/jobs$" }));
  writeFileSync(join(src, ".next/server/page.js"), "const plain = 1;");
  writeFileSync(join(src, ".next/static/chunks/a.js"), 'load("/__BP__/_next/");');
  writeFileSync(join(src, ".next/static/chunks/b.js"), "other()");
  writeFileSync(join(src, ".next/cache/big"), "x");
  return { src, dst: join(root, "dst") };
}

test("the placeholder becomes the prefix, also inside regular expressions", () => {
  const { src, dst } = makeBuild();
  makePrefixedBuild({ src, dst, prefix: "/a/b.c" });
  const read = (file: string) => readFileSync(join(dst, file), "utf8");
  expect(read("next.config.js")).toBe('export default { basePath: "/a/b.c" };');
  expect(read(".next/static/chunks/a.js")).toBe('load("/a/b.c/_next/");');
  const { regex } = JSON.parse(read(".next/routes.json"));
  expect(new RegExp(regex).test("/a/b.c/jobs")).toBe(true);
  expect(new RegExp(regex).test("/a/bxc/jobs")).toBe(false);
});

test("an empty prefix leaves nothing of the placeholder", () => {
  const { src, dst } = makeBuild();
  makePrefixedBuild({ src, dst, prefix: "" });
  expect(readFileSync(join(dst, ".next/static/chunks/a.js"), "utf8")).toBe('load("/_next/");');
  const { regex } = JSON.parse(readFileSync(join(dst, ".next/routes.json"), "utf8"));
  expect(new RegExp(regex).test("/jobs")).toBe(true);
});

test("only static files without the placeholder are linked; caches stay behind", () => {
  const { src, dst } = makeBuild();
  expect(makePrefixedBuild({ src, dst, prefix: "/x" })).toEqual({
    rewritten: 3,
    copied: 2,
    linked: 1,
  });
  expect(lstatSync(join(dst, ".next/static/chunks/b.js")).isSymbolicLink()).toBe(true);
  expect(lstatSync(join(dst, ".next/server/page.js")).isSymbolicLink()).toBe(false);
  expect(() => lstatSync(join(dst, ".next/cache"))).toThrow();
});

test("what is no prefix is refused, and so is a copy over the build itself", () => {
  const { src, dst } = makeBuild();
  expect(() => makePrefixedBuild({ src, dst, prefix: "/a/" })).toThrow();
  expect(() => makePrefixedBuild({ src, dst, prefix: "a" })).toThrow();
  expect(() => makePrefixedBuild({ src, dst: src, prefix: "/a" })).toThrow();
});
