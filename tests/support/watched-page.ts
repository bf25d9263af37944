import type { Browser, BrowserContext, ConsoleMessage, Page, Request } from "playwright-core";
import { expect } from "vitest";
import type { Dashboard } from "./dashboard.ts";

/** An answer that the test provokes; the browser writes a console error for it by itself. */
export type ExpectedAnswer = { readonly status: number; readonly path: RegExp };

export type WatchedPage = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Address below the dashboard's prefix: `/jobs` → `http://127.0.0.1:1234/trainer/jobs`. */
  readonly at: (path: string) => string;
  /** From now on such an answer is no fault. */
  readonly expectAnswer: (status: number, path: RegExp) => void;
  /** From now on a server that does not answer is no fault. */
  readonly expectOutage: (isExpected: boolean) => void;
  /** Fails on any console error or warning, uncaught exception, CSP violation, or request that left the prefix. */
  readonly assertQuiet: () => void;
  readonly close: () => Promise<void>;
};

export type WatchOptions = {
  readonly persona?: "alice" | "bob" | "admin" | undefined;
  readonly theme?: "light" | "dark" | undefined;
  readonly viewport?: { readonly width: number; readonly height: number } | undefined;
};

/** A page of its own browser context that notes everything that a page must not do. */
export async function openWatchedPage(
  browser: Browser,
  dashboard: Dashboard,
  { persona, theme = "light", viewport = { width: 1440, height: 900 } }: WatchOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport, colorScheme: theme, locale: "en-GB" });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const faults: string[] = [];
  const expected: ExpectedAnswer[] = [];
  let isOutage = false;
  await context.exposeBinding("reportViolation", (_source, text: string) => {
    faults.push(`CSP violation: ${text}`);
  });
  await context.addInitScript(listenForViolations);
  const isExpected = (message: ConsoleMessage) =>
    isAnswer(message, expected) || (isOutage && /net::ERR_/.test(message.text()));
  context.on("request", (request) => {
    if (!isInside(request, dashboard.url)) faults.push(`request to ${request.url()}`);
  });
  const page = await context.newPage();
  page.on("console", (message) => {
    const isBad = message.type() === "error" || message.type() === "warning";
    if (isBad && !isExpected(message))
      faults.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => faults.push(`uncaught: ${error.message}`));
  const at = (path: string) => `${dashboard.url}${path}`;
  if (persona !== undefined) await actAs(context, dashboard, persona);
  return {
    page,
    context,
    at,
    expectAnswer: (status, path) => expected.push({ status, path }),
    expectOutage: (value) => {
      isOutage = value;
    },
    assertQuiet: () => expect(faults).toEqual([]),
    close: () => context.close(),
  };
}

/** The persona is a cookie of the context, as the menu sets it. */
export async function actAs(
  context: BrowserContext,
  dashboard: Dashboard,
  persona: string,
): Promise<void> {
  const answer = await context.request.post(`${dashboard.url}/api/session/persona`, {
    data: { persona },
  });
  expect(answer.status()).toBe(200);
}

/** Runs in the page. */
function listenForViolations(): void {
  document.addEventListener("securitypolicyviolation", (event) => {
    const { reportViolation } = window as unknown as { reportViolation: (text: string) => void };
    reportViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
  });
}

function isAnswer(message: ConsoleMessage, expected: readonly ExpectedAnswer[]): boolean {
  const status = /status of (\d+)/.exec(message.text())?.[1];
  if (status === undefined) return false;
  const { pathname } = new URL(message.location().url);
  return expected.some((each) => each.status === Number(status) && each.path.test(pathname));
}

/** Same origin and below the prefix; data and blob addresses leave nothing. */
function isInside(request: Request, home: string): boolean {
  const url = new URL(request.url());
  if (url.protocol === "data:" || url.protocol === "blob:") return true;
  const base = new URL(home);
  const prefix = base.pathname.replace(/\/$/, "");
  return url.origin === base.origin && url.pathname.startsWith(`${prefix}/`);
}
