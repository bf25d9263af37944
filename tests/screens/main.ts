import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "../support/chromium.ts";
import { type Dashboard, ROOT, startDashboard } from "../support/dashboard.ts";
import { SCREENS, type Screen } from "./screens.ts";

const OUT = join(ROOT, "docs", "screenshots");
const THEMES = ["light", "dark"] as const;
const WIDTHS = [1440, 390] as const;

const ARGS: Record<NonNullable<Screen["server"]> | "default", readonly string[]> = {
  default: [],
  runtimePatches: ["--dialect", "runtimePatches"],
  files: [join(ROOT, "tests", "fixtures", "files")],
};

mkdirSync(OUT, { recursive: true });
const wanted = process.argv.slice(2);
const chosen = SCREENS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const browser = await launchChromium();
let faults = 0;
for (const server of ["default", "runtimePatches", "files"] as const) {
  const screens = chosen.filter((screen) => (screen.server ?? "default") === server);
  if (screens.length === 0) continue;
  const dashboard = await startDashboard({ args: ARGS[server] });
  try {
    for (const screen of screens) await takeAll(browser, dashboard, screen);
  } finally {
    await dashboard.stop();
  }
}
await browser.close();
process.exit(faults === 0 ? 0 : 1);

async function takeAll(within: Browser, dashboard: Dashboard, screen: Screen): Promise<void> {
  for (const theme of THEMES) {
    for (const width of WIDTHS) {
      const context = await within.newContext({
        viewport: { width, height: width === 390 ? 844 : 900 },
        colorScheme: theme,
      });
      if (screen.persona !== undefined) {
        await context.addCookies([
          { name: "trainer-persona", value: screen.persona, url: dashboard.url },
        ]);
      }
      await context.addInitScript(leaveTipsOut);
      const page = await context.newPage();
      const label = `${screen.name}-${theme}-${width}`;
      page.on("pageerror", (error) => report(label, String(error)));
      page.on("console", (message) => {
        if (message.type() === "error" && !isExpected(screen, message.text()))
          report(label, message.text());
      });
      try {
        await take(page, `${dashboard.url}${screen.path}`, screen, join(OUT, `${label}.png`));
      } catch (error) {
        report(label, String(error).split("\n")[0] ?? "");
      }
      await context.close();
    }
  }
}

/** Runs in the page: the tips of a first visit would stand below every picture. */
function leaveTipsOut(): void {
  localStorage.setItem("trainer-dashboard:settings", JSON.stringify({ tip: 99 }));
}

async function take(page: Page, url: string, screen: Screen, file: string): Promise<void> {
  await page.goto(url);
  await page.getByRole("heading").first().waitFor({ state: "attached" });
  await page.waitForTimeout(900);
  if (screen.prepare !== undefined) {
    await screen.prepare(page);
    await page.waitForTimeout(900);
  }
  await page.screenshot({ path: file });
}

/** The browser itself reports the answer that a screen for missing or forbidden things is about. */
function isExpected({ name }: Screen, text: string): boolean {
  return /forbidden|not-found/.test(name) && /status of 40[34]/.test(text);
}

function report(label: string, text: string): void {
  faults += 1;
  process.stderr.write(`${label}: ${text}\n`);
}
