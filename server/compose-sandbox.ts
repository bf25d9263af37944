import type { Dialect } from "#lib/dialect/entry.ts";
import { DEFAULT_TRAINER_VERSION, type TrainerVersion } from "#lib/render/versions.ts";
import type { Config } from "./config/config.ts";
import { versionOfDialect } from "./kube/discover-cluster.ts";
import type { KubeTransport } from "./kube/transport.ts";
import type { SandboxControls } from "./routes/services.ts";
import { PERSONAS } from "./sandbox/personas.ts";
import { createSandbox, type Sandbox } from "./sandbox/sandbox.ts";
import { SEED_PAST, seedWorld } from "./sandbox/seed/seed-world.ts";
import { startWorld } from "./sandbox/world/world.ts";
import { createWorldClock } from "./sandbox/world/world-clock.ts";

export type ComposedSandbox = {
  readonly sandbox: Sandbox;
  readonly transport: KubeTransport;
  readonly controls: SandboxControls;
  readonly controller: "trainer" | "dashboard";
  close(): void;
};

const DEFAULT_DIALECT: Dialect = "templateOverrides";

/** A running sandbox: API server, controllers, and either the seeded world or the user's own files. */
export function composeSandbox(config: Config, now: number): ComposedSandbox {
  const dialect = config.sandbox.dialect ?? DEFAULT_DIALECT;
  const controller = dialect === "templateOverrides" ? "dashboard" : "trainer";
  const clock = createWorldClock({ start: now - SEED_PAST, driver: REAL_TIME });
  const sandbox = createSandbox({
    dialect,
    controller,
    clock,
    trainerVersion: versionFor(dialect, config.sandbox.trainerVersion),
  });
  const world = startWorld(sandbox, { clock });
  const { jobs } = config.sandbox;
  seedWorld(sandbox, { clock, world, now, ...(jobs === undefined ? {} : { jobs }) });
  return {
    sandbox,
    transport: sandbox.transport,
    controller,
    controls: {
      personas: PERSONAS,
      speed: () => clock.speed(),
      setSpeed: (speed) => clock.setSpeed(speed),
      now: () => clock.now(),
      files: undefined,
    },
    close: () => {
      world.stop();
      clock.stop();
      sandbox.close();
    },
  };
}

/** A version that does not have the dialect gives way to one that has. */
function versionFor(dialect: Dialect, wanted: TrainerVersion | undefined): TrainerVersion {
  if (wanted !== undefined) return wanted;
  return dialect === "templateOverrides" ? DEFAULT_TRAINER_VERSION : versionOfDialect(dialect);
}

const REAL_TIME = {
  now: () => Date.now(),
  setTimer: (callback: () => void, ms: number) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
