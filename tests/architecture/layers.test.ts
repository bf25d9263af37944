import { globSync } from "node:fs";
import { createRequire } from "node:module";
import { cruise } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";
import { expect, test } from "vitest";

const config = createRequire(import.meta.url)("../../.dependency-cruiser.cjs");
test("imports only run downhill", async () => {
  const result = await cruise(
    ["app", "components", "lib", "server", "tests"],
    { ...config.options, validate: true, ruleSet: config },
    undefined,
    { tsConfig: extractTSConfig("tsconfig.json") },
  );
  const { summary } = result.output as {
    summary: {
      totalCruised: number;
      error: number;
      violations: { rule: { name: string }; from: string; to: string }[];
    };
  };
  const files = globSync("{app,components,lib,server,tests}/**/*.{ts,tsx}").length;
  expect(summary.totalCruised).toBeGreaterThanOrEqual(files); // 0 modules seen would be green otherwise
  expect(summary.violations).toEqual([]);
});
