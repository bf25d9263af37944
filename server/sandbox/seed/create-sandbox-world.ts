import type { Dialect } from "#lib/dialect/entry.ts";
import { DEFAULT_TRAINER_VERSION, type TrainerVersion } from "#lib/render/versions.ts";
import { createSandbox, type Sandbox } from "../sandbox.ts";
import { startWorld, type World } from "../world/world.ts";
import { type ClockDriver, createWorldClock, type WorldClock } from "../world/world-clock.ts";
import { SEED_PAST, seedWorld } from "./seed-world.ts";

export type SandboxWorldOptions = {
  readonly dialect: Dialect;
  readonly trainerVersion?: TrainerVersion | undefined;
  /** Real time; without it world time moves only by `clock.advance`. */
  readonly driver?: ClockDriver | undefined;
  /** World time when everything is set up; the driver's when absent. */
  readonly now?: number | undefined;
  /** World seconds per real second afterwards. */
  readonly speed?: number | undefined;
  readonly seed?: number | undefined;
  /** More TrainJobs for a big list. */
  readonly jobs?: number | undefined;
};

export type SandboxWorld = {
  readonly sandbox: Sandbox;
  readonly clock: WorldClock;
  readonly world: World;
  close(): void;
};

/** A sandbox with two teams, their history and a running world; everybody must take the time from its clock. */
export function createSandboxWorld(options: SandboxWorldOptions): SandboxWorld {
  const { dialect, driver, seed, jobs, speed = 1 } = options;
  const now = options.now ?? driver?.now() ?? 0;
  const clock = createWorldClock({ start: now - SEED_PAST, driver, speed: 0 });
  const sandbox = createSandbox({
    dialect,
    trainerVersion: options.trainerVersion ?? versionOf(dialect),
    controller: controllerOf(dialect),
    clock,
  });
  const world = startWorld(sandbox, { clock, seed });
  seedWorld(sandbox, { clock, world, now, jobs });
  clock.advance(Math.max(0, (driver?.now() ?? now) - clock.now()));
  clock.setSpeed(speed);
  return {
    sandbox,
    clock,
    world,
    close: () => {
      world.stop();
      clock.stop();
      sandbox.close();
    },
  };
}

/** The newest release that serves the dialect; ours renders by the newest rules. */
export function versionOf(dialect: Dialect): TrainerVersion {
  switch (dialect) {
    case "podSpecOverrides":
      return "v2.0.1";
    case "podTemplateOverrides":
      return "v2.1.0";
    case "templateOverrides":
    case "runtimePatches":
      return DEFAULT_TRAINER_VERSION;
  }
}

/** Kubeflow Trainer's controller does not know templateOverrides; this project's does nothing else. */
export function controllerOf(dialect: Dialect): "trainer" | "dashboard" {
  return dialect === "templateOverrides" ? "dashboard" : "trainer";
}
