import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import { seriousFindingsInBothThemes } from "../support/axe.ts";
import { launchChromium } from "../support/chromium.ts";
import { type Dashboard, startDashboard } from "../support/dashboard.ts";
import { pointer } from "../support/hands.ts";
import { readOpenJob } from "../support/open-job.ts";
import { openWatchedPage, type WatchedPage } from "../support/watched-page.ts";

const LANE = "trainer.kubeflow.org/dashboard";
const FULL_LANE = "stuck-volumes";
const FULL_LIST = "claimed-lane";

let dashboard: Dashboard;
let browser: Browser;
let alice: WatchedPage;
let admin: WatchedPage;
let page: Page;

beforeAll(async () => {
  dashboard = await startDashboard();
  browser = await launchChromium();
  alice = await openWatchedPage(browser, dashboard, { persona: "alice" });
  admin = await openWatchedPage(browser, dashboard, { persona: "admin" });
  page = alice.page;
});
afterAll(async () => {
  await dashboard.stop();
  await browser.close();
});

const sheet = () => page.getByRole("dialog", { name: "Append override" });
const button = (name: string) => sheet().getByRole("button", { name, exact: true });

test("a lane with 128 entries takes no further one: said before saving, and by the server", async () => {
  const { trainJob, row } = await readOpenJob(admin, FULL_LANE);
  const stored = JSON.stringify(trainJob.spec?.["templateOverrides"]).split(`"${LANE}"`)[1] ?? "";
  const newest = Date.parse(/"time":"([^"]+)"/.exec(stored)?.[1] ?? "");
  for (let count = 1; count < 128; count += 1)
    await append(row, LANE, new Date(newest + count * 1000).toISOString());
  await openDraft(FULL_LANE);
  await expectNotice("This history is full: 128 pod entries", /none of them can be removed/);
  await expectRefusal(FULL_LANE);
  await sheet().getByRole("radio", { name: "Job metadata" }).check();
  await expect
    .poll(() => sheet().getByText("This history is full: 128 pod entries").count())
    .toBe(0);
});

test("a list with 16 managers takes no further one: said before saving, and by the server", async () => {
  const { row } = await readOpenJob(admin, FULL_LIST);
  for (let count = 1; count <= 14; count += 1) await append(row, `team-${count}.example.com/bot`);
  await openDraft(FULL_LIST);
  await expectNotice("No room for another manager", /16 managers.* is not among them/);
  await expectRefusal(FULL_LIST);
});

test("nothing was written to the console and no request left the place", () => {
  alice.assertQuiet();
  admin.assertQuiet();
});

async function openDraft(job: string): Promise<void> {
  await page.goto(alice.at(`/jobs/team-a/${job}?tab=overrides&append=1`));
  const editor = sheet().getByRole("textbox", { name: "Override as YAML" });
  await pointer(page).writeYaml(editor, "spec:\n  nodeSelector:\n    disk: ssd\n");
}

async function expectNotice(title: string, why: RegExp): Promise<void> {
  const notice = sheet().getByRole("alert").filter({ hasText: title });
  await notice.waitFor();
  expect(await notice.textContent()).toMatch(why);
  await expect.poll(() => button("Save").isDisabled()).toBe(true);
  await button("Send anyway").waitFor();
  expect(await seriousFindingsInBothThemes(page)).toEqual([]);
}

async function expectRefusal(job: string): Promise<void> {
  alice.expectAnswer(422, new RegExp(`/${job}/overrides$`));
  await button("Send anyway").click();
  const refusal = sheet().getByRole("alert").filter({ hasText: "The server refused it" });
  await expect.poll(() => refusal.textContent()).toMatch(/must have at most \d+ items|Too many/);
}

async function append(
  { name, uid }: JobDetail["row"],
  manager: string,
  time?: string,
): Promise<void> {
  const answer = await admin.context.request.post(admin.at(`/api/jobs/team-a/${name}/overrides`), {
    data: {
      uid,
      rebase: true,
      confirm: true,
      manager,
      kind: "pod",
      ...(time === undefined ? {} : { time: time.replace(".000Z", "Z") }),
      override: { targetJobs: [{ name: "node" }], metadata: { labels: { round: "x" } } },
    },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}
