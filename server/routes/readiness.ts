import { AppError } from "#lib/errors/app-error.ts";
import type { Services } from "./services.ts";

const PATIENCE_MS = 5_000;

/** Waits until each kind was listed once; a cluster that does not answer must not hold requests for ever. */
export async function untilSynced(services: Services): Promise<void> {
  const ready = services.hub.ready();
  if (services.hub.isSynced) return;
  const timer = new AbortController();
  const patience = services.clock.sleep(PATIENCE_MS, timer.signal).then(() => "late" as const);
  const outcome = await Promise.race([ready, patience]);
  timer.abort();
  if (outcome === "late" && !services.hub.isSynced) throw new AppError("STARTING");
}
