import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../support/chromium.ts";
import { type Dashboard, startDashboard } from "../support/dashboard.ts";
import { pointer } from "../support/hands.ts";
import { readOpenJob } from "../support/open-job.ts";
import { openWatchedPage, type WatchedPage } from "../support/watched-page.ts";

let dashboard: Dashboard;
let browser: Browser;
let alice: WatchedPage;
let admin: WatchedPage;

beforeAll(async () => {
  dashboard = await startDashboard();
  browser = await launchChromium();
  alice = await openWatchedPage(browser, dashboard, { persona: "alice" });
  admin = await openWatchedPage(browser, dashboard, { persona: "admin" });
});
afterAll(async () => {
  await dashboard.stop();
  await browser.close();
});

const rowOf = (page: Page, name: string): Locator =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
const badge = (page: Page, word: string): Locator =>
  page.getByRole("banner").getByRole("status").filter({ hasText: word });

test("what an admin does to a job is on a data scientist's list at once, without a reload", async () => {
  await alice.page.goto(alice.at("/jobs"));
  await rowOf(alice.page, "vit-pretrain").getByText("Running", { exact: true }).waitFor();
  await badge(alice.page, "Live").waitFor();
  await alice.page.evaluate(() => document.body.setAttribute("data-same-page", ""));
  await admin.page.goto(admin.at("/jobs/team-a/vit-pretrain"));
  await admin.page.getByRole("button", { name: "Suspend", exact: true }).click();
  await admin.page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
  await rowOf(alice.page, "vit-pretrain").getByText("Suspended", { exact: true }).waitFor();
  expect(await alice.page.locator("body[data-same-page]").count()).toBe(1);
});

test("an admin writes another manager's lane only after saying so", async () => {
  const { page } = admin;
  await page.goto(admin.at("/jobs/team-a/claimed-lane?tab=overrides&append=1"));
  const sheet = page.getByRole("dialog", { name: "Append override" });
  await sheet
    .getByRole("combobox", { name: "Manager (lane)" })
    .selectOption("trainer.kubeflow.org/sdk");
  const editor = sheet.getByRole("textbox", { name: "Override as YAML" });
  await pointer(page).writeYaml(editor, "spec:\n  nodeSelector:\n    disk: ssd\n");
  await sheet.getByText("trainer.kubeflow.org/sdk is not yours").waitFor();
  admin.expectAnswer(403, /\/api\/jobs\/team-a\/claimed-lane\/overrides$/);
  await sheet.getByRole("button", { name: "Send anyway" }).click();
  await sheet.getByRole("alert").getByText("Not your lane").waitFor();
  await sheet.getByRole("checkbox", { name: /I write into a lane that is not mine/ }).check();
  await sheet.getByRole("button", { name: "Save", exact: true }).click();
  await sheet.getByText("Saved and confirmed").waitFor();
});

test("an override that came in between is a conflict: the draft is shown on the fresh object and then saved", async () => {
  const { page } = alice;
  alice.expectAnswer(409, /\/api\/jobs\/team-a\/nobody-knows\/overrides$/);
  alice.expectOutage(true);
  await page.route("**/api/stream*", (route) => route.abort());
  await page.goto(alice.at("/jobs/team-a/nobody-knows?tab=overrides&append=1"));
  const sheet = page.getByRole("dialog", { name: "Append override" });
  const editor = sheet.getByRole("textbox", { name: "Override as YAML" });
  await pointer(page).writeYaml(editor, "spec:\n  nodeSelector:\n    pool: h100\n");
  const preview = sheet.getByRole("region", { name: "Preview: effective JobSet" }).last();
  await expect.poll(() => preview.textContent()).toMatch(/-\s*pool: t4/);
  await appendBehindTheBack();
  await sheet.getByRole("button", { name: "Save", exact: true }).click();
  await sheet.getByText("The overrides changed meanwhile").waitFor();
  await expect.poll(() => preview.textContent()).toMatch(/-\s*pool: cpu/);
  await page.unroute("**/api/stream*");
  await sheet.getByRole("button", { name: "Save", exact: true }).click();
  await sheet.getByText("Saved and confirmed").waitFor();
  alice.expectOutage(false);
});

async function appendBehindTheBack(): Promise<void> {
  const { row, overridesDigest } = await readOpenJob(admin, "nobody-knows");
  const answer = await admin.context.request.post(
    admin.at("/api/jobs/team-a/nobody-knows/overrides"),
    {
      data: {
        uid: row.uid,
        seen: overridesDigest,
        manager: "team-a.example.com/ci",
        kind: "pod",
        confirm: true,
        override: { targetJobs: [{ name: "node" }], spec: { nodeSelector: { pool: "cpu" } } },
      },
    },
  );
  expect(answer.status()).toBe(200);
}

test("on SIGTERM the server ends its open streams and itself; the page says so and comes back by itself", async () => {
  const { page } = alice;
  await page.goto(alice.at("/jobs"));
  await badge(page, "Live").waitFor();
  await admin.close();
  alice.expectOutage(true);
  const before = performance.now();
  const code = await dashboard.stop();
  expect(code).toBe(0);
  expect(performance.now() - before).toBeLessThan(5_000);
  await badge(page, "Offline").waitFor();
  await rowOf(page, "llama-sft-0412").waitFor();
  dashboard = await startDashboard({ args: ["--port", new URL(dashboard.url).port] });
  await badge(page, "Live").waitFor({ timeout: 60_000 });
  await rowOf(page, "vit-pretrain").getByText("Running", { exact: true }).waitFor();
});

test("nothing else was written to the console and no request left the place", () => {
  alice.assertQuiet();
  admin.assertQuiet();
});
