import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seriousFindingsInBothThemes } from "../support/axe.ts";
import { launchChromium } from "../support/chromium.ts";
import { type Dashboard, ROOT, startDashboard } from "../support/dashboard.ts";
import { pointer } from "../support/hands.ts";
import { readOpenJob } from "../support/open-job.ts";
import { openWatchedPage, type WatchedPage } from "../support/watched-page.ts";

const JOB = "to-undo";
const OVERRIDE = `spec:
  nodeSelector:
    pool: h100
    disk: ssd
  volumes:
  - name: scratch
    emptyDir: {}
`;

let dashboard: Dashboard;
let browser: Browser;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  dashboard = await startDashboard({
    args: [join(ROOT, "tests", "fixtures", "e2e", "neutral.yaml")],
  });
  browser = await launchChromium();
  watched = await openWatchedPage(browser, dashboard);
  page = watched.page;
});
afterAll(async () => {
  await dashboard.stop();
  await browser.close();
});

const sheet = () => page.getByRole("dialog", { name: "Append override" });
const dialog = () => page.getByRole("dialog", { name: "Neutralise this entry" });
/** The node selector of the pods in the JobSet that exists. */
const nodeSelector = async () => {
  const { jobSet } = await readOpenJob(watched, JOB);
  return /"nodeSelector":(\{[^}]*\})/.exec(JSON.stringify(jobSet?.spec ?? {}))?.[1];
};

test("an entry over the runtime's value is saved and stands in the JobSet", async () => {
  expect(await nodeSelector()).toBe('{"pool":"t4"}');
  await page.goto(watched.at(`/jobs/team-a/${JOB}?tab=overrides&append=1`));
  const editor = sheet().getByRole("textbox", { name: "Override as YAML" });
  await pointer(page).writeYaml(editor, OVERRIDE);
  await sheet()
    .getByText(/^Nothing, not even a later entry, can undo/)
    .waitFor();
  await sheet().getByRole("button", { name: "Save", exact: true }).click();
  await sheet().getByRole("button", { name: "Show the entry" }).click();
  await expect.poll(nodeSelector).toContain('"pool":"h100"');
});

test("neutralising shows the draft beforehand, and names what no entry can undo", async () => {
  const selected = page.getByRole("region", { name: "Selected entry" });
  await selected.getByRole("button", { name: "Neutralise" }).click();
  await dialog().getByRole("heading", { name: "Pods of node" }).waitFor();
  expect(await dialog().locator("pre").allTextContents()).toEqual([
    expect.stringMatching(/pool: t4/),
  ]);
  await dialog().getByText("What no entry can undo").waitFor();
  expect(await dialog().getByRole("listitem").allInnerTexts()).toEqual([
    expect.stringMatching(/volumes\[scratch\].* node/),
  ]);
  expect(await seriousFindingsInBothThemes(page)).toEqual([]);
});

test("the draft opens prepared and saved, it gives the runtime's value back", async () => {
  await dialog().getByRole("button", { name: "Open as draft" }).click();
  const preview = sheet().getByRole("region", { name: "Preview: effective JobSet" }).last();
  await expect.poll(() => preview.textContent()).toMatch(/-\s*pool: h100/);
  expect(await preview.textContent()).toMatch(/\+\s*pool: t4/);
  await sheet().getByRole("button", { name: "Save", exact: true }).click();
  await sheet().getByText("Saved and confirmed").waitFor();
  await expect.poll(nodeSelector).toBe('{"pool":"t4"}');
  await sheet().getByRole("button", { name: "Show the entry" }).click();
  await page.getByRole("button", { name: /entry 1 of 2, partly or wholly replaced/ }).waitFor();
  const { jobSet } = await readOpenJob(watched, JOB);
  expect(JSON.stringify(jobSet?.spec)).toContain('"scratch"');
});

test("nothing was written to the console and no request left the place", () => {
  watched.assertQuiet();
});
