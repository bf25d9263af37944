import type { Browser } from "playwright-core";
import { percentile, rounded } from "./figures.ts";

const EVENTS = 40;

/**
 * From a suspend or resume that the API server has answered to the changed word in the row on screen, with many other
 * streams open. The clock is the test process's own: reading the page costs a few milliseconds that are counted in.
 */
export async function benchStream(
  browser: Browser,
  url: string,
  streams: number,
): Promise<Record<string, unknown>> {
  const cookie = "trainer-persona=admin";
  const aborts = Array.from({ length: streams }, () => new AbortController());
  let frames = 0;
  await Promise.all(
    aborts.map(async ({ signal }) => {
      const answer = await fetch(`${url}/api/stream?topics=jobs`, { headers: { cookie }, signal });
      void drain(answer, () => {
        frames += 1;
      });
    }),
  );
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ name: "trainer-persona", value: "admin", url }]);
  const page = await context.newPage();
  const waits: number[] = [];
  try {
    const target = await findJob(url, cookie);
    await page.goto(`${url}/jobs?q=${target.name}`);
    await page.getByText(target.name, { exact: true }).first().waitFor();
    await page.waitForTimeout(1_000);
    let suspend = true;
    for (let event = 0; event < EVENTS; event += 1) {
      const before = await rowText(page, target.name);
      const shown = page.waitForFunction(
        ({ name, text }) => {
          const link = [...document.querySelectorAll("a")].find(
            (one) => one.textContent?.trim() === name,
          );
          return (
            link?.closest('[role="row"], tr, li')?.textContent?.replace(/\d+[smhd]/g, "") !== text
          );
        },
        { name: target.name, text: before },
        { polling: "raf", timeout: 20_000 },
      );
      const sent = performance.now();
      await fetch(`${url}/api/jobs/${target.namespace}/${target.name}/suspend`, {
        method: "PATCH",
        headers: { cookie, "content-type": "application/json", origin: new URL(url).origin },
        body: JSON.stringify({ suspend, uid: target.uid }),
      });
      await shown;
      waits.push(performance.now() - sent);
      suspend = !suspend;
      await page.waitForTimeout(150);
    }
  } finally {
    for (const abort of aborts) abort.abort();
    await context.close();
  }
  return {
    streams,
    events: waits.length,
    framesSeenByStreams: frames,
    writeToScreenMs: {
      median: rounded(percentile(waits, 0.5)),
      p95: rounded(percentile(waits, 0.95)),
      budget: 150,
    },
  };
}

async function drain(answer: Response, onFrame: () => void): Promise<void> {
  try {
    for await (const chunk of answer.body ?? []) {
      if (new TextDecoder().decode(chunk).includes("event: ")) onFrame();
    }
  } catch {
    // The bench ends the streams by aborting them.
  }
}

async function findJob(url: string, cookie: string) {
  const answer = await fetch(`${url}/api/jobs?namespace=team-a&state=Running&pageSize=1`, {
    headers: { cookie },
  });
  const list = (await answer.json()) as {
    items: { name: string; namespace: string; uid: string }[];
  };
  const found = list.items[0];
  if (found === undefined) throw new Error("no running job to suspend");
  return found;
}

function rowText(page: import("playwright-core").Page, name: string): Promise<string | undefined> {
  return page.evaluate((wanted) => {
    const link = [...document.querySelectorAll("a")].find(
      (one) => one.textContent?.trim() === wanted,
    );
    return link?.closest('[role="row"], tr, li')?.textContent?.replace(/\d+[smhd]/g, "");
  }, name);
}
