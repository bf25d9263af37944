import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type AxeResults = {
  readonly passes: readonly unknown[];
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string | null;
    readonly help: string;
    readonly nodes: readonly {
      readonly target: readonly string[];
      readonly html: string;
      readonly failureSummary?: string;
    }[];
  }[];
};

/** Serious and critical findings of axe on the page as it stands, one line each. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  const isThere = await page.evaluate(() => "axe" in window);
  if (!isThere) await page.evaluate(SOURCE);
  const { violations, passes } = await page.evaluate(
    () =>
      (window as unknown as { axe: { run: (options: object) => Promise<AxeResults> } }).axe.run({
        resultTypes: ["violations"],
      }) as Promise<AxeResults>,
  );
  if (passes.length === 0) throw new Error("axe looked at nothing");
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, html, failureSummary }) =>
          `${id}: ${help}: ${target.join(" ")} ${html.slice(0, 160)} ${failureSummary ?? ""}`,
      ),
    );
}

/** The findings of the page as it stands, in both themes; it follows the system's unless one was chosen. */
export async function seriousFindingsInBothThemes(page: Page): Promise<readonly string[]> {
  const findings: string[] = [];
  for (const theme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.locator(`html[data-theme="${theme}"]`).waitFor();
    await page.evaluate(endOfTransitions);
    for (const line of await seriousFindings(page)) findings.push(`${theme}: ${line}`);
  }
  return findings;
}

/** Runs in the page: until no colour is on its way to the new theme's. */
async function endOfTransitions(): Promise<void> {
  const running = () => document.getAnimations().filter((each) => each instanceof CSSTransition);
  while (running().length > 0) await Promise.allSettled(running().map(({ finished }) => finished));
}
