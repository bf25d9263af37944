import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asObject, getIn, objectsIn } from "#lib/util/json.ts";
import { seriousFindings } from "../support/axe.ts";
import { launchChromium } from "../support/chromium.ts";
import { type Dashboard, startDashboard } from "../support/dashboard.ts";
import { type Hands, keyboard, tabTo } from "../support/hands.ts";
import { readOpenJob } from "../support/open-job.ts";
import { openWatchedPage, type WatchedPage } from "../support/watched-page.ts";

const JOB = "llama-sft-0412";
const SHEET = `/jobs/team-a/${JOB}?tab=overrides&append=1`;

let dashboard: Dashboard;
let browser: Browser;
let watched: WatchedPage;
let page: Page;
let hands: Hands;

beforeAll(async () => {
  dashboard = await startDashboard({ args: ["--dialect", "templateOverrides"] });
  browser = await launchChromium();
  watched = await openWatchedPage(browser, dashboard);
  page = watched.page;
  hands = keyboard(page);
});
afterAll(async () => {
  await dashboard.stop();
  await browser.close();
});

const sheetOf = (on: Page) => on.getByRole("dialog", { name: "Append override" });
const sheet = () => sheetOf(page);
const form = () => sheet().getByRole("form", { name: "Override as a form" });
const button = (name: string) => sheet().getByRole("button", { name, exact: true });
const field = (name: string) => form().getByLabel(name, { exact: true });
const summary = (title: string): Locator =>
  form().locator("summary").filter({ hasText: title }).first();

async function choose(target: Locator, option: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(option);
  await expect.poll(() => target.inputValue()).toBe(option);
}

test("the form opens beside the editor, and says before typing what becomes of a volume", async () => {
  await page.goto(watched.at(SHEET));
  await hands.press(button("Form"));
  await expect.poll(() => summary("Volumes").textContent()).toMatch(/after suspend.*remakes/);
  expect(await field("Env to add to node").count()).toBe(0);
  await hands.press(button("Suspend"));
  await expect.poll(() => summary("Volumes").textContent()).toMatch(/Volumes.*remakes the JobSet/);
  await expect.poll(() => summary("Volumes").textContent()).not.toContain("after suspend");
});

test("a claim is mounted into the trainer by the form and keys alone, and saved", async () => {
  await hands.fill(field("Volume to add"), "corpus");
  await page.keyboard.press("Enter");
  expect(
    await form()
      .locator("datalist option")
      .evaluateAll((all) => all.map((each) => each.getAttribute("value"))),
  ).toContain("team-a-datasets");
  await hands.fill(field("Claim"), "team-a-datasets");
  await hands.press(summary("Container node"));
  await choose(field("Volume to mount into node"), "corpus");
  await hands.fill(field("Mount path in node"), "/corpus");
  await page.keyboard.press("Enter");
  const preview = sheet().getByRole("region", { name: "Preview: effective JobSet" }).last();
  await expect.poll(() => preview.textContent()).toMatch(/\+\s*mountPath: \/corpus/);
  await hands.press(button("Save"));
  await sheet().getByText("Saved and confirmed").waitFor();
  expect(await newestPodEntry()).toMatchObject({
    volumes: [{ name: "corpus", persistentVolumeClaim: { claimName: "team-a-datasets" } }],
    containers: [{ name: "node", volumeMounts: [{ name: "corpus", mountPath: "/corpus" }] }],
  });
});

test("the form and the editor hold one text, and the chosen view outlives a reload", async () => {
  await page.goto(watched.at(SHEET));
  await hands.fill(field("Node selector: key to add"), "disk");
  await hands.fill(field("Node selector: value to add"), "ssd");
  await hands.press(button("Add to Node selector"));
  await hands.press(button("YAML"));
  const lines = page.locator(".monaco-editor .view-lines").first();
  await expect.poll(() => lines.textContent()).toContain("disk:");
  const editor = sheet().getByRole("textbox", { name: "Override as YAML" });
  await hands.writeYaml(editor, "spec:\n  nodeSelector:\n    disk: nvme\n");
  await hands.leaveEditor();
  await sheet().getByText("1 change", { exact: true }).waitFor();
  await hands.press(button("Form"));
  await expect.poll(() => field("Value of disk").inputValue()).toBe("nvme");
  await page.reload();
  await expect.poll(() => field("Value of disk").inputValue()).toBe("nvme");
});

for (const { theme, width } of [
  { theme: "light", width: 1440 },
  { theme: "dark", width: 1440 },
  { theme: "light", width: 390 },
] as const) {
  test(`the whole form unfolded, ${theme}, ${width} wide: nothing serious for axe, nothing too wide`, async () => {
    const other = await openWatchedPage(browser, dashboard, {
      theme,
      viewport: { width, height: 844 },
    });
    await other.page.goto(other.at(SHEET));
    await sheetOf(other.page).getByRole("button", { name: "Form", exact: true }).click();
    const all = other.page.getByRole("form").locator("summary");
    for (let index = 0; index < (await all.count()); index += 1) {
      const isOpen = await all
        .nth(index)
        .evaluate((each) => each.parentElement?.hasAttribute("open"));
      if (isOpen !== true) await all.nth(index).click();
    }
    await other.page.getByRole("button", { name: "Add toleration" }).click();
    expect(await seriousFindings(other.page)).toEqual([]);
    const overflow = await other.page
      .getByRole("form")
      .evaluate((each) => each.scrollWidth - each.clientWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    other.assertQuiet();
    await other.close();
  });
}

test("nothing was written to the console and no request left the place", () => {
  watched.assertQuiet();
});

async function newestPodEntry(): Promise<unknown> {
  const { trainJob } = await readOpenJob(watched, JOB);
  const lane = objectsIn(trainJob.spec?.["templateOverrides"]).find(
    ({ manager }) => manager === "trainer.kubeflow.org/dashboard",
  );
  const newest = objectsIn(lane?.["pod"])
    .toSorted((one, other) => String(one["time"]).localeCompare(String(other["time"])))
    .at(-1);
  return asObject(getIn(newest, "spec"));
}
