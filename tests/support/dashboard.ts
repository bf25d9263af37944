import { type ChildProcess, spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "..", "..");

export type Dashboard = {
  /** Address with prefix, without a trailing slash. */
  readonly url: string;
  readonly process: ChildProcess;
  /** Milliseconds from start to the ready line. */
  readonly readyAfterMs: number;
  /** Everything that the server wrote so far. */
  output(): string;
  stop(): Promise<number | null>;
};

export type DashboardOptions = {
  readonly prefix?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

/** Starts the real server on the sandbox, on a free port, as `npm run demo` does after its build. */
export async function startDashboard(options: DashboardOptions = {}): Promise<Dashboard> {
  const started = performance.now();
  const child = spawn(
    join(ROOT, "node_modules", ".bin", "node"),
    ["server/main.ts", "--sandbox", "--port", "0", ...(options.args ?? [])],
    {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache"),
        ...process.env,
        NODE_ENV: "production",
        NEXT_TELEMETRY_DISABLED: "1",
        BASE_PATH: options.prefix ?? "",
        ...options.env,
      },
    },
  );
  let text = "";
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      text += chunk.toString("utf8");
      const found = /ready (http:\/\/\S+)/.exec(text)?.[1];
      if (found !== undefined) resolve(found.replace(/\/$/, ""));
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", (code) =>
      reject(new Error(`the server ended with ${code} before it was ready:\n${text}`)),
    );
    child.once("error", reject);
  });
  const readyAfterMs = performance.now() - started;
  return {
    url,
    process: child,
    readyAfterMs,
    output: () => text,
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null) return resolve(child.exitCode);
        child.once("exit", (code) => resolve(code));
        child.kill("SIGTERM");
      }),
  };
}
