import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readEntries } from "#lib/dialect/read-entries.ts";
import { seriousFindingsInBothThemes } from "../support/axe.ts";
import { launchChromium } from "../support/chromium.ts";
import { type Dashboard, startDashboard } from "../support/dashboard.ts";
import { pointer } from "../support/hands.ts";
import { readOpenJob } from "../support/open-job.ts";
import { openWatchedPage, type WatchedPage } from "../support/watched-page.ts";

const JOB = "paused-ablation";
const LANE = "trainer.kubeflow.org/dashboard";

let dashboard: Dashboard;
let browser: Browser;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  dashboard = await startDashboard({ args: ["--dialect", "runtimePatches"] });
  browser = await launchChromium();
  watched = await openWatchedPage(browser, dashboard);
  page = watched.page;
});
afterAll(async () => {
  await dashboard.stop();
  await browser.close();
});

const selected = () => page.getByRole("region", { name: "Selected entry" });
const dot = (manager: string) =>
  page.getByRole("button", { name: new RegExp(`^${manager} patch`) }).first();
const entryOf = async (manager: string) => {
  const { trainJob, dialect } = await readOpenJob(watched, JOB);
  return readEntries(trainJob, dialect).find((entry) => entry.manager === manager);
};

test("an entry of another manager can be looked at, not edited or removed", async () => {
  await page.goto(watched.at(`/jobs/team-a/${JOB}?tab=overrides`));
  await dot("trainer.kubeflow.org/sdk").click();
  await selected().getByText("trainer.kubeflow.org/sdk").first().waitFor();
  expect(
    await selected()
      .getByRole("button", { name: /^(Edit|Remove)$/ })
      .count(),
  ).toBe(0);
});

test("one's own entry is edited as YAML, shown against the stored text, and saved", async () => {
  await dot(LANE).click();
  await selected().getByRole("button", { name: "Edit", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Edit the entry" });
  const editor = sheet.getByRole("textbox", { name: "Override as YAML" });
  const save = sheet.getByRole("button", { name: "Save the change" });
  await sheet.getByText("The text is as it is stored.").waitFor();
  expect(await save.isDisabled()).toBe(true);
  const stored = JSON.stringify((await entryOf(LANE))?.change["trainingRuntimeSpec"]);
  await pointer(page).writeYaml(editor, stored.replace("h100", "b200"));
  const diff = sheet.getByRole("region", { name: "Change of the stored text" });
  await expect.poll(() => diff.textContent()).toMatch(/-\s*pool: h100\+\s*pool: b200/);
  const preview = sheet.getByRole("region", { name: "Preview: effective JobSet" }).last();
  await expect.poll(() => preview.textContent()).toMatch(/\+\s*pool: b200/);
  expect(await seriousFindingsInBothThemes(page)).toEqual([]);
  await save.click();
  await sheet.getByRole("status").getByText("Saved", { exact: true }).waitFor();
  await sheet.getByRole("button", { name: "Close", exact: true }).last().click();
  await sheet.waitFor({ state: "hidden" });
  const saved = JSON.stringify((await entryOf(LANE))?.change["trainingRuntimeSpec"]);
  expect(saved).toBe(stored.replace("h100", "b200"));
  await selected()
    .getByText(/pool.* = b200/)
    .waitFor();
});

test("a text that the API refuses is marked before it is sent", async () => {
  await selected().getByRole("button", { name: "Edit", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Edit the entry" });
  const editor = sheet.getByRole("textbox", { name: "Override as YAML" });
  const stored = JSON.stringify((await entryOf(LANE))?.change["trainingRuntimeSpec"]);
  await pointer(page).writeYaml(
    editor,
    stored.replace('"spec":{"nodeSelector"', '"spec":{"volumes":[{}],"nodeSelector"'),
  );
  await sheet.locator(".squiggly-error").first().waitFor();
  expect(await sheet.getByRole("button", { name: "Save the change" }).isDisabled()).toBe(true);
  await sheet.getByRole("button", { name: "Cancel" }).click();
});

test("one's own entry is removed: all of its text goes, and only it", async () => {
  await selected().getByRole("button", { name: "Remove", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Remove the entry" });
  const diff = sheet.getByRole("region", { name: "Change of the stored text" });
  await expect.poll(() => diff.textContent()).toMatch(/-\s*pool: b200/);
  expect(await diff.textContent()).not.toMatch(/\+/);
  const preview = sheet.getByRole("region", { name: "Preview: effective JobSet" }).last();
  await expect.poll(() => preview.textContent()).toMatch(/\+\s*pool: a100/);
  expect(await seriousFindingsInBothThemes(page)).toEqual([]);
  await sheet.getByRole("button", { name: "Remove the entry" }).click();
  await expect.poll(() => entryOf(LANE)).toBeUndefined();
  expect(await entryOf("trainer.kubeflow.org/sdk")).toBeDefined();
  await expect.poll(() => dot(LANE).count()).toBe(0);
});

test("nothing was written to the console and no request left the place", () => {
  watched.assertQuiet();
});
