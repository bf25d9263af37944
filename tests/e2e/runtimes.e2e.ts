import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../support/chromium.ts";
import { type Dashboard, startDashboard } from "../support/dashboard.ts";
import { expectFocus } from "../support/hands.ts";
import { openWatchedPage, type WatchedPage } from "../support/watched-page.ts";

/** The world holds more TrainJobs of other runtimes beside these. */
const JOBS = "2500";
const LONGEST_TASK_MS = 400;

let dashboard: Dashboard;
let browser: Browser;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  dashboard = await startDashboard({ args: ["--jobs", JOBS], prefix: "/trainer" });
  browser = await launchChromium();
  watched = await openWatchedPage(browser, dashboard, { persona: "admin" });
  page = watched.page;
});
afterAll(async () => {
  await dashboard.stop();
  await browser.close();
});

const RUNTIME = "/runtimes/-/torch-distributed";

test("a runtime is told in words, with what its policy adds", async () => {
  await page.goto(watched.at(RUNTIME));
  await page.getByRole("heading", { name: "Job node" }).waitFor();
  const added = page.getByRole("table", { name: "What TrainJobs get by themselves" });
  expect(await added.textContent()).toContain("env PET_MASTER_ADDR");
  await page.getByText("Nothing found that would fail later.").waitFor();
});

test("a change of the runtime is compared over all its jobs beside the page, which stays awake", async () => {
  await page.goto(watched.at(`${RUNTIME}?tab=impact`));
  const lines = page.locator(".monaco-editor .view-lines").first();
  await lines.locator(".view-line").first().waitFor();
  await lines.click();
  for (const key of ["Control+End", "ArrowUp", "End"]) await page.keyboard.press(key);
  await page.keyboard.type("-next");
  await page.evaluate(watchLongTasks);
  await page.getByRole("button", { name: "Compare" }).click();
  const summary = await page.getByText(/would be different, compared in/).textContent();
  expect(summary).toMatch(/^\d[\d,]* TrainJobs of \d[\d,]*/);
  expect(await page.evaluate(longestTask)).toBeLessThan(LONGEST_TASK_MS);
});

test("the diff of one job shows the line, and who wrote it", async () => {
  await page
    .getByRole("button", { name: /^Diff of / })
    .first()
    .click();
  const diff = page.getByRole("dialog", { name: /render before and after/ });
  await diff.getByText(/runtime-next/).waitFor();
  await page.keyboard.press("Escape");
  await diff.waitFor({ state: "hidden" });
});

test("the command box takes the focus, finds a job of any page of the list and goes there", async () => {
  await page.goto(watched.at("/runtimes"));
  await page.getByRole("link", { name: "torch-distributed", exact: true }).waitFor();
  await page.keyboard.press("Control+K");
  await expectFocus(page.getByRole("combobox", { name: /Job, runtime/ }));
  await page.keyboard.type("llama-sft-0412");
  const found = page.getByRole("option", { name: /^llama-sft-0412/ });
  await found.and(page.locator('[aria-selected="true"]')).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "llama-sft-0412" }).waitFor();
});

test("the command box appends to the job on the screen", async () => {
  await page.getByRole("button", { name: "Append override" }).waitFor();
  await page.keyboard.press("Control+K");
  await page.getByRole("combobox", { name: /Job, runtime/ }).fill("append");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Append override" }).waitFor();
});

test("time zone and tips are remembered by the browser", async () => {
  await page.goto(watched.at("/jobs"));
  await page.getByRole("button", { name: "No more tips" }).click();
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("combobox", { name: /Time zone/ }).selectOption("Asia/Tokyo");
  await page.keyboard.press("Escape");
  await page.reload();
  await page.getByText(/Sandbox time .* GMT\+9/).waitFor();
  expect(await page.getByRole("complementary", { name: "Tips" }).count()).toBe(0);
  watched.assertQuiet();
});

/** Runs in the page. */
function watchLongTasks(): void {
  Object.assign(window, { longest: 0 });
  new PerformanceObserver((list) => {
    const held = window as unknown as { longest: number };
    for (const { duration } of list.getEntries()) held.longest = Math.max(held.longest, duration);
  }).observe({ type: "longtask" });
}

/** Runs in the page. */
function longestTask(): number {
  return (window as unknown as { longest: number }).longest;
}
