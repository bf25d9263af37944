import { createRandom } from "./seeded-random.ts";

/** One run of a container, as far as its log tells. Times are milliseconds since the epoch. */
export type LogRun = {
  /** Equal keys give equal lines. */
  readonly key: string;
  readonly role: "initializer" | "trainer" | "worker" | "sidecar";
  readonly rank: number;
  readonly startedAt: number;
  /** Until when there are lines: the end of the run, or now. */
  readonly until: number;
  /** Set when the run is over. */
  readonly exitCode?: number | undefined;
};

export type LogLine = { readonly time: number; readonly text: string };

const STEP_EVERY = 2_000;
const QUIET_EVERY = 30_000;
const GREEN = "\u001b[32m";
const YELLOW = "\u001b[33m";
const RESET = "\u001b[0m";

/** The lines after `after` (a time; exclusive), oldest first. */
export function* logLines(run: LogRun, after: number): Generator<LogLine> {
  const every = run.role === "trainer" ? STEP_EVERY : QUIET_EVERY;
  const head = headOf(run);
  for (const [index, text] of head.entries()) {
    const time = run.startedAt + index * 300;
    if (time > run.until) return;
    if (time > after) yield { time, text };
  }
  const begin = run.startedAt + head.length * 300;
  const first = Math.max(0, Math.floor((after - begin) / every));
  for (let step = first; begin + step * every <= run.until; step++) {
    const time = begin + step * every;
    if (time > after) yield { time, text: stepLine(run, step) };
  }
  if (run.exitCode === undefined || run.until <= after) return;
  for (const text of tailOf(run, run.exitCode)) yield { time: run.until, text };
}

function headOf({ role, rank }: LogRun): readonly string[] {
  switch (role) {
    case "initializer":
      return ["INFO Initializing from STORAGE_URI", "INFO Downloading snapshot"];
    case "sidecar":
      return ['level=info msg="metrics agent started" scrape=:9400'];
    case "worker":
      return ["Server listening on 0.0.0.0 port 2222.", "Server listening on :: port 2222."];
    case "trainer":
      return [
        `${GREEN}INFO${RESET} [rank${rank}] initializing process group: backend=nccl`,
        `${GREEN}INFO${RESET} [rank${rank}] NCCL version 2.27.3+cuda13.0`,
        `${YELLOW}WARN${RESET} [rank${rank}] tokenizer has no pad token, using eos`,
        `${GREEN}INFO${RESET} [rank${rank}] starting training`,
      ];
  }
}

function stepLine(run: LogRun, step: number): string {
  const random = createRandom(`${run.key}/${step}`);
  switch (run.role) {
    case "initializer":
      return `INFO Fetched ${step + 1} shards`;
    case "sidecar":
      return `level=info msg="scraped" samples=${240 + Math.floor(random() * 20)}`;
    case "worker":
      return `Connection from 10.244.0.${2 + Math.floor(random() * 200)} port ${40_000 + step}`;
    case "trainer": {
      const loss = 0.35 + 2.4 * Math.exp(-step / 900) + (random() - 0.5) * 0.06;
      const speed = 9_000 + Math.floor(random() * 400);
      return `[rank${run.rank}] step=${step} loss=${loss.toFixed(4)} lr=2.0e-05 tokens/s=${speed}`;
    }
  }
}

function tailOf({ role, rank }: LogRun, exitCode: number): readonly string[] {
  if (exitCode === 0)
    return role === "trainer"
      ? [`${GREEN}INFO${RESET} [rank${rank}] training finished`]
      : ["INFO Done"];
  if (exitCode === 137) return [`[rank${rank}] allocating 48.00 GiB for the optimizer state`];
  return [
    `[rank${rank}] Traceback (most recent call last):`,
    `[rank${rank}]   File "/workspace/train.py", line 214, in <module>`,
    `[rank${rank}]     main()`,
    `[rank${rank}]   File "/workspace/train.py", line 188, in main`,
    `[rank${rank}]     loss.backward()`,
    `[rank${rank}] RuntimeError: NaN or Inf found in gradients at step ${Math.max(1, exitCode)}`,
  ];
}
