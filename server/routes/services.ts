import type * as z from "zod";
import type { Verdict } from "#lib/admission/verdict.ts";
import type { Dialect } from "#lib/dialect/entry.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { Session } from "#lib/protocol/session.ts";
import type { ControllerKind } from "#lib/reconcile/controller-kind.ts";
import type { TrainerVersion } from "#lib/render/versions.ts";
import type { StructuralSchema } from "#lib/schema/structural-schema.ts";
import type { Clock, Random } from "#lib/util/clock.ts";
import type { JsonObject } from "#lib/util/json.ts";
import type { AccessReviewer } from "#server/access/access-reviewer.ts";
import type { PersonaOption } from "#server/access/persona-identity.ts";
import type { Config } from "#server/config/config.ts";
import { defineRoute, type Route, type RouteSpec } from "#server/http/define-route.ts";
import type { KubeClient } from "#server/kube/kube-client.ts";
import type { WatchHub } from "#server/watch/watch-hub.ts";
import type { KeyedLock } from "./keyed-lock.ts";

/** What the cluster serves, found out at the start. */
export type ClusterFacts = {
  readonly dialect: Dialect;
  readonly trainerVersion: TrainerVersion;
  readonly versionSource: "configMap" | "schema" | "assumed";
  readonly controller: ControllerKind;
  /** `openAPIV3Schema` for each kind, as served. */
  readonly schemas: Readonly<Record<ServedKind, JsonObject>>;
  readonly structural: Readonly<Record<ServedKind, StructuralSchema>>;
};

export const SERVED_KINDS = [
  "TrainJob",
  "TrainingRuntime",
  "ClusterTrainingRuntime",
  "JobSet",
] as const;
export type ServedKind = (typeof SERVED_KINDS)[number];

export type SandboxControls = {
  readonly personas: readonly PersonaOption[];
  speed(): number;
  setSpeed(speed: number): void;
  /** World time, milliseconds since the epoch. */
  now(): number;
  readonly files: NonNullable<Session["sandbox"]>["files"];
};

/** Everything that handlers call; made once, in server/compose.ts. */
export type Services = {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  /** The cluster's time: what the API server would say. */
  readonly now: () => number;
  readonly client: KubeClient;
  readonly hub: WatchHub;
  readonly reviewer: AccessReviewer;
  readonly cluster: ClusterFacts;
  /** How a cached TrainJob stands, remembered as long as nothing that it depends on changed. */
  readonly standing: (trainJob: KubeObject) => Verdict;
  /** Appends to one TrainJob stand in line here instead of losing against each other. */
  readonly appendLock: KeyedLock;
  readonly sandbox?: SandboxControls | undefined;
};

export type ServiceRoute = Route<Services>;

export function route<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(spec: RouteSpec<P, Q, B, R, Services>): ServiceRoute {
  return defineRoute(spec);
}
