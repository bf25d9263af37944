import { globSync } from "node:fs";
import { expect, test } from "vitest";

/** The include patterns of vitest.config.ts, as one reads them. */
const TAKEN = [
  /^(lib|server|components|scripts)\/.*\.test\.ts$/,
  /^(components|lib\/react)\/.*\.test\.tsx$/,
  /^tests\/.*\.(test|contract)\.ts$/,
  /^tests\/e2e\/.*\.e2e\.ts$/,
];

test("every test file of the tree belongs to a project", () => {
  const files = globSync(
    "{app,components,lib,server,scripts,tests}/**/*.{test,contract,e2e}.{ts,tsx,mjs}",
  );
  expect(files.length).toBeGreaterThan(3);
  expect(files.filter((file) => !TAKEN.some((pattern) => pattern.test(file)))).toEqual([]);
});
