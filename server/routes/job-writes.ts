import * as z from "zod";
import { DASHBOARD_FIELD_MANAGER } from "#lib/dialect/field-manager.ts";
import { suspendPatch } from "#lib/dialect/suspend-patch.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { KINDS } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import {
  CreateJobAnswerSchema,
  CreateJobRequestSchema,
  DeleteRequestSchema,
  SuspendRequestSchema,
  WriteAnswerSchema,
} from "#lib/protocol/jobs.ts";
import { pointerOf } from "#lib/schema/field-path.ts";
import { getIn } from "#lib/util/json.ts";
import { activeJobsOf } from "./predict.ts";
import { isFailedTest } from "./refusals.ts";
import { AnyQuery, DryRunQuery, JobParams, NoParams } from "./request-parts.ts";
import { route, type ServiceRoute } from "./services.ts";

const suspendRoute = route({
  method: "PATCH",
  path: "/jobs/:namespace/:name/suspend",
  params: JobParams,
  query: AnyQuery,
  body: SuspendRequestSchema,
  response: WriteAnswerSchema,
  handle: async ({ services, person, params, body, signal }) => {
    const patch = suspendPatch(body.uid, body.suspend);
    const { namespace, name } = params;
    try {
      const { object } = await services.client.patch(
        KINDS.TrainJob,
        namespace,
        name,
        "json",
        patch,
        {
          identity: person.identity,
          fieldManager: DASHBOARD_FIELD_MANAGER,
          signal,
        },
      );
      return { resourceVersion: object.metadata.resourceVersion ?? "" };
    } catch (error) {
      if (error instanceof AppError && isFailedTest(error)) throw new AppError("RECREATED");
      throw error;
    }
  },
});

const createRoute = route({
  method: "POST",
  path: "/jobs",
  params: NoParams,
  query: DryRunQuery,
  body: CreateJobRequestSchema,
  response: CreateJobAnswerSchema,
  handle: async ({ services, person, query, body, signal }) => {
    const trainJob = assertTrainJob(body.trainJob);
    try {
      const { object, warnings } = await services.client.create(
        KINDS.TrainJob,
        trainJob.metadata.namespace,
        trainJob,
        {
          identity: person.identity,
          fieldManager: DASHBOARD_FIELD_MANAGER,
          dryRun: query.dryRun,
          signal,
        },
      );
      const server = { code: 201, message: query.dryRun ? "admitted" : "created" };
      return { trainJob: object, server, warnings: [...warnings] };
    } catch (error) {
      if (!(error instanceof AppError) || error.meta.causes === undefined) throw error;
      throw new AppError(error.code, { ...error.meta, errors: pointed(error), cause: error });
    }
  },
});

/** Causes as pointers into `{trainJob}`. */
function pointed(error: AppError) {
  return (error.meta.causes ?? []).map(({ field, message }) => ({
    pointer: `/trainJob${pointerOf(field)}`,
    objectField: field,
    message,
  }));
}

function assertTrainJob(object: KubeObject): KubeObject {
  if (object.kind !== "TrainJob" || !object.apiVersion.startsWith("trainer.kubeflow.org/"))
    throw invalid("/trainJob/kind", "a TrainJob of trainer.kubeflow.org");
  if (typeof object.metadata.namespace !== "string" || object.metadata.namespace === "")
    throw invalid("/trainJob/metadata/namespace", "needed");
  return object;
}

function invalid(pointer: string, message: string): AppError {
  return new AppError("INVALID", { errors: [{ pointer, message }] });
}

const deleteRoute = route({
  method: "DELETE",
  path: "/jobs/:namespace/:name",
  params: JobParams,
  query: AnyQuery,
  body: DeleteRequestSchema,
  response: z.object({}),
  handle: async ({ services, person, params, body, signal }) => {
    const as = { identity: person.identity, signal };
    const { namespace, name } = params;
    await services.client.remove(KINDS.TrainJob, namespace, name, { uid: body.uid }, as);
    return {};
  },
});

/** The way out of a stuck field: without its JobSet the TrainJob gets a new one. Never while something of it runs. */
const deleteJobSetRoute = route({
  method: "DELETE",
  path: "/jobs/:namespace/:name/jobset",
  params: JobParams,
  query: AnyQuery,
  body: DeleteRequestSchema,
  response: z.object({}),
  handle: async ({ services, person, params, body, signal }) => {
    const { namespace, name } = params;
    const as = { identity: person.identity, signal };
    const trainJob = await services.client.get(KINDS.TrainJob, namespace, name, as);
    const jobSet = await services.client.get(KINDS.JobSet, namespace, name, as);
    if (jobSet.metadata.uid !== body.uid) throw new AppError("RECREATED");
    if (!isOwnedBy(jobSet, trainJob)) throw new AppError("NOT_FOUND");
    if (getIn(trainJob.spec, "suspend") !== true || activeJobsOf(jobSet).length > 0)
      throw new AppError("NOT_SUSPENDED");
    // Where it was resumed meanwhile its version is another one.
    const { resourceVersion } = jobSet.metadata;
    const seen = { uid: body.uid, resourceVersion };
    await services.client.remove(KINDS.JobSet, namespace, name, seen, as);
    return {};
  },
});

function isOwnedBy(object: KubeObject, owner: KubeObject): boolean {
  return (object.metadata.ownerReferences ?? []).some(({ uid }) => uid === owner.metadata.uid);
}

export const jobWriteRoutes: readonly ServiceRoute[] = [
  createRoute,
  suspendRoute,
  deleteRoute,
  deleteJobSetRoute,
];
