import type { Dialect } from "#lib/dialect/entry.ts";
import type { TrainerVersion } from "#lib/render/versions.ts";
import { createSandbox } from "./sandbox.ts";
import {
  readState,
  type SavedState,
  SavedStateError,
  stateFile,
  writeState,
} from "./saved-state.ts";
import {
  controllerOf,
  createSandboxWorld,
  type SandboxWorld,
} from "./seed/create-sandbox-world.ts";
import { SERVED_KINDS } from "./served-kinds.ts";
import { startWorld } from "./world/world.ts";
import { type ClockDriver, createWorldClock } from "./world/world-clock.ts";

export type SavedWorldOptions = {
  readonly folder: string;
  /** Of a new world; a saved one has its own and refuses another. */
  readonly dialect?: Dialect | undefined;
  readonly trainerVersion?: TrainerVersion | undefined;
  readonly jobs?: number | undefined;
  readonly driver: ClockDriver;
  readonly log: (message: string) => void;
};

/** Real milliseconds from a change to its being on the disk. */
const SAVE_AFTER = 2_000;

/**
 * The world of the folder: as it was left, or a seeded one that is saved there from now on, also when it closes.
 * Throws SavedStateError for a state that cannot be used. One process at a time may have a folder.
 */
export function createSavedWorld(options: SavedWorldOptions): SandboxWorld {
  const state = readState(options.folder);
  const world = state === undefined ? newWorld(options) : continued(state, options);
  const stop = keepSaving(world, options);
  return {
    ...world,
    close: () => {
      stop();
      world.close();
    },
  };
}

function newWorld({
  dialect = "templateOverrides",
  trainerVersion,
  jobs,
  driver,
}: SavedWorldOptions) {
  return createSandboxWorld({ dialect, trainerVersion, jobs, driver });
}

function continued(state: SavedState, options: SavedWorldOptions): SandboxWorld {
  const { folder, driver } = options;
  for (const key of ["dialect", "trainerVersion"] as const)
    if (options[key] !== undefined && options[key] !== state[key])
      throw new SavedStateError(
        `${stateFile(folder)} cannot be used: its ${key} is ${state[key]}, not ${options[key]}`,
      );
  const { dialect, trainerVersion } = state;
  const clock = createWorldClock({ start: Math.max(driver.now(), state.now), driver, speed: 1 });
  const controller = controllerOf(dialect);
  const sandbox = createSandbox({ dialect, trainerVersion, controller, clock, saved: state });
  const world = startWorld(sandbox, { clock });
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

function stateOf({ sandbox, clock }: SandboxWorld): SavedState {
  const { dialect, trainerVersion } = sandbox.options;
  const objects = SERVED_KINDS.flatMap(({ info }) => sandbox.store.list(info));
  return { dialect, trainerVersion, now: clock.now(), version: sandbox.version(), objects };
}

/** Saves a while after each change and once more at the end; what cannot be saved is told and tried again. */
function keepSaving(world: SandboxWorld, { folder, driver, log }: SavedWorldOptions): () => void {
  let cancel: (() => void) | undefined;
  const save = () => {
    cancel?.();
    cancel = undefined;
    try {
      writeState(folder, stateOf(world));
    } catch (error) {
      log(`${stateFile(folder)} cannot be written: ${String(error)}`);
    }
  };
  const unsubscribe = world.sandbox.onChange(() => {
    cancel ??= driver.setTimer(save, SAVE_AFTER);
  });
  save();
  return () => {
    unsubscribe();
    save();
  };
}
