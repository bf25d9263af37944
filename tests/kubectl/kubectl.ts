import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Json } from "#lib/util/json.ts";
import { type HttpDoor, openHttpDoor } from "#server/sandbox/http-door.ts";
import { writeKubeconfig } from "#server/sandbox/kubeconfig-file.ts";
import {
  createSandboxWorld,
  type SandboxWorld,
} from "#server/sandbox/seed/create-sandbox-world.ts";

export type Run = { readonly code: number; readonly out: string; readonly err: string };

export type Follower = {
  /** Resolves with all lines so far as soon as one of them contains the text. */
  until(text: string): Promise<readonly string[]>;
  stop(): Promise<void>;
};

/** A seeded sandbox behind its door, and the real kubectl in front of it. */
export type KubectlPlace = {
  readonly world: SandboxWorld;
  readonly door: HttpDoor;
  /** As alice, in team-a, unless the arguments say otherwise. */
  run(...args: readonly string[]): Promise<Run>;
  /** What it prints; fails with what it says when it fails. */
  ask(...args: readonly string[]): Promise<string>;
  follow(...args: readonly string[]): Follower;
  /** A manifest's path. */
  file(name: string, object: Json): string;
  close(): void;
};

/** Undefined where there is none. */
export function findKubectl(): string | undefined {
  if (existsSync("/usr/bin/kubectl")) return "/usr/bin/kubectl";
  const found = spawnSync("kubectl", ["version", "--client"]);
  return found.status === 0 ? "kubectl" : undefined;
}

const NOW = Date.UTC(2026, 2, 18, 10, 0, 0);

export async function openKubectlPlace(kubectl: string): Promise<KubectlPlace> {
  const world = createSandboxWorld({ dialect: "templateOverrides", now: NOW });
  const door = await openHttpDoor({
    transport: world.sandbox.transport,
    port: 0,
    now: Date.now(),
  });
  const config = writeKubeconfig(door);
  const folder = mkdtempSync(join(tmpdir(), "kubectl-test-"));
  const base = ["--kubeconfig", config.path, "--cache-dir", join(folder, "cache")];
  const run: KubectlPlace["run"] = (...args) =>
    new Promise((resolve) => {
      execFile(kubectl, [...base, ...args], { timeout: 60_000 }, (error, out, err) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
        resolve({ code, out, err });
      });
    });
  return {
    world,
    door,
    run,
    ask: async (...args) => {
      const { code, out, err } = await run(...args);
      if (code !== 0) throw new Error(`kubectl ${args.join(" ")}: ${err}`);
      return out;
    },
    follow: (...args) => followerOf(spawn(kubectl, [...base, ...args])),
    file: (name, object) => {
      const path = join(folder, name);
      writeFileSync(path, JSON.stringify(object));
      return path;
    },
    close: () => {
      door.close();
      config.remove();
      rmSync(folder, { recursive: true, force: true });
      world.close();
    },
  };
}

function followerOf(child: ChildProcess): Follower {
  let text = "";
  let look = () => {};
  child.stdout?.on("data", (chunk: Buffer) => {
    text += chunk.toString();
    look();
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    text += chunk.toString();
    look();
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  return {
    until: (wanted) =>
      new Promise((resolve, reject) => {
        look = () => {
          if (text.includes(wanted)) resolve(text.split("\n"));
        };
        look();
        void ended.then(() => reject(new Error(`kubectl ended without ${wanted}: ${text}`)));
      }),
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}
