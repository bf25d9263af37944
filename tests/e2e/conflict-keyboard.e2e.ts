import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seriousFindingsInBothThemes } from "../support/axe.ts";
import { launchChromium } from "../support/chromium.ts";
import { type Dashboard, startDashboard } from "../support/dashboard.ts";
import { type Hands, isInEditor, keyboard } from "../support/hands.ts";
import { readOpenJob } from "../support/open-job.ts";
import { openWatchedPage, type WatchedPage } from "../support/watched-page.ts";

const JOB = "nobody-knows";
const OVERRIDES = `/api/jobs/team-a/${JOB}/overrides`;

let dashboard: Dashboard;
let browser: Browser;
let alice: WatchedPage;
let admin: WatchedPage;
let page: Page;
let hands: Hands;

beforeAll(async () => {
  dashboard = await startDashboard();
  browser = await launchChromium();
  alice = await openWatchedPage(browser, dashboard, { persona: "alice" });
  admin = await openWatchedPage(browser, dashboard, { persona: "admin" });
  page = alice.page;
  hands = keyboard(page);
});
afterAll(async () => {
  await dashboard.stop();
  await browser.close();
});

const sheet = () => page.getByRole("dialog", { name: "Append override" });
const save = () => sheet().getByRole("button", { name: "Save", exact: true });
const preview = () => sheet().getByRole("region", { name: "Preview: effective JobSet" }).last();

test("by keys alone: a draft on a list that another manager changes meanwhile is a conflict of three sides", async () => {
  alice.expectAnswer(409, /\/nobody-knows\/overrides$/);
  alice.expectOutage(true);
  // Without the stream the page does not learn of the other's entry before it saves.
  await page.route("**/api/stream*", (route) => route.abort());
  await page.goto(alice.at(`/jobs/team-a/${JOB}?tab=overrides`));
  await page.getByRole("button", { name: "Append override" }).waitFor();
  await hands.openAppend();
  const editor = sheet().getByRole("textbox", { name: "Override as YAML" });
  await hands.writeYaml(editor, "spec:\n  nodeSelector:\n    pool: h100\n");
  await expect.poll(() => preview().textContent()).toMatch(/-\s*pool: t4/);
  await appendAsAnother();
  await hands.leaveEditor();
  await expect.poll(() => isInEditor(page)).toBe(false);
  await hands.press(save());
  const conflict = sheet().getByRole("alert").filter({ hasText: "changed meanwhile" });
  const theirs = conflict.getByRole("region", { name: "What others wrote meanwhile" });
  await expect.poll(() => theirs.textContent()).toMatch(/added.*team-a\.example\.com\/ci/);
  expect(await theirs.textContent()).toContain("pool: cpu");
  const mine = conflict.getByRole("region", { name: "Your draft" });
  expect(await mine.textContent()).toContain("pool: h100");
  expect(await mine.getByRole("listitem").allInnerTexts()).toEqual([
    expect.stringMatching(/nodeSelector.*pool.* yours wins/),
  ]);
  await expect.poll(() => preview().textContent()).toMatch(/-\s*pool: cpu/);
  await hands.press(conflict.locator("summary"));
  await expect
    .poll(() => theirs.getByRole("region").textContent())
    .toMatch(/-\s*pool: t4.*\+\s*pool: cpu/s);
});

test("the conflict is readable in both themes", async () => {
  expect(await seriousFindingsInBothThemes(page)).toEqual([]);
});

test("by keys alone: the draft is saved on the fresh list, and neutralised", async () => {
  await page.unroute("**/api/stream*");
  await hands.press(save());
  await sheet().getByText("Saved and confirmed").waitFor();
  alice.expectOutage(false);
  await hands.press(sheet().getByRole("button", { name: "Show the entry" }));
  const selected = page.getByRole("region", { name: "Selected entry" });
  await hands.press(selected.getByRole("button", { name: "Neutralise" }));
  const dialog = page.getByRole("dialog", { name: "Neutralise this entry" });
  await hands.press(dialog.getByRole("button", { name: "Open as draft" }));
  await expect.poll(() => preview().textContent()).toMatch(/-\s*pool: h100/);
  expect(await preview().textContent()).toMatch(/\+\s*pool: cpu/);
  await hands.press(save());
  await sheet().getByText("Saved and confirmed").waitFor();
  await expect
    .poll(async () => JSON.stringify((await readOpenJob(alice, JOB)).jobSet?.spec))
    .toContain('"nodeSelector":{"pool":"cpu"}');
});

test("nothing else was written to the console and no request left the place", () => {
  alice.assertQuiet();
  admin.assertQuiet();
});

async function appendAsAnother(): Promise<void> {
  const { row, overridesDigest } = await readOpenJob(admin, JOB);
  const answer = await admin.context.request.post(admin.at(OVERRIDES), {
    data: {
      uid: row.uid,
      seen: overridesDigest,
      manager: "team-a.example.com/ci",
      kind: "pod",
      confirm: true,
      override: { targetJobs: [{ name: "node" }], spec: { nodeSelector: { pool: "cpu" } } },
    },
  });
  expect(answer.status()).toBe(200);
}
