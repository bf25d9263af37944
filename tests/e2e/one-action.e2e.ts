import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../support/chromium.ts";
import { type Dashboard, startDashboard } from "../support/dashboard.ts";
import { pointer } from "../support/hands.ts";
import { readOpenJob } from "../support/open-job.ts";
import { openWatchedPage, type WatchedPage } from "../support/watched-page.ts";

const JOB = "vit-pretrain";

let dashboard: Dashboard;
let browser: Browser;
let watched: WatchedPage;

beforeAll(async () => {
  dashboard = await startDashboard();
  browser = await launchChromium();
  watched = await openWatchedPage(browser, dashboard);
});
afterAll(async () => {
  await dashboard.stop();
  await browser.close();
});

test("a running job is suspended, appended to and resumed as one action", async () => {
  const { page, at } = watched;
  await page.goto(at(`/jobs/team-a/${JOB}?tab=overrides&append=1`));
  const sheet = page.getByRole("dialog", { name: "Append override" });
  await pointer(page).writeYaml(
    sheet.getByRole("textbox", { name: "Override as YAML" }),
    "spec:\n  volumes:\n  - name: scratch\n    emptyDir: {}\n",
  );
  await sheet.getByText("The TrainJob is running").waitFor();
  const before = await readOpenJob(watched, JOB);
  await sheet.getByRole("button", { name: "Suspend, append, resume" }).click();
  await page.getByText("Appended, and the job is resumed").first().waitFor();
  const after = await readOpenJob(watched, JOB);
  expect(after.row).toMatchObject({ uid: before.row.uid, suspended: false });
  expect(JSON.stringify(after.trainJob.spec)).toContain('"scratch"');
  expect(after.jobSet?.metadata.uid).not.toBe(before.jobSet?.metadata.uid);
});

test("nothing was written to the console and no request left the place", () => {
  watched.assertQuiet();
});
