import { defineConfig } from "vitest/config";

// `#lib/x.ts` style imports come from package.json "imports": {"#*": "./*"}; no alias is needed.
// Threads without isolation are nine times faster here (tech-notes.md 5): tests clean up after themselves.
const fast = { pool: "threads", isolate: false, maxWorkers: 2 } as const;
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...fast,
          name: "unit",
          environment: "node",
          include: ["{lib,server,components}/**/*.test.ts"],
        },
      },
      {
        test: {
          ...fast,
          name: "dom",
          environment: "jsdom",
          include: ["{components,lib/react}/**/*.test.tsx"],
        },
      },
      {
        test: {
          name: "system",
          environment: "node",
          include: ["tests/**/*.{test,contract,e2e}.ts"],
          testTimeout: 60_000,
        },
      },
    ],
  },
});
// Keep a test that lists every *.test.*, *.contract.* and *.e2e.* file of the tree and fails for one that no project takes.
