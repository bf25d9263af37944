import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seriousFindingsInBothThemes } from "../support/axe.ts";
import { launchChromium } from "../support/chromium.ts";
import { type Dashboard, startDashboard } from "../support/dashboard.ts";
import { expectFocus, keyboard, tabTo } from "../support/hands.ts";
import { openWatchedPage, type WatchedPage } from "../support/watched-page.ts";

const JOB = "/jobs/team-a/llama-sft-0412?tab=overrides";
const RUNTIME = "the runtime alone (no overrides)";

let dashboard: Dashboard;
let browser: Browser;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  dashboard = await startDashboard();
  browser = await launchChromium();
  watched = await openWatchedPage(browser, dashboard);
  page = watched.page;
  await page.goto(watched.at(JOB));
});
afterAll(async () => {
  await dashboard.stop();
  await browser.close();
});

const from = () => page.getByRole("combobox", { name: "From (a)" });
const to = () => page.getByRole("combobox", { name: "To (b)" });
const difference = () =>
  page.getByRole("region", { name: "Effective JobSet at two points", exact: true }).last();
const zoom = () => new URL(page.url()).searchParams.get("zoom");
const shownPercent = () => {
  const [start = 0, end = 0] = (zoom() ?? "0-100").split("-").map(Number);
  return end - start;
};
const selectedDot = (place: number) =>
  page.getByRole("button", { name: new RegExp(`entry ${place} of 10`), pressed: true });
const chosen = async () => [
  await from().locator("option:checked").textContent(),
  await to().locator("option:checked").textContent(),
];

test("the comparison starts with the runtime alone against now", async () => {
  await page.getByRole("button", { name: "Compare two points" }).click();
  expect(await chosen()).toEqual([RUNTIME, "now (all 10)"]);
  await expect.poll(() => difference().textContent()).toMatch(/-\s*pool: t4/);
  expect(await difference().textContent()).toMatch(/\+\s*pool: a100/);
});

test("two entries of the history are compared, and one entry further at a time", async () => {
  const labels = await from().getByRole("option").allTextContents();
  const later = labels.findIndex((label) => /platform\.example\.com\/defaults pod/.test(label));
  await from().selectOption({ label: labels[later - 1] ?? "" });
  await to().selectOption({ label: labels[later] ?? "" });
  await expect.poll(chosen).toEqual([labels[later - 1], labels[later]]);
  await expect.poll(() => difference().textContent()).toMatch(/-\s*value: debug/);
  expect(await difference().textContent()).toMatch(/\+\s*value: info/);
  expect(await difference().textContent()).not.toContain("pool: a100");
  await keyboard(page).press(page.getByRole("button", { name: "One entry earlier" }));
  await page.getByText("The effective JobSet is the same at both points.").waitFor();
  await keyboard(page).press(page.getByRole("button", { name: "One entry later" }));
  await expect.poll(() => difference().textContent()).toMatch(/\+\s*value: info/);
});

test("the address shows the same points and the same difference after a reload", async () => {
  const [points, text] = [await chosen(), await difference().textContent()];
  await page.goto(page.url());
  await from().waitFor();
  expect(await chosen()).toEqual(points);
  await expect.poll(() => difference().textContent()).toBe(text);
  expect(await seriousFindingsInBothThemes(page)).toEqual([]);
});

test("the JobSet in the cluster is compared with what the overrides make, also by its address", async () => {
  await to().selectOption({ label: "the JobSet in the cluster (drift)" });
  const none = page.getByText("No drift: the JobSet in the cluster is what the overrides make.");
  await none.waitFor();
  expect(await from().isDisabled()).toBe(true);
  await page.reload();
  await none.waitFor();
  await page.getByText(/fields are defaults, not drift/).click();
  await page.getByRole("table", { name: "Defaults of the JobSet" }).waitFor();
  expect(await seriousFindingsInBothThemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Close the comparison" }).click();
  expect(new URL(page.url()).search).toBe("?tab=overrides");
});

test("by keys the timeline is walked, zoomed and moved, and the address keeps the shown part", async () => {
  const dots = page.getByRole("button", { name: /entry \d+ of 10/ });
  await dots.first().waitFor();
  const all = await dots.count();
  await tabTo(page, page.getByRole("button", { name: /entry 1 of 10/ }));
  for (const _press of [1, 2, 3]) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expectFocus(page.getByRole("button", { name: /entry 2 of 10/ }));
  await selectedDot(2).waitFor();
  await zoomIn();
  await expectFocus(page.getByRole("button", { name: /entry 2 of 10/ }));
  await page.getByText(/outside the part of the axis that is shown/).waitFor();
  expect(await dots.count()).toBeLessThan(all);
  const address = page.url();
  await page.reload();
  await page.getByText(/outside the part of the axis that is shown/).waitFor();
  expect(page.url()).toBe(address);
  expect(await seriousFindingsInBothThemes(page)).toEqual([]);
});

test("by keys the shown part is moved and widened again, and a walk brings its entry into view", async () => {
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const before = zoom();
  await keyboard(page).press(button("Show earlier"));
  await expect.poll(zoom).not.toBe(before);
  await keyboard(page).press(button("Show later"));
  await expect.poll(zoom).toBe(before);
  await keyboard(page).press(button("Show the whole axis"));
  await expect.poll(zoom).toBe(null);
  await tabTo(page, page.getByRole("button", { name: /entry 2 of 10/ }));
  await page.keyboard.press("Home");
  await expectFocus(page.getByRole("button", { name: /entry 1 of 10/ }));
  await selectedDot(1).waitFor();
  await zoomIn();
  await page.keyboard.press("End");
  await expectFocus(page.getByRole("button", { name: /entry 10 of 10/ }));
  await expect.poll(shownPercent).toBeCloseTo(60, 1);
  await selectedDot(10).waitFor();
  const end = zoom();
  await page.keyboard.press("Shift+ArrowLeft");
  await expect.poll(zoom).not.toBe(end);
  await page.keyboard.press("0");
  await expect.poll(zoom).toBe(null);
});

test("nothing was written to the console and no request left the place", () => {
  watched.assertQuiet();
});

async function zoomIn(): Promise<void> {
  await page.keyboard.press("+");
  await expect.poll(shownPercent).toBeCloseTo(60, 1);
  await page.waitForFunction(() => document.activeElement?.matches("[data-track] button"));
}
