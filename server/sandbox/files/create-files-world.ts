import type { Dialect } from "#lib/dialect/entry.ts";
import type { TrainerVersion } from "#lib/render/versions.ts";
import { createSandbox, type Sandbox } from "../sandbox.ts";
import { controllerOf, versionOf } from "../seed/create-sandbox-world.ts";
import { startWorld, type World } from "../world/world.ts";
import { type ClockDriver, createWorldClock, type WorldClock } from "../world/world-clock.ts";
import { detectFilesDialect, type FilesReport, loadFiles } from "./load-files.ts";

export type FilesWorldOptions = {
  readonly paths: readonly string[];
  /** Default: what the files speak, else templateOverrides. */
  readonly dialect?: Dialect | undefined;
  readonly trainerVersion?: TrainerVersion | undefined;
  readonly driver?: ClockDriver | undefined;
  readonly now?: number | undefined;
  readonly speed?: number | undefined;
  readonly log?: ((message: string) => void) | undefined;
};

export type FilesWorld = {
  readonly sandbox: Sandbox;
  readonly clock: WorldClock;
  readonly world: World;
  readonly files: FilesReport;
  close(): void;
};

/**
 * A sandbox that holds the user's own files and nothing else. Controllers work on TrainJobs that come without status;
 * what has one, and every child from a file, stays as the file says until somebody changes its spec. Nobody invents
 * progress or metrics, and queue labels mean nothing: whose queues they are nobody knows here.
 */
export function createFilesWorld(options: FilesWorldOptions): FilesWorld {
  const { paths, driver, speed = 1 } = options;
  const dialect = options.dialect ?? detectFilesDialect(paths) ?? "templateOverrides";
  const clock = createWorldClock({ start: options.now ?? driver?.now() ?? 0, driver, speed });
  const sandbox = createSandbox({
    dialect,
    trainerVersion: options.trainerVersion ?? versionOf(dialect),
    controller: controllerOf(dialect),
    clock,
    log: options.log,
  });
  const world = startWorld(sandbox, { clock, queues: false });
  world.setReportEvery(Number.POSITIVE_INFINITY);
  const { report, objects } = loadFiles(sandbox, paths);
  for (const object of objects)
    if (object.kind !== "TrainJob" || object.status !== undefined) world.leaveAlone(object);
  return {
    sandbox,
    clock,
    world,
    files: report,
    close: () => {
      world.stop();
      clock.stop();
      sandbox.close();
    },
  };
}
