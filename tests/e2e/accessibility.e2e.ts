import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seriousFindings } from "../support/axe.ts";
import { launchChromium } from "../support/chromium.ts";
import { type Dashboard, ROOT, startDashboard } from "../support/dashboard.ts";
import { pointer } from "../support/hands.ts";
import { openWatchedPage, type WatchedPage } from "../support/watched-page.ts";

type Screen = {
  readonly name: string;
  readonly path: string;
  /** Until the screen shows what it is about. */
  readonly ready: (page: Page) => Promise<void>;
  readonly narrow?: boolean;
};

const JOB = "/jobs/team-a/llama-sft-0412";
const text = (words: string) => (page: Page) => page.getByText(words).first().waitFor();

const SCREENS: readonly Screen[] = [
  {
    name: "jobs",
    path: "/jobs",
    ready: (page) => page.getByRole("link", { name: "llama-sft-0412" }).waitFor(),
    narrow: true,
  },
  {
    name: "jobs filtered to nothing",
    path: "/jobs?q=zzz",
    ready: text("Nothing fits these filters"),
  },
  { name: "overview", path: JOB, ready: text("JobSet, Jobs and Pods"), narrow: true },
  { name: "overview of a failed job", path: "/jobs/team-a/resnet-ddp", ready: text("OOMKilled") },
  { name: "overrides", path: `${JOB}?tab=overrides`, ready: text("4 conflicts"), narrow: true },
  {
    name: "overrides, entry selected",
    path: `${JOB}?tab=overrides`,
    ready: async (page) => {
      await page.getByRole("button", { name: /entry 2 of 10/ }).click();
      await page.getByRole("region", { name: /^What this entry changed/ }).waitFor();
    },
  },
  {
    name: "no overrides",
    path: "/jobs/team-a/clip-finetune?tab=overrides",
    ready: text("No overrides yet"),
  },
  {
    name: "effective JobSet",
    path: `${JOB}?tab=effective`,
    ready: (page) => page.getByRole("listbox").getByRole("option").first().waitFor(),
    narrow: true,
  },
  {
    name: "YAML",
    path: `${JOB}?tab=yaml`,
    ready: text("kind: TrainJob"),
  },
  {
    name: "append sheet",
    path: `${JOB}?tab=overrides&append=1`,
    ready: refusedDraft,
    narrow: true,
  },
  {
    name: "question before suspending",
    path: JOB,
    ready: async (page) => {
      await page.getByRole("button", { name: "Suspend", exact: true }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "keyboard shortcuts",
    path: "/jobs",
    ready: async (page) => {
      await page.getByRole("link", { name: "llama-sft-0412" }).waitFor();
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "runtimes", path: "/runtimes", ready: text("torch-distributed-cu118") },
  {
    name: "runtime",
    path: "/runtimes/-/torch-distributed",
    ready: text("kind: ClusterTrainingRuntime"),
    narrow: true,
  },
  {
    name: "TrainJobs of a runtime",
    path: "/runtimes/-/torch-distributed?tab=jobs",
    ready: text("bert-sweep-17"),
  },
  {
    name: "impact of a runtime",
    path: "/runtimes/-/torch-distributed?tab=impact",
    ready: async (page) => {
      await page.locator(".monaco-editor .view-line").first().waitFor();
      await page.getByRole("button", { name: "Compare" }).click();
      await page.getByText(/compared in/).waitFor();
    },
    narrow: true,
  },
  {
    name: "command box",
    path: JOB,
    ready: async (page) => {
      await page.getByRole("button", { name: "Append override" }).waitFor();
      await page.keyboard.press("Control+K");
      await page.getByRole("option", { name: /^Append override/ }).waitFor();
    },
  },
  {
    name: "settings",
    path: "/jobs",
    ready: async (page) => {
      await page.getByRole("button", { name: "Settings" }).click();
      await page.getByRole("dialog", { name: "Settings" }).waitFor();
    },
    narrow: true,
  },
  { name: "job not found", path: "/jobs/team-a/nope", ready: text("Not found") },
  { name: "page not found", path: "/nowhere", ready: text("Not found") },
  { name: "forbidden", path: "/jobs/team-b/ranker-jax", ready: text("You may not see this") },
];

/** The editor open, with a refusal marked in it and said below it. */
async function refusedDraft(page: Page): Promise<void> {
  const sheet = page.getByRole("dialog", { name: "Append override" });
  const editor = sheet.getByRole("textbox", { name: "Override as YAML" });
  await pointer(page).writeYaml(editor, "targetJobs:\n- name: nope\nspec:\n  nodeSelector: {}\n");
  await page.locator(".squiggly-error").first().waitFor();
}

let dashboard: Dashboard;
let withFiles: Dashboard;
let browser: Browser;

beforeAll(async () => {
  const file = join(ROOT, "tests", "fixtures", "e2e", "user-files.yaml");
  dashboard = await startDashboard();
  withFiles = await startDashboard({ args: [file] });
  browser = await launchChromium();
});
afterAll(async () => {
  await dashboard.stop();
  await withFiles.stop();
  await browser.close();
});

const NARROW = { width: 390, height: 844 };

for (const theme of ["light", "dark"] as const) {
  for (const screen of SCREENS) {
    test(`${screen.name}, ${theme}: nothing serious for axe, and a quiet console`, async () => {
      await look(dashboard, screen, theme);
    });
  }

  test(`findings of user files, ${theme}: nothing serious for axe, and a quiet console`, async () => {
    await look(
      withFiles,
      {
        name: "findings",
        path: "/jobs",
        ready: async (page) => {
          await page.getByRole("button", { name: /objects? loaded/ }).click();
          await page.getByRole("dialog").getByText("from-a-file").first().waitFor();
        },
      },
      theme,
    );
  });
}

for (const screen of SCREENS.filter(({ narrow }) => narrow === true)) {
  test(`${screen.name} on a narrow screen: nothing serious for axe, and no page wider than it`, async () => {
    await look(dashboard, screen, "light", NARROW);
  });
}

async function look(
  where: Dashboard,
  screen: Screen,
  theme: "light" | "dark",
  viewport?: { width: number; height: number },
): Promise<void> {
  const watched: WatchedPage = await openWatchedPage(browser, where, { theme, viewport });
  const { page } = watched;
  watched.expectAnswer(404, /\/(nowhere|api\/jobs\/team-a\/nope)$/);
  watched.expectAnswer(403, /\/api\/jobs\/team-b\/ranker-jax$/);
  await page.goto(watched.at(screen.path));
  await screen.ready(page);
  expect(await page.locator("html").getAttribute("data-theme")).toBe(theme);
  expect(await seriousFindings(page)).toEqual([]);
  if (viewport !== undefined)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      viewport.width,
    );
  watched.assertQuiet();
  await watched.close();
}
