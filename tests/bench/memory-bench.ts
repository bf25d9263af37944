import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { ROOT } from "../support/dashboard.ts";
import { rounded } from "./figures.ts";

type Sizes = { readonly heapMb: number; readonly residentMb: number };

/** What the server takes on top of the sandbox in the same process, with all jobs in its caches and all tabs listening. */
export async function benchMemory(jobs: number, tabs: number): Promise<Record<string, unknown>> {
  const child = fork(join(ROOT, "tests/bench/memory-child.ts"), ["--jobs", String(jobs)], {
    cwd: ROOT,
    execPath: join(ROOT, "node_modules", ".bin", "node"),
    execArgv: ["--expose-gc"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  const stop = new AbortController();
  const headers = { cookie: "trainer-persona=admin" };
  const url = `http://127.0.0.1:${port}/api`;
  await Promise.all(
    Array.from({ length: tabs }, async () => {
      const stream = await fetch(`${url}/stream?topics=jobs`, { headers, signal: stop.signal });
      const reader = stream.body?.getReader();
      await reader?.read();
    }),
  );
  await (await fetch(`${url}/jobs`, { headers })).text();
  child.send("measure");
  const [measured] = (await once(child, "message")) as [{ alone: Sizes; together: Sizes }];
  stop.abort();
  const { alone, together } = measured;
  return {
    jobs,
    tabs,
    sandboxHeapMb: rounded(alone.heapMb),
    serverHeapMb: rounded(together.heapMb - alone.heapMb),
    bothResidentMb: rounded(together.residentMb),
    serverBudgetMb: 350,
  };
}
