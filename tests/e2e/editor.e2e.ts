import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../support/chromium.ts";
import { type Dashboard, startDashboard } from "../support/dashboard.ts";
import { expectFocus, isInEditor, keyboard, pointer, tabTo } from "../support/hands.ts";
import { openWatchedPage, type WatchedPage } from "../support/watched-page.ts";

let dashboard: Dashboard;
let browser: Browser;
let watched: WatchedPage;
let page: Page;
let sheet: Locator;
let editor: Locator;

beforeAll(async () => {
  dashboard = await startDashboard();
  browser = await launchChromium();
  watched = await openWatchedPage(browser, dashboard);
  page = watched.page;
  sheet = page.getByRole("dialog", { name: "Append override" });
  editor = sheet.getByRole("textbox", { name: "Override as YAML" });
  await page.goto(watched.at("/jobs/team-a/claimed-lane?tab=overrides&append=1"));
  await editor.waitFor({ state: "attached" });
});
afterAll(async () => {
  await dashboard.stop();
  await browser.close();
});

test("the editor completes fields of the served schema, and Enter takes one", async () => {
  await keyboard(page).writeYaml(editor, "spec:\n  nodeSelector:\n    disk: ssd\n  toler");
  await page.keyboard.press("Control+Space");
  const list = page.locator(".suggest-widget.visible");
  await list.getByText("tolerations", { exact: true }).first().waitFor();
  await page.keyboard.press("Enter");
  await expect
    .poll(() => page.locator(".monaco-editor .view-lines").first().textContent())
    .toContain("tolerations:");
});

test("the editor marks the line of a refusal, and its key for the next problem tells it", async () => {
  await pointer(page).writeYaml(editor, "targetJobs:\n- name: nope\nspec:\n  nodeSelector: {}\n");
  await page.locator(".squiggly-error").first().waitFor();
  await page.keyboard.press("F8");
  const problem = page.locator(".marker-widget");
  await problem.getByText(/must not have targetJob that doesn't exist/).waitFor();
  await page.keyboard.press("Escape");
  await problem.waitFor({ state: "hidden" });
  expect(await isInEditor(page)).toBe(true);
});

test("YAML that cannot be read is marked where it breaks, and nothing can be sent", async () => {
  await pointer(page).writeYaml(editor, "spec:\n  nodeSelector: [\n");
  await page.locator(".squiggly-error").first().waitFor();
  await sheet.getByText("The preview appears when the YAML can be read.").waitFor();
  expect(await sheet.getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true);
  expect(await sheet.getByRole("button", { name: "Dry run" }).isDisabled()).toBe(true);
});

test("Ctrl+M lets Tab leave the editor, and Escape leaves it without closing the sheet", async () => {
  await tabTo(page, editor);
  // Moving the cursor closes a suggestion list, which would take Tab for itself.
  await page.keyboard.press("Home");
  await page.keyboard.press("Control+m");
  await page.keyboard.press("Tab");
  await expect.poll(() => isInEditor(page)).toBe(false);
  await page.keyboard.press("Shift+Tab");
  await expectFocus(editor);
  await page.keyboard.press("Control+m");
  await page.keyboard.press("Escape");
  await expect.poll(() => isInEditor(page)).toBe(false);
  expect(await sheet.isVisible()).toBe(true);
});

test("a draft outlives a reload, and can be thrown away", async () => {
  await pointer(page).writeYaml(editor, "spec:\n  nodeSelector:\n    disk: from-before\n");
  await sheet.getByText("1 change", { exact: true }).waitFor();
  await page.reload();
  await sheet.getByText("Your draft from before is back.").waitFor();
  const preview = sheet.getByRole("region", { name: "Preview: effective JobSet" }).last();
  await expect.poll(() => preview.textContent()).toContain("disk: from-before");
  await sheet.getByRole("button", { name: "Discard draft" }).click();
  await sheet.getByText("This override changes nothing in the effective JobSet.").waitFor();
  await page.reload();
  await editor.waitFor({ state: "attached" });
  expect(await sheet.getByText("Your draft from before is back.").count()).toBe(0);
});

test("nothing was written to the console and no request left the place", () => {
  watched.assertQuiet();
});
