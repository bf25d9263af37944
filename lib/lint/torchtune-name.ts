/** Exactly this command makes Trainer complete it for TorchTune. */
export const TORCHTUNE_COMMAND = ["tune", "run"] as const;

/** Three parts: a first word, model family, size. */
export function isTorchtuneName(runtimeName: string): boolean {
  return runtimeName.split("-").length === 3;
}
