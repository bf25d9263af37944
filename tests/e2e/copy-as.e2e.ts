import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seriousFindings } from "../support/axe.ts";
import { launchChromium } from "../support/chromium.ts";
import { type Dashboard, startDashboard } from "../support/dashboard.ts";
import { pointer } from "../support/hands.ts";
import { readOpenJob } from "../support/open-job.ts";
import { openWatchedPage, type WatchedPage } from "../support/watched-page.ts";

const JOB = "vit-pretrain";

let dashboard: Dashboard;
let browser: Browser;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  dashboard = await startDashboard();
  browser = await launchChromium();
  watched = await openWatchedPage(browser, dashboard);
  page = watched.page;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
});
afterAll(async () => {
  await dashboard.stop();
  await browser.close();
});

/** What the clipboard holds after this button of the control was pressed. */
async function copied(inside: Locator, name: "kubectl" | "Python"): Promise<string> {
  const control = inside.getByRole("group", { name: "Copy as" });
  await control.getByRole("button", { name }).click();
  await control.getByRole("button", { name: "Copied" }).waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  await control.getByRole("button", { name }).waitFor();
  return text;
}

test("a suspension can be copied from its dialog", async () => {
  await page.goto(watched.at(`/jobs/team-a/${JOB}`));
  await page.getByRole("button", { name: "Suspend", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: `Suspend ${JOB}` });
  const { row } = await readOpenJob(watched, JOB);
  const command = await copied(dialog, "kubectl");
  expect(command).toMatch(new RegExp(`^kubectl patch trainjob ${JOB} -n team-a --type=json `));
  expect(command).toContain(row.uid);
  expect(await copied(dialog, "Python")).toContain(`name="${JOB}",`);
  expect(await seriousFindings(page)).toEqual([]);
});

test("a draft of an override can be copied beside its dry run, once it can be read", async () => {
  await page.goto(watched.at(`/jobs/team-a/${JOB}?tab=overrides&append=1`));
  const sheet = page.getByRole("dialog", { name: "Append override" });
  const control = sheet.getByRole("group", { name: "Copy as" });
  await pointer(page).writeYaml(
    sheet.getByRole("textbox", { name: "Override as YAML" }),
    'metadata:\n  annotations:\n    note: "it\'s mine"\n',
  );
  await control.waitFor();
  const command = await copied(sheet, "kubectl");
  expect(command).toContain("--field-manager=trainer.kubeflow.org/dashboard -p '[");
  expect(command).toContain("it'\\''s mine");
  expect(await copied(sheet, "Python")).toContain(`"note": "it's mine",`);
  expect(await seriousFindings(page)).toEqual([]);
});

test("nothing was written to the console and no request left the place", () => {
  watched.assertQuiet();
});
