import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");
const CASES = join(ROOT, "tests/fixtures/render");
const FILE = join(CASES, "cases/13-patches-apply-in-list-order.yaml");

type Run = { readonly exit: number; readonly out: string; readonly err: string };

function run(...args: readonly string[]): Promise<Run> {
  return new Promise((resolve) => {
    execFile(
      join(ROOT, "node_modules/.bin/node"),
      [join(ROOT, "server/cli/main.ts"), ...args],
      { maxBuffer: 64 * 1024 * 1024 },
      (error, out, err) =>
        resolve({ exit: typeof error?.code === "number" ? error.code : 0, out, err }),
    );
  });
}

test("render prints objects, diagnostics and, on request, blame", async () => {
  const plain = await run("render", "--runtime", FILE, "--trainjob", FILE);
  expect(plain.exit).toBe(0);
  expect(Object.keys(JSON.parse(plain.out))).toEqual(["objects", "diagnostics"]);
  const blamed = await run("render", "--runtime", FILE, "--trainjob", FILE, "--blame");
  expect(JSON.parse(blamed.out).blame["JobSet/robin-a"]["/spec/suspend"]).toEqual({
    origin: { layer: "trainJob", path: "/spec/suspend" },
    chain: [],
  });
});

test("render prints YAML on request", async () => {
  const { exit, out } = await run("render", "--runtime", FILE, "--trainjob", FILE, "-o", "yaml");
  expect(exit).toBe(0);
  expect(out).toMatch(/^objects:\n/);
});

test("an override API that the version does not have is a finding", async () => {
  const { exit, err } = await run(
    "render",
    "--runtime",
    FILE,
    "--trainjob",
    FILE,
    "--trainer-version",
    "v2.0.0",
  );
  expect(exit).toBe(1);
  expect(err).toContain("DIALECT_UNSUPPORTED");
});

test("wrong use and unreadable input end with 2", async () => {
  for (const args of [
    [],
    ["bogus"],
    ["render", "--bogus"],
    ["render", "--runtime", FILE],
    ["render", "--runtime", "nowhere.yaml", "--trainjob", FILE],
    ["render", "--runtime", FILE, "--trainjob", FILE, "-o", "xml"],
    ["render", "--runtime", FILE, "--trainjob", FILE, "--trainer-version", "v9"],
    ["render", "--cases", "nowhere.jsonl"],
  ]) {
    expect((await run(...args)).exit, args.join(" ")).toBe(2);
  }
});

test("cases come out one a line, in order", async () => {
  const { exit, out } = await run("render", "--cases", join(CASES, "random/v2.3.0-modern.jsonl"));
  expect(exit).toBe(0);
  const lines = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines).toHaveLength(80);
  expect(Object.keys(lines[0])).toEqual(["id", "objects"]);
});
