import { defineConfig } from "vitest/config";

// Imports such as `#lib/x.ts` come from package.json "imports": no alias is needed.
// Threads without isolation are many times faster here: tests clean up after themselves.
const fast = {
  pool: "threads",
  isolate: false,
  maxWorkers: 2,
} as const;
const setupFiles = ["tests/support/property-seed.ts"];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...fast,
          setupFiles,
          name: "unit",
          environment: "node",
          include: ["{lib,server,components,scripts}/**/*.test.ts"],
        },
      },
      {
        test: {
          ...fast,
          setupFiles,
          name: "dom",
          environment: "jsdom",
          include: ["{components,lib/react}/**/*.test.tsx"],
        },
      },
      {
        test: {
          name: "architecture",
          environment: "node",
          include: ["tests/architecture/**/*.test.ts"],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...fast,
          setupFiles,
          name: "system",
          environment: "node",
          include: ["tests/**/*.{test,contract}.ts"],
          exclude: ["tests/architecture/**"],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: "e2e",
          environment: "node",
          include: ["tests/e2e/**/*.e2e.ts"],
          testTimeout: 240_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
          fileParallelism: false,
          // A browser on a busy machine: a test that fails twice is broken, one that fails once is reported as retried.
          retry: 1,
        },
      },
    ],
  },
});
