import { type Config, ConfigError } from "./config/config.ts";
import type { KubeTransport } from "./kube/transport.ts";
import type { SandboxControls } from "./routes/services.ts";
import { createFilesWorld } from "./sandbox/files/create-files-world.ts";
import { PERSONAS } from "./sandbox/personas.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import { SavedStateError } from "./sandbox/saved-state.ts";
import { createSavedWorld, type SavedWorldOptions } from "./sandbox/saved-world.ts";
import { controllerOf, createSandboxWorld } from "./sandbox/seed/create-sandbox-world.ts";

export type ComposedSandbox = {
  readonly transport: KubeTransport;
  readonly controls: SandboxControls;
  readonly controller: "trainer" | "dashboard";
  close(): void;
};

/** A running sandbox: API server, controllers, and either the seeded world or the user's own files. */
export function composeSandbox({ sandbox: wanted }: Config): ComposedSandbox {
  const { files, dialect, trainerVersion, jobs, data } = wanted;
  if (files.length > 0) {
    const world = createFilesWorld({ paths: files, dialect, trainerVersion, driver: REAL_TIME });
    return toComposed(world, world.files);
  }
  if (data !== undefined) {
    const log = (message: string) => process.stderr.write(`${message}\n`);
    const kept = { folder: data, dialect, trainerVersion, jobs, driver: REAL_TIME, log } as const;
    return toComposed(savedWorld(kept), undefined);
  }
  const seeded = { dialect: dialect ?? "templateOverrides", trainerVersion, jobs } as const;
  return toComposed(createSandboxWorld({ ...seeded, driver: REAL_TIME }), undefined);
}

/** A state that cannot be used is for the person who named its folder. */
function savedWorld(options: SavedWorldOptions): World {
  try {
    return createSavedWorld(options);
  } catch (error) {
    if (error instanceof SavedStateError) throw new ConfigError(error.message);
    throw error;
  }
}

type World = {
  readonly sandbox: Sandbox;
  readonly clock: { now(): number; speed(): number; setSpeed(speed: number): void };
  close(): void;
};

function toComposed(world: World, files: SandboxControls["files"]): ComposedSandbox {
  const { clock, sandbox } = world;
  return {
    transport: sandbox.transport,
    controller: controllerOf(sandbox.options.dialect),
    controls: {
      personas: PERSONAS,
      speed: () => clock.speed(),
      setSpeed: (speed) => clock.setSpeed(speed),
      now: () => clock.now(),
      files,
    },
    close: () => world.close(),
  };
}

const REAL_TIME = {
  now: () => Date.now(),
  setTimer: (callback: () => void, ms: number) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
