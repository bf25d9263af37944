import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../support/chromium.ts";
import { type Dashboard, startDashboard } from "../support/dashboard.ts";
import { type Hands, isInEditor, keyboard, pointer } from "../support/hands.ts";
import { readOpenJob } from "../support/open-job.ts";
import { readStreamText } from "../support/stream-text.ts";
import { openWatchedPage, type WatchedPage } from "../support/watched-page.ts";
import type { WalkDialect, WalkRefusal } from "./walk-dialects.ts";

export type WalkVariant = {
  readonly dialect: WalkDialect;
  readonly hands: Hands["name"];
  readonly prefix?: string | undefined;
};

const JOB = "llama-sft-0412";
const LANE = "trainer.kubeflow.org/dashboard";
const OTHER_LANE = "kueue.x-k8s.io/manager";
const OVERRIDES = new RegExp(`/api/jobs/team-a/${JOB}/overrides$`);

/** The whole way of a data scientist, from the list to the resumed job, as tests in order over one page. */
export function walk({ dialect, hands: kind, prefix }: WalkVariant): void {
  let dashboard: Dashboard;
  let browser: Browser;
  let watched: WatchedPage;
  let hands: Hands;

  beforeAll(async () => {
    dashboard = await startDashboard({
      args: ["--dialect", dialect.dialect],
      ...(prefix === undefined ? {} : { prefix }),
    });
    browser = await launchChromium();
    watched = await openWatchedPage(browser, dashboard);
    hands = kind === "pointer" ? pointer(watched.page) : keyboard(watched.page);
  });
  afterAll(async () => {
    await dashboard.stop();
    await browser.close();
  });

  const page = () => watched.page;
  const sheet = () => page().getByRole("dialog", { name: "Append override" });
  const editor = () => sheet().getByRole("textbox", { name: "Override as YAML" });
  const check = (name: string) =>
    sheet()
      .getByRole("list", { name: "Checks" })
      .locator(":scope > li")
      .filter({ has: page().getByText(name, { exact: true }) });
  const button = (name: string) => sheet().getByRole("button", { name, exact: true });
  const alert = () => sheet().getByRole("alert");
  const expectState = (name: string, state: "passes" | "fails" | "look at this") =>
    check(name).getByRole("img", { name: state }).waitFor();

  test("the list shows one's own team only, and leads to the job's overrides", async () => {
    await page().goto(watched.at("/jobs"));
    await page().getByRole("link", { name: JOB, exact: true }).waitFor();
    expect(await page().getByRole("table", { name: "TrainJobs" }).textContent()).not.toContain(
      "team-b",
    );
    await hands.openJob(JOB);
    await page().getByRole("heading", { level: 1, name: JOB }).waitFor();
    await hands.openTab(page().getByRole("tab", { name: /^Overrides/ }));
    await page()
      .getByRole("button", { name: new RegExp(`^${LANE}`) })
      .first()
      .waitFor();
  });

  test("a draft shows the JobSet before and after, with who wrote each side", async () => {
    await hands.openAppend();
    await hands.writeYaml(editor(), dialect.override);
    await expectState("YAML", "passes");
    const preview = sheet().getByRole("region", { name: "Preview: effective JobSet" }).last();
    await expect.poll(() => preview.textContent()).toMatch(/\+\s*kubernetes\.io\/arch: amd64/);
    const text = await preview.textContent();
    expect(text).toMatch(/-\s*value: info/);
    expect(text).toMatch(/\+\s*value: trace/);
    expect(text).toMatch(/\+\s*- key: nvidia\.com\/gpu/);
    expect(text).toMatch(/\+\s*- name: scratch/);
    expect(text).toMatch(/\+\s*mountPath: \/scratch/);
    expect(await writerOf(preview, "value: info")).toContain("platform.example.com/defaults");
    expect(await writerOf(preview, "value: trace")).toContain(LANE);
    expect(await writerOf(preview, "kubernetes.io/arch: amd64")).toContain(LANE);
  });

  test("while the job runs the draft is refused before saving, and by the server in the same words", async () => {
    await expectState("Suspension", "fails");
    expect(await check("Suspension").textContent()).toContain("The TrainJob is running");
    expect(await button("Save").isDisabled()).toBe(true);
    watched.expectAnswer(422, OVERRIDES);
    await leaveEditorFirst();
    await hands.press(button("Send anyway"));
    expect(await alert().textContent()).toMatch(dialect.running);
  });

  test("suspended, each other refusal stands at its place before saving, and the server says the same", async () => {
    await hands.press(button("Suspend"));
    await expectState("Suspension", "passes");
    expect(await focusIsInside(sheet())).toBe(true);
    for (const refusal of dialect.refusals) await expectRefusal(refusal);
  });

  test("another manager's lane is not offered, and refused by the server", async () => {
    const lanes = sheet().getByRole("combobox", { name: "Manager (lane)" }).getByRole("option");
    expect(await lanes.allInnerTexts()).toEqual([LANE]);
    watched.expectAnswer(403, OVERRIDES);
    const { row, overridesDigest } = await readOpenJob(watched, JOB);
    const body = {
      ...dialect.foreign,
      uid: row.uid,
      seen: overridesDigest,
      manager: OTHER_LANE,
      confirm: true,
    };
    const answer = await watched.context.request.post(
      watched.at(`/api/jobs/team-a/${JOB}/overrides`),
      { data: body },
    );
    expect(answer.status()).toBe(403);
    expect(await answer.text()).toContain("FOREIGN_LANE");
  });

  test("the good draft says what becomes of the JobSet, is saved, confirmed and drawn", async () => {
    await hands.writeYaml(editor(), dialect.override);
    await expectState("Webhook rules", "passes");
    await expect.poll(() => check("Effect").textContent()).toMatch(dialect.effect);
    expect(await sheet().getByRole("list", { name: "Warnings" }).textContent()).toContain(
      "tolerations replace the list that was there",
    );
    const before = await readOpenJob(watched, JOB);
    await leaveEditorFirst();
    await hands.press(button("Dry run"));
    await sheet().getByText("The prediction and the server agree.").waitFor();
    await hands.press(button("Save"));
    await sheet().getByText("Saved and confirmed").waitFor();
    await hands.press(button("Show the entry"));
    const selected = page().getByRole("region", { name: "Selected entry" });
    await expect
      .poll(() => selected.textContent())
      .toMatch(/containers\[metrics-agent\]\.volumeMounts\[\/scratch\]/);
    await expect.poll(() => selected.textContent()).toMatch(/\+\s*mountPath: \/scratch/);
    const uid = async () => (await readOpenJob(watched, JOB)).jobSet?.metadata.uid;
    if (dialect.jobSet === "remade") {
      await expect
        .poll(async () => [undefined, before.jobSet?.metadata.uid].includes(await uid()))
        .toBe(false);
    } else expect(await uid()).toBe(before.jobSet?.metadata.uid);
  });

  test("resumed, the job runs with the override, or is named as stuck everywhere", async () => {
    await hands.press(page().getByRole("button", { name: "×20" }));
    await hands.press(page().getByRole("button", { name: "Resume", exact: true }));
    await page().getByRole("button", { name: "Suspend", exact: true }).waitFor();
    if (dialect.jobSet === "remade") await expectRunning();
    else await expectStuck();
  });

  test("the other team is neither listed nor reachable nor in the stream", async () => {
    watched.expectAnswer(403, /\/api\/jobs\/team-b\/ranker-jax$/);
    await page().goto(watched.at("/jobs/team-b/ranker-jax"));
    await page().getByText("You may not see this").waitFor();
    for (const path of ["/api/jobs/team-b/ranker-jax", "/api/runtimes/team-b/none"]) {
      const answer = await watched.context.request.get(watched.at(path));
      expect([403, 404]).toContain(answer.status());
    }
    const list = await watched.context.request.get(watched.at("/api/jobs?namespace=team-b"));
    expect(await list.text()).not.toContain("ranker");
    expect(await list.json()).toMatchObject({ total: 0, items: [] });
    const text = await readStreamText(dashboard.url, {
      reader: "alice",
      topics: "jobs,jobs:team-b,job:team-b/ranker-jax",
      writes: [
        { persona: "bob", namespace: "team-b", name: "ranker-jax" },
        { persona: "bob", namespace: "team-b", name: "embedding-train" },
        { persona: "alice", namespace: "team-a", name: "vit-pretrain" },
      ],
      until: /"name":"vit-pretrain"/,
    });
    expect(text).not.toMatch(/ranker-jax|embedding-train|"namespace":"team-b"/);
  });

  test("on the whole way nothing was written to the console and no request left the place", () => {
    watched.assertQuiet();
  });

  /** By keys the way out of the editor is its own key, which elsewhere closes the sheet; a pointer just clicks. */
  async function leaveEditorFirst(): Promise<void> {
    if (kind === "pointer" || !(await isInEditor(page()))) return;
    await hands.leaveEditor();
    await expect.poll(() => isInEditor(page())).toBe(false);
  }

  async function expectRefusal(refusal: WalkRefusal): Promise<void> {
    await hands.writeYaml(editor(), refusal.yaml);
    await chooseTime(refusal.time);
    await expectState(refusal.check, "fails");
    const shown = await check(refusal.check).textContent();
    expect(shown, refusal.what).toMatch(refusal.message);
    if (refusal.line !== undefined) {
      expect(shown, refusal.what).toContain(`line ${refusal.line}:`);
      await sheet().locator(".squiggly-error").first().waitFor();
    }
    expect(await button("Save").isDisabled()).toBe(true);
    watched.expectAnswer(refusal.status, OVERRIDES);
    await leaveEditorFirst();
    await hands.press(button("Send anyway"));
    await expect
      .poll(() => alert().textContent(), { message: refusal.what })
      .toMatch(refusal.answer ?? refusal.message);
    if (refusal.line !== undefined)
      expect(await alert().textContent()).toContain(`line ${refusal.line}:`);
    await chooseTime(undefined);
  }

  async function chooseTime(time: WalkRefusal["time"]): Promise<void> {
    if (dialect.dialect !== "templateOverrides") return;
    const field = sheet().getByRole("textbox", { name: "Time (advanced)" });
    if (!(await field.isVisible())) {
      if (time === undefined) return;
      await leaveEditorFirst();
      await hands.press(sheet().locator("summary"));
    }
    if (time === undefined && (await field.inputValue()) === "") return;
    await leaveEditorFirst();
    await hands.fill(field, await textOfTime(time));
  }

  async function textOfTime(time: WalkRefusal["time"]): Promise<string> {
    if (time === undefined) return "";
    if (time === "far") return "2999-01-01T00:00:00Z";
    const { trainJob } = await readOpenJob(watched, JOB);
    const lane = JSON.stringify(trainJob.spec?.["templateOverrides"]).split(`"${LANE}"`)[1] ?? "";
    return [...lane.matchAll(/"time":"([^"]+)"/g)].map(([, text = ""]) => text).at(-1) ?? "";
  }

  async function expectRunning(): Promise<void> {
    const row = async () => (await readOpenJob(watched, JOB)).row;
    await expect.poll(async () => (await row()).state, { timeout: 60_000 }).toBe("Running");
    await page().locator("main").getByText("Running", { exact: true }).first().waitFor();
    await hands.openTab(page().getByRole("tab", { name: "Effective JobSet" }));
    const lines = page().getByRole("listbox");
    await lines.waitFor();
    await hands.fill(page().getByRole("searchbox", { name: "Search in the JobSet" }), "/scratch");
    await page().getByText("1 line", { exact: true }).waitFor();
  }

  async function expectStuck(): Promise<void> {
    await hands.openTab(page().getByRole("tab", { name: "Overview" }));
    await page().getByText("A change was admitted, but is not applied").waitFor();
    expect(await page().locator("main").textContent()).toMatch(/\/volumes\/\d+/);
    await expect
      .poll(async () => (await readOpenJob(watched, JOB)).row.stuck, { timeout: 30_000 })
      .toBe(true);
    await hands.press(page().getByRole("link", { name: "Jobs", exact: true }));
    const row = page().getByRole("row").filter({ hasText: JOB });
    await row.getByText("Change not applied").waitFor();
  }
}

/** The title of the mark on the line of a diff: manager, kind and time. */
async function writerOf(diff: Locator, text: string): Promise<string> {
  const line = diff.locator("div").filter({ hasText: text }).last();
  return (await line.locator("[title]").first().getAttribute("title")) ?? "";
}

function focusIsInside(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element.contains(document.activeElement));
}
