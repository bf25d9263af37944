import { readFileSync } from "node:fs";
import { launchChromium } from "../support/chromium.ts";
import { startDashboard } from "../support/dashboard.ts";
import { benchAdmission } from "./admission-bench.ts";
import { benchAppends } from "./appends-bench.ts";
import { memoryOf, rounded } from "./figures.ts";
import { benchList } from "./list-bench.ts";
import { benchMemory } from "./memory-bench.ts";
import { benchPages } from "./pages-bench.ts";
import { benchPreview } from "./preview-bench.ts";
import { cpuOfProcess } from "./process-cpu.ts";
import { benchRender } from "./render-bench.ts";
import { benchStream } from "./stream-bench.ts";

const JOBS = 10_000;
const STREAMS = 100;
const TABS = 200;

const figures: Record<string, unknown> = { node: process.version };
const wanted = new Set(process.argv.slice(2));

async function measure(name: string, run: () => Promise<unknown> | unknown): Promise<void> {
  if (wanted.size > 0 && !wanted.has(name)) return;
  process.stderr.write(`${name} …\n`);
  try {
    figures[name] = await run();
  } catch (error) {
    figures[name] = { failed: String(error) };
    process.exitCode = 1;
  }
}

await measure("render", benchRender);
await measure("preview", benchPreview);
await measure("admission", benchAdmission);
await measure("appends", benchAppends);
await measure("start", async () => {
  const runs: number[] = [];
  const cpu: number[] = [];
  const exits: number[] = [];
  let memory: ReturnType<typeof memoryOf> | undefined;
  for (let round = 0; round < 3; round += 1) {
    const dashboard = await startDashboard();
    runs.push(rounded(dashboard.readyAfterMs));
    cpu.push(rounded(cpuOfProcess(dashboard.process.pid)));
    const stream = await fetch(`${dashboard.url}/api/stream?topics=jobs`);
    memory = memoryOf(readFileSync(`/proc/${dashboard.process.pid}/status`, "utf8"));
    const asked = performance.now();
    await dashboard.stop();
    exits.push(rounded(performance.now() - asked));
    await stream.body?.cancel().catch(() => undefined);
  }
  return {
    readyMs: runs,
    readyBudget: 1_000,
    readyCpuMs: cpu,
    exitWithStreamMs: exits,
    exitBudget: 2_000,
    memory,
  };
});
await measure("pages", async () => {
  const dashboard = await startDashboard();
  try {
    return await benchPages(dashboard.url);
  } finally {
    await dashboard.stop();
  }
});
await measure("memory", () => benchMemory(JOBS, TABS));

const needsBrowser = wanted.size === 0 || wanted.has("list") || wanted.has("stream");
if (needsBrowser) {
  const dashboard = await startDashboard({ args: ["--jobs", String(JOBS)] });
  const browser = await launchChromium();
  try {
    await measure("list", () => benchList(browser, dashboard.url));
    await measure("stream", () => benchStream(browser, dashboard.url, STREAMS));
    figures["memoryOfAll"] = {
      jobs: JOBS,
      ...memoryOf(readFileSync(`/proc/${dashboard.process.pid}/status`, "utf8")),
      note: "the sandbox's own store is in the same process and counted in",
    };
    figures["startWithJobsMs"] = rounded(dashboard.readyAfterMs);
  } finally {
    await browser.close();
    await dashboard.stop();
  }
}

process.stdout.write(`${JSON.stringify(figures, undefined, 2)}\n`);
