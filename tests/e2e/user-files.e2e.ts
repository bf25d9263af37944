import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../support/chromium.ts";
import { corpusFile, HAS_CORPUS } from "../support/corpus.ts";
import { type Dashboard, startDashboard } from "../support/dashboard.ts";
import { pointer } from "../support/hands.ts";
import { openWatchedPage, type WatchedPage } from "../support/watched-page.ts";

const GOOD = "018-trainjob-volcano.yaml";
const RUNTIME = "043-aicr-nccl-gke-runtime.yaml";
const JOB = "044-aicr-nccl-trainjob.yaml";

const ifCorpus = test.skipIf(!HAS_CORPUS);

let dashboard: Dashboard;
let browser: Browser;
let watched: WatchedPage;

beforeAll(async () => {
  if (!HAS_CORPUS) return;
  dashboard = await startDashboard({ args: [GOOD, RUNTIME, JOB].map(corpusFile) });
  browser = await launchChromium();
  watched = await openWatchedPage(browser, dashboard);
});
afterAll(async () => {
  if (!HAS_CORPUS) return;
  await dashboard.stop();
  await browser.close();
});

ifCorpus("the findings name what was loaded, and the fields with placeholders", async () => {
  const { page, at } = watched;
  await page.goto(at("/jobs"));
  await page.getByRole("button", { name: "2 objects loaded, 2 not" }).click();
  const dialog = page.getByRole("dialog", { name: "What was read from your files" });
  const row = (file: string, outcome: string) =>
    dialog.getByRole("row").filter({ hasText: file }).filter({ hasText: outcome });
  await expect.poll(() => row(GOOD, "Loaded").count()).toBe(2);
  const runtime = await row(RUNTIME, "Refused").textContent();
  expect(runtime).toContain("spec.mlPolicy.mpi.numProcPerNode");
  expect(runtime).toContain("resources.limits.nvidia.com/gpu");
  const job = await row(JOB, "Refused").textContent();
  expect(job).toContain("spec.trainer.numNodes");
  for (const text of [runtime, job]) expect(text).toContain("metadata.namespace");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
});

ifCorpus("one's own job opens with the blame of its effective JobSet", async () => {
  const { page } = watched;
  await page.getByRole("link", { name: "volcano-example" }).click();
  await page.getByRole("tab", { name: "Effective JobSet" }).click();
  const lines = page.getByRole("listbox", { name: /^Lines of the effective JobSet/ });
  const line = (text: string) => lines.getByRole("option").filter({ hasText: text });
  const search = page.getByRole("searchbox", { name: "Search in the JobSet" });
  await line("apiVersion: jobset.x-k8s.io").waitFor();
  await search.fill("volcano");
  await page
    .getByRole("status")
    .filter({ hasText: /\d+ lines?$/ })
    .first()
    .waitFor();
  await lines.focus();
  const chain = page.locator("[aria-live=polite]").filter({ hasText: "/" }).last();
  for (let step = 0; step < 60; step += 1) {
    if ((await lines.getByRole("option", { selected: true }).textContent())?.includes("image:"))
      break;
    await page.keyboard.press("ArrowDown");
  }
  await expect
    .poll(() => chain.textContent())
    .toMatch(/runtime (snapshot|torch-distributed-volcano)/);
});

ifCorpus("it can be suspended, and an override appended", async () => {
  const { page } = watched;
  const hands = pointer(page);
  await page.getByRole("button", { name: "Suspend", exact: true }).click();
  const confirm = page.getByRole("dialog").getByRole("button", { name: "Suspend" });
  const resume = page.getByRole("button", { name: "Resume", exact: true });
  await confirm.or(resume).first().waitFor();
  if (await confirm.isVisible()) await confirm.click();
  await resume.waitFor();
  await hands.openAppend();
  const sheet = page.getByRole("dialog", { name: "Append override" });
  await hands.writeYaml(
    sheet.getByRole("textbox", { name: "Override as YAML" }),
    "spec:\n  nodeSelector:\n    disk: ssd\n",
  );
  await sheet.getByText("suspended, no pod active").waitFor();
  await sheet.getByRole("button", { name: "Save", exact: true }).click();
  await sheet.getByText("Saved and confirmed").waitFor();
  await sheet.getByRole("button", { name: "Show the entry" }).click();
  await expect
    .poll(() => page.getByRole("region", { name: "Selected entry" }).textContent())
    .toContain("nodeSelector[disk] = ssd");
});

ifCorpus("nothing was written to the console and no request left the place", () => {
  watched.assertQuiet();
});
