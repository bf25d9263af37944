import type { Page } from "playwright-core";

export type Screen = {
  readonly name: string;
  readonly path: string;
  /** Set where a screen needs more than its address. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Extra arguments of the server; screens with the same ones share it. */
  readonly server?: "files" | "runtimePatches";
  readonly persona?: "alice" | "bob" | "admin";
};

const JOB = "/jobs/team-a/llama-sft-0412";
const openSheet = (page: Page) => page.getByRole("button", { name: "Append override" }).click();

/** Every screen of the product, each state that looks different once. */
export const SCREENS: readonly Screen[] = [
  { name: "jobs", path: "/jobs" },
  { name: "jobs-admin", path: "/jobs", persona: "admin" },
  { name: "jobs-filtered", path: "/jobs?state=Failed" },
  { name: "jobs-nothing", path: "/jobs?q=no-such-job" },
  { name: "jobs-forbidden", path: "/jobs?namespace=team-b" },
  { name: "job-overview", path: JOB },
  { name: "job-failed", path: "/jobs/team-a/resnet-ddp" },
  { name: "job-queued", path: "/jobs/team-a/bert-sweep-17" },
  { name: "job-runtime-missing", path: "/jobs/team-a/orphan-runtime" },
  { name: "job-overrides", path: `${JOB}?tab=overrides` },
  {
    name: "job-overrides-entry",
    path: `${JOB}?tab=overrides`,
    prepare: async (page) => {
      await page
        .getByRole("button", { name: /trainer\.kubeflow\.org\/sdk/ })
        .last()
        .click();
    },
  },
  { name: "job-compare", path: `${JOB}?tab=overrides&a=runtime&b=now` },
  { name: "job-drift", path: `${JOB}?tab=overrides&b=live` },
  {
    name: "job-neutralise",
    path: `${JOB}?tab=overrides`,
    prepare: async (page) => {
      await page
        .getByRole("button", { name: /platform\.example\.com\/defaults/ })
        .last()
        .click();
      await page.getByRole("button", { name: "Neutralise" }).click();
    },
  },
  { name: "job-effective", path: `${JOB}?tab=effective` },
  { name: "job-yaml", path: `${JOB}?tab=yaml` },
  { name: "job-suspended-overrides", path: "/jobs/team-a/paused-ablation?tab=overrides" },
  {
    name: "append",
    path: "/jobs/team-a/paused-ablation?tab=overrides",
    prepare: async (page) => {
      await openSheet(page);
      await page.locator(".monaco-editor .view-line").first().waitFor();
    },
  },
  { name: "append-running", path: `${JOB}?tab=overrides`, prepare: openSheet },
  { name: "job-not-found", path: "/jobs/team-a/no-such-job" },
  { name: "page-not-found", path: "/nowhere" },
  { name: "runtimes", path: "/runtimes" },
  { name: "runtime", path: "/runtimes/-/torch-distributed" },
  { name: "runtime-mpi", path: "/runtimes/-/deepspeed-distributed" },
  { name: "runtime-jobs", path: "/runtimes/-/torch-distributed?tab=jobs" },
  {
    name: "runtime-impact",
    path: "/runtimes/-/torch-distributed?tab=impact",
    prepare: async (page) => {
      await page.locator(".monaco-editor .view-line").first().waitFor();
      await page.locator(".monaco-editor .view-lines").first().click();
      for (const key of ["Control+End", "ArrowUp", "End"]) await page.keyboard.press(key);
      await page.keyboard.type("-next");
      await page.getByRole("button", { name: "Compare" }).click();
      await page.getByText(/compared in/).waitFor();
    },
  },
  {
    name: "commands",
    path: JOB,
    prepare: async (page) => {
      await page.keyboard.press("Control+K");
      await page.getByRole("dialog", { name: "Commands" }).waitFor();
    },
  },
  {
    name: "settings",
    path: "/jobs",
    prepare: (page) => page.getByRole("button", { name: "Settings" }).click(),
  },
  { name: "help", path: "/jobs", prepare: (page) => page.keyboard.press("?") },
  {
    name: "patches-stuck",
    path: "/jobs/team-a/stuck-volumes?tab=overrides",
    server: "runtimePatches",
  },
  {
    name: "patches-edit",
    path: "/jobs/team-a/llama-sft-0412?tab=overrides&entry=trainer.kubeflow.org%2Fdashboard",
    server: "runtimePatches",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Edit", exact: true }).click();
    },
  },
  { name: "files", path: "/jobs", server: "files" },
];
