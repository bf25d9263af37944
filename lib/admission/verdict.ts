import type { StatusCause } from "../k8s/status.ts";

/** When an admitted change shows in the JobSet. */
export type Effect = "now" | "afterSuspend" | "remake" | "stuck" | "atCreation" | "none";

/** The way out of a stuck field. */
export type StuckWay = "deleteJobSet" | "clone";

/** `field` is a JSON pointer into the JobSet. */
export type StuckField = { readonly field: string; readonly way: StuckWay };

export type Verdict = {
  readonly admitted: boolean;
  /** HTTP code of the refusal. */
  readonly code?: number | undefined;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  readonly causes: readonly StatusCause[];
  readonly warnings: readonly string[];
  readonly effect: Effect;
  readonly stuck?: readonly StuckField[] | undefined;
};
