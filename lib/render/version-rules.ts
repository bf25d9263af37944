import type { Dialect } from "../dialect/entry.ts";
import { isTrainerVersion, type TrainerVersion } from "./versions.ts";

export type PolicyName = "torch" | "mpi" | "jax" | "xgboost" | "flux";

/**
 * What one Trainer version does. `templateOverrides` is served by the dashboard's own controller, with the rules of 2.3.
 */
export type VersionRules = {
  readonly version: TrainerVersion;
  readonly dialects: readonly Dialect[];
  readonly policies: readonly PolicyName[];
  readonly hasVolcano: boolean;
  /** Renders from the stored copy of the runtime when there is one. */
  readonly hasSnapshot: boolean;
  readonly respectsManagedBy: boolean;
  readonly leavesFinishedAlone: boolean;
  /** Fields that the version's types do not have. */
  readonly unknownJobSetFields: readonly string[];
  readonly unknownJobFields: readonly string[];
  /** `spec.labels` and `spec.annotations` of the TrainJob go to the JobSet. */
  readonly copiesTrainJobLabels: boolean;
  readonly overrides: OverrideRules;
  /** `resourcesPerNode`: merged before the policies, or put in place of the container's at the end. */
  readonly resources: "merge" | "replace";
  /** Whose requests a pod group sums up. */
  readonly gangRequests: "merged" | "trainJob" | "runtime";
  /** How processes per node are found; all but `number` also know words. */
  readonly processes: "number" | "words" | "limitsFirst";
  readonly torchtune: "byValue" | "byText" | "fullOnly";
  readonly mpi: MpiRules;
  readonly jaxNeedsTrainer: boolean;
  readonly flux: { readonly sharedMemory: boolean; readonly runtimeCommand: boolean };
  /** Host names of every replica, or of the first only. */
  readonly listsAllReplicas: boolean;
  readonly rewritesInitPorts: boolean;
};

export type OverrideRules = {
  readonly withoutPodFields: readonly string[];
  readonly withoutContainerFields: readonly string[];
  /** Of pod metadata only labels and annotations count. */
  readonly onlyLabels: boolean;
  readonly makesUnknownJobs: boolean;
};

export type MpiRules = {
  readonly secretModes: boolean;
  readonly slotsFromGpus: boolean;
  /** With the launcher as a node, the job `node` takes the trainer's env and resources too. */
  readonly nodeTakesTrainerValues: boolean;
};

const V2_3: VersionRules = {
  version: "v2.3.0",
  dialects: ["runtimePatches", "templateOverrides"],
  policies: ["torch", "mpi", "jax", "xgboost", "flux"],
  hasVolcano: true,
  hasSnapshot: true,
  respectsManagedBy: true,
  leavesFinishedAlone: true,
  unknownJobSetFields: [],
  unknownJobFields: [],
  copiesTrainJobLabels: false,
  overrides: {
    withoutPodFields: [],
    withoutContainerFields: [],
    onlyLabels: false,
    makesUnknownJobs: true,
  },
  resources: "merge",
  gangRequests: "merged",
  processes: "number",
  torchtune: "byValue",
  mpi: { secretModes: true, slotsFromGpus: true, nodeTakesTrainerValues: true },
  jaxNeedsTrainer: false,
  flux: { sharedMemory: true, runtimeCommand: true },
  listsAllReplicas: true,
  rewritesInitPorts: true,
};

const V2_2: VersionRules = {
  ...V2_3,
  version: "v2.2.0",
  dialects: ["runtimePatches"],
  hasSnapshot: false,
  respectsManagedBy: false,
  overrides: {
    ...V2_3.overrides,
    withoutPodFields: ["terminationGracePeriodSeconds"],
    makesUnknownJobs: false,
  },
  resources: "replace",
  gangRequests: "trainJob",
  torchtune: "byText",
  mpi: { ...V2_3.mpi, secretModes: false },
  jaxNeedsTrainer: true,
  flux: { sharedMemory: false, runtimeCommand: false },
  listsAllReplicas: false,
  rewritesInitPorts: false,
};

const V2_1: VersionRules = {
  ...V2_2,
  version: "v2.1.0",
  dialects: ["podTemplateOverrides"],
  policies: ["torch", "mpi"],
  leavesFinishedAlone: false,
  unknownJobSetFields: ["volumeClaimPolicies"],
  copiesTrainJobLabels: true,
  overrides: {
    withoutPodFields: ["securityContext", "terminationGracePeriodSeconds"],
    withoutContainerFields: ["securityContext"],
    onlyLabels: true,
    makesUnknownJobs: false,
  },
  gangRequests: "runtime",
  processes: "words",
};

const V2_0: VersionRules = {
  ...V2_1,
  version: "v2.0.1",
  dialects: ["podSpecOverrides"],
  hasVolcano: false,
  unknownJobFields: ["groupName"],
  overrides: {
    ...V2_1.overrides,
    withoutPodFields: [...V2_1.overrides.withoutPodFields, "affinity", "imagePullSecrets"],
  },
  processes: "limitsFirst",
  torchtune: "fullOnly",
  mpi: { secretModes: false, slotsFromGpus: false, nodeTakesTrainerValues: false },
};

const RULES: Readonly<Record<TrainerVersion, VersionRules>> = {
  "v2.0.0": { ...V2_0, version: "v2.0.0" },
  "v2.0.1": V2_0,
  "v2.1.0": V2_1,
  "v2.2.0": V2_2,
  "v2.2.1": { ...V2_2, version: "v2.2.1" },
  "v2.3.0": V2_3,
};

/** Undefined for versions that are not known. */
export function rulesOf(version: string): VersionRules | undefined {
  return isTrainerVersion(version) ? RULES[version] : undefined;
}
