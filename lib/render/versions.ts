/** Released Trainer versions that the engine knows by name. */
export const TRAINER_VERSIONS = [
  "v2.0.0",
  "v2.0.1",
  "v2.1.0",
  "v2.2.0",
  "v2.2.1",
  "v2.3.0",
] as const;
export type TrainerVersion = (typeof TRAINER_VERSIONS)[number];
export const DEFAULT_TRAINER_VERSION: TrainerVersion = "v2.3.0";

export function isTrainerVersion(text: string): text is TrainerVersion {
  return (TRAINER_VERSIONS as readonly string[]).includes(text);
}
