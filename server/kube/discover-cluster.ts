import { dialectOfSchema } from "#lib/dialect/dialect-of-schema.ts";
import type { Dialect } from "#lib/dialect/entry.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { KINDS, type KindInfo } from "#lib/k8s/kinds.ts";
import { isTrainerVersion, type TrainerVersion } from "#lib/render/versions.ts";
import {
  asObject,
  asString,
  getIn,
  isJsonObject,
  type JsonObject,
  objectsIn,
} from "#lib/util/json.ts";
import type { KubeClient } from "./kube-client.ts";

export type DiscoveredCluster = {
  readonly dialect: Dialect;
  readonly trainerVersion: TrainerVersion;
  /** How the version is known. */
  readonly versionSource: "configMap" | "schema" | "assumed";
  /** `openAPIV3Schema` as served, for the kinds that are installed. */
  readonly schemas: Readonly<
    Partial<
      Record<"TrainJob" | "TrainingRuntime" | "ClusterTrainingRuntime" | "JobSet", JsonObject>
    >
  >;
};

const SELF = { identity: { kind: "self" } } as const;
const VERSION_NAMESPACES = ["kubeflow-system", "kubeflow"];
const VERSION_CONFIG_MAP = "kubeflow-trainer-public";

/**
 * Reads from the cluster which override API it serves and which Trainer it has; never from a setting. A dialect that was
 * released with one Trainer version tells the version where the ConfigMap is missing.
 */
export async function discoverCluster(client: KubeClient): Promise<DiscoveredCluster> {
  const [TrainJob, TrainingRuntime, ClusterTrainingRuntime, JobSet, told] = await Promise.all([
    servedSchema(client, KINDS.TrainJob),
    servedSchema(client, KINDS.TrainingRuntime),
    servedSchema(client, KINDS.ClusterTrainingRuntime),
    servedSchema(client, KINDS.JobSet),
    toldVersion(client),
  ]);
  const dialect = TrainJob === undefined ? undefined : dialectOfSchema(TrainJob);
  if (dialect === undefined)
    throw new AppError("NOT_INSTALLED", { detail: "no TrainJob with overrides is served" });
  const schemas = {
    ...(TrainJob === undefined ? {} : { TrainJob }),
    ...(TrainingRuntime === undefined ? {} : { TrainingRuntime }),
    ...(ClusterTrainingRuntime === undefined ? {} : { ClusterTrainingRuntime }),
    ...(JobSet === undefined ? {} : { JobSet }),
  };
  if (told !== undefined)
    return { dialect, schemas, trainerVersion: told, versionSource: "configMap" };
  const { version, isCertain } = VERSION_OF_DIALECT[dialect];
  const versionSource = isCertain ? "schema" : "assumed";
  return { dialect, schemas, trainerVersion: version, versionSource };
}

const VERSION_OF_DIALECT: Readonly<
  Record<Dialect, { readonly version: TrainerVersion; readonly isCertain: boolean }>
> = {
  podSpecOverrides: { version: "v2.0.1", isCertain: true },
  podTemplateOverrides: { version: "v2.1.0", isCertain: true },
  runtimePatches: { version: "v2.3.0", isCertain: false },
  templateOverrides: { version: "v2.3.0", isCertain: true },
};

export function versionOfDialect(dialect: Dialect): TrainerVersion {
  return VERSION_OF_DIALECT[dialect].version;
}

async function servedSchema(client: KubeClient, info: KindInfo): Promise<JsonObject | undefined> {
  const name = `${info.plural}.${info.group}`;
  const crd = await client.find(KINDS.CustomResourceDefinition, undefined, name, SELF);
  const versions = objectsIn(getIn(crd?.spec, "versions"));
  const version = versions.find((candidate) => candidate["name"] === info.version);
  return asObject(getIn(version, "schema", "openAPIV3Schema"));
}

async function toldVersion(client: KubeClient): Promise<TrainerVersion | undefined> {
  for (const namespace of VERSION_NAMESPACES) {
    const found = await client.find(KINDS.ConfigMap, namespace, VERSION_CONFIG_MAP, SELF);
    const data = found?.["data"];
    const text = isJsonObject(data) ? asString(data["kubeflow_trainer_version"]) : undefined;
    if (text !== undefined && isTrainerVersion(text)) return text;
  }
  return undefined;
}
