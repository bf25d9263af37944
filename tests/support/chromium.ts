import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const SYSTEM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
];

/**
 * Chromium for tests: the environment variable CHROME, a system Chromium or Chrome, else the one in the npm package.
 * Never downloads.
 */
export async function launchChromium(): Promise<Browser> {
  const named = process.env["CHROME"];
  const system = named ?? SYSTEM.find((path) => existsSync(path));
  if (system !== undefined) return chromium.launch({ executablePath: system, args: QUIET });
  const { default: packaged } = await import("@sparticuz/chromium");
  packaged.setGraphicsMode = false;
  // Not the package's own arguments: they are for one short page (a single process, web security off).
  return chromium.launch({ executablePath: await packaged.executablePath(), args: QUIET });
}
