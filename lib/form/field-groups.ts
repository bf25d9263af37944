import type { Dialect } from "../dialect/entry.ts";
import type { TrainerVersion } from "../render/versions.ts";

/** The groups of fields that share a fate. Container groups are of one container, the others of the override's jobs. */
export const FIELD_GROUPS = [
  "jobSetMetadata",
  "jobMetadata",
  "podMetadata",
  "serviceAccountName",
  "nodeSelector",
  "tolerations",
  "affinity",
  "volumes",
  "imagePullSecrets",
  "schedulingGates",
  "podSecurityContext",
  "terminationGracePeriodSeconds",
  "env",
  "volumeMounts",
  "containerSecurityContext",
] as const;
export type FieldGroup = (typeof FIELD_GROUPS)[number];

const FIRST: readonly FieldGroup[] = [
  "serviceAccountName",
  "nodeSelector",
  "tolerations",
  "volumes",
  "schedulingGates",
  "env",
  "volumeMounts",
];
const SECOND: readonly FieldGroup[] = [...FIRST, "podMetadata", "affinity", "imagePullSecrets"];
const ALL: readonly FieldGroup[] = [
  ...SECOND,
  "podSecurityContext",
  "containerSecurityContext",
  "terminationGracePeriodSeconds",
];
const OLD_PATCH = ALL.filter((group) => group !== "terminationGracePeriodSeconds");

/** What an override can say in a dialect; the API server drops the rest without a word. */
export function servedGroups(args: {
  readonly dialect: Dialect;
  readonly kind: "job" | "pod";
  readonly trainerVersion: TrainerVersion;
  /** A templateOverrides `job` entry with target jobs changes these, without them the JobSet. */
  readonly hasTargets: boolean;
}): readonly FieldGroup[] {
  const { dialect, kind, trainerVersion, hasTargets } = args;
  if (dialect === "podSpecOverrides") return FIRST;
  if (dialect === "podTemplateOverrides") return SECOND;
  if (dialect === "templateOverrides") {
    if (kind === "pod") return ALL;
    return [hasTargets ? "jobMetadata" : "jobSetMetadata"];
  }
  const pod = trainerVersion.startsWith("v2.2.") ? OLD_PATCH : ALL;
  return ["jobSetMetadata", "jobMetadata", ...pod];
}
