import { startBff, storeJob } from "../integration/start-bff.ts";
import { rounded } from "./figures.ts";
import { cpuOf } from "./process-cpu.ts";

const APPENDS = 400;
const JOBS = ["job-0", "job-1", "job-2", "job-3"];
const MANAGERS = 16;

/**
 * 400 appends at once by 16 managers to four TrainJobs through two servers over one cluster. Client, both servers and the
 * API server are this one process: all of their CPU time is in the figure.
 */
export async function benchAppends(): Promise<Record<string, unknown>> {
  const first = await startBff();
  const second = await startBff({ beside: first });
  try {
    const uids = JOBS.map((name) => storeJob(first, { name }).metadata.uid);
    let stored = 0;
    const cpuMs = await cpuOf(() =>
      Promise.all(
        Array.from({ length: APPENDS }, async (_, index) => {
          const job = index % JOBS.length;
          const bff = index % 2 === 0 ? first : second;
          const path = `/jobs/team-a/${JOBS[job]}/overrides`;
          const { status } = await bff.call("admin", "POST", path, {
            uid: uids[job],
            rebase: true,
            confirm: true,
            manager: `team-${Math.floor(index / JOBS.length) % MANAGERS}.example.com/bot`,
            kind: index % 3 === 0 ? "job" : "pod",
            override: {
              targetJobs: [{ name: "node" }],
              metadata: { labels: { [`n${index}`]: "x" } },
            },
          });
          if (status === 200) stored += 1;
        }),
      ),
    );
    return { appends: APPENDS, stored, cpuMs: rounded(cpuMs), budget: 5_000 };
  } finally {
    await second.stop();
    await first.stop();
  }
}
