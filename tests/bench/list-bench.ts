import type { Browser } from "playwright-core";
import { percentile, rounded } from "./figures.ts";

const VISITS = 5;

/** First rows and bytes of the jobs list in a browser with a cold cache; the scroll's frames beside it. */
export async function benchList(browser: Browser, url: string): Promise<Record<string, unknown>> {
  const firstRows: number[] = [];
  let apiBytes = 0;
  let staticBytes = 0;
  let scroll: Record<string, unknown> = {};
  for (let visit = 0; visit <= VISITS; visit += 1) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addCookies([{ name: "trainer-persona", value: "admin", url }]);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    const paths = new Map<string, string>();
    let api = 0;
    let assets = 0;
    session.on("Network.responseReceived", ({ requestId, response }) =>
      paths.set(requestId, response.url),
    );
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      if (/\/api\//.test(paths.get(requestId) ?? "")) api += encodedDataLength;
      else assets += encodedDataLength;
    });
    await page.goto(`${url}/jobs`, { waitUntil: "commit" });
    await page.waitForSelector('main a[href*="/jobs/"]', { timeout: 90_000 });
    const shown = await page.evaluate(() => performance.now());
    // The first visit warms the server's code, as a browser's cache never would.
    if (visit > 0) firstRows.push(shown);
    await page.waitForTimeout(300);
    apiBytes = api;
    staticBytes = assets;
    if (visit === VISITS) scroll = await page.evaluate(measureScroll);
    await context.close();
  }
  return {
    firstRowsMs: {
      median: rounded(percentile(firstRows, 0.5)),
      max: rounded(Math.max(...firstRows)),
      budget: 300,
    },
    firstScreenApiBytes: apiBytes,
    firstScreenApiBudget: 40_000,
    pageAssetsBytes: staticBytes,
    pageAssetsBudget: 280_000,
    scroll,
  };
}

/** Runs in the page: two seconds of scrolling, the time between frames. */
function measureScroll(): Promise<Record<string, unknown>> {
  const scroller = [...document.querySelectorAll("*")].find(
    (element) =>
      element.scrollHeight > element.clientHeight + 1_000 &&
      getComputedStyle(element).overflowY !== "visible",
  );
  return new Promise((resolve) => {
    const gaps: number[] = [];
    const start = performance.now();
    let last = start;
    const step = (now: number) => {
      gaps.push(now - last);
      last = now;
      if (scroller !== undefined) scroller.scrollTop += 60;
      if (now - start < 2_000) requestAnimationFrame(step);
      else {
        const sorted = gaps.slice(1).sort((a, b) => a - b);
        resolve({
          frames: gaps.length,
          medianFrameMs: sorted[Math.floor(sorted.length / 2)],
          p95FrameMs: sorted[Math.floor(sorted.length * 0.95)],
        });
      }
    };
    requestAnimationFrame(step);
  });
}
