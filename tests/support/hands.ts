import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** How a person drives the page: with pointer and keys, or with keys alone. */
export type Hands = {
  readonly name: "pointer" | "keyboard";
  /** From the list to the job of that name. */
  readonly openJob: (name: string) => Promise<void>;
  /** Presses a button or follows a link. */
  readonly press: (target: Locator) => Promise<void>;
  /** Opens a tab of the tab list. */
  readonly openTab: (target: Locator) => Promise<void>;
  /** Opens the append sheet of the job on the screen. */
  readonly openAppend: () => Promise<void>;
  readonly fill: (target: Locator, text: string) => Promise<void>;
  /** Replaces the text of the YAML editor. */
  readonly writeYaml: (editor: Locator, text: string) => Promise<void>;
  /** Lets go of the YAML editor. */
  readonly leaveEditor: () => Promise<void>;
};

export function pointer(page: Page): Hands {
  const press = (target: Locator) => target.click();
  return {
    name: "pointer",
    press,
    openTab: press,
    openJob: (name) => page.getByRole("link", { name, exact: true }).click(),
    openAppend: () => page.getByRole("button", { name: "Append override" }).click(),
    fill: (target, text) => target.fill(text),
    writeYaml: async (editor, text) => {
      await editor.waitFor({ state: "attached" });
      await page.locator(".monaco-editor .view-lines").first().click();
      await page.keyboard.press("Control+A");
      await page.keyboard.press("Delete");
      await page.evaluate((value) => navigator.clipboard.writeText(value), text);
      await page.keyboard.press("Control+V");
    },
    leaveEditor: () => page.keyboard.press("Escape"),
  };
}

/** Everything through `page.keyboard`: what cannot be reached by keys fails here. */
export function keyboard(page: Page): Hands {
  const keys = page.keyboard;
  const press = async (target: Locator) => {
    await tabTo(page, target);
    await keys.press("Enter");
  };
  return {
    name: "keyboard",
    press,
    openTab: async (target) => {
      await tabTo(page, page.getByRole("tab", { selected: true }).first());
      await arrowTo(page, target);
      await keys.press("Enter");
    },
    openJob: async (name) => {
      await keys.press("/");
      await keys.type(name);
      await expect.poll(() => page.url()).toContain(`q=${name}`);
      await page.getByRole("link", { name, exact: true }).waitFor();
      await keys.press("Escape");
      await keys.press("j");
      await expectFocus(page.getByRole("link", { name, exact: true }));
      await keys.press("Enter");
    },
    openAppend: () => keys.press("a"),
    fill: async (target, text) => {
      await tabTo(page, target);
      await keys.press("Control+A");
      await keys.press("Delete");
      await keys.type(text);
    },
    writeYaml: async (editor, text) => {
      await editor.waitFor({ state: "attached" });
      await tabTo(page, editor);
      await keys.press("Control+A");
      await keys.press("Delete");
      await typeLines(page, text);
    },
    leaveEditor: () => keys.press("Escape"),
  };
}

/** Line by line; the editor's own indentation of a new line is typed over. */
async function typeLines({ keyboard: keys }: Page, text: string): Promise<void> {
  for (const [index, line] of text.trimEnd().split("\n").entries()) {
    if (index > 0) {
      await keys.press("Enter");
      await keys.press("Shift+Home");
    }
    await keys.type(line);

    // Moving the cursor closes a suggestion list, which would take the next Enter for itself.
    await keys.press("Home");
    await keys.press("End");
  }
}

const FURTHEST = 200;

/** Tab until the target has the focus. Inside the editor Tab indents, so there the way on leads over its own key. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: "attached" });
  for (let step = 0; step < FURTHEST; step += 1) {
    if (await hasFocus(target)) return;
    if (await isInEditor(page)) await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reaches ${target}`);
}

/** Arrow keys within a group of which only one member is in the tab order. */
export async function arrowTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < FURTHEST; step += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press("ArrowRight");
  }
  throw new Error(`the arrow keys never reach ${target}`);
}

export async function expectFocus(target: Locator): Promise<void> {
  await expect.poll(() => hasFocus(target)).toBe(true);
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.first().evaluate((element) => element === document.activeElement);
}

export function isInEditor(page: Page): Promise<boolean> {
  return page.evaluate(() => document.activeElement?.closest(".monaco-editor") != null);
}
