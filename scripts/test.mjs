// npm test: installs what the tests need, then runs everything. The last line counts: "N passed, N failed".
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt } from "./ensure-build.mjs";
import { ensureInstalled, ROOT, run } from "./ensure-install.mjs";

ensureInstalled();
const out = join(ROOT, "node_modules", ".cache", "test-results");
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];

function step(name, command, args) {
  const ok = run(command, args) === 0;
  total[ok ? "passed" : "failed"] += 1;
  if (!ok) failures.push(name);
}

function suite(name, projects) {
  const file = join(out, `${name}.json`);
  const selected = projects.flatMap((project) => ["--project", project]);
  const code = run("vitest", [
    "run",
    ...selected,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ]);
  try {
    const result = JSON.parse(readFileSync(file, "utf8"));
    total.passed += result.numPassedTests;
    total.failed += result.numFailedTests;
    total.skipped += result.numPendingTests + (result.numTodoTests ?? 0);
    // A file that does not even load has no failed test to count.
    const broken = result.testResults.filter(
      (one) => one.status === "failed" && one.assertionResults.length === 0,
    );
    total.failed += broken.length;
    if (code !== 0 && result.numFailedTests + broken.length === 0) total.failed += 1;
    if (code !== 0) failures.push(name);
  } catch {
    total.failed += 1;
    failures.push(name);
  }
}

step("format and lint", "biome", ["check", "."]);
step("types", "tsc", ["--noEmit", "-p", "tsconfig.json"]);
step("types of isomorphic code", "tsc", ["--noEmit", "-p", "tsconfig.isomorphic.json"]);
suite("unit", ["unit", "dom", "architecture"]);
ensureBuilt();
suite("system", ["system"]);
suite("e2e", ["e2e"]);

if (failures.length > 0) console.log(`\nFailed: ${failures.join(", ")}`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exit(total.failed === 0 ? 0 : 1);
