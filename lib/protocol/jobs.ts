import { JOB_STATES } from "../status/job-state.ts";
import {
  CursorSchema,
  DialectSchema,
  KubeObjectSchema,
  TrainerVersionSchema,
  VerdictSchema,
} from "./wire-values.ts";
import * as z from "./zod.ts";

export const JobStateSchema = z.enum(JOB_STATES);

/** A TrainJob as the list shows it: a projection of about 300 bytes. Absent facts are absent, never guessed. */
export const JobRowSchema = z.object({
  uid: z.string(),
  namespace: z.string(),
  name: z.string(),
  state: JobStateSchema,
  /** CamelCase reason and a sentence, where the state is not a good one. */
  reason: z.string().optional(),
  message: z.string().optional(),
  runtimeKind: z.string(),
  runtime: z.string(),
  queue: z.string().optional(),
  /** Place among the jobs of that queue that wait for quota, from 1. */
  queuePosition: z.number().optional(),
  owner: z.string().optional(),
  nodes: z.number().optional(),
  procPerNode: z.union([z.number(), z.string()]).optional(),
  progress: z
    .object({
      percent: z.number().optional(),
      remainingSeconds: z.number().optional(),
      updatedAt: z.string().optional(),
    })
    .optional(),
  /** Managers in list order with their number of entries; ownerless overrides have no manager. */
  managers: z.array(z.object({ manager: z.string().optional(), entries: z.number() })),
  /** A change was admitted, but the existing JobSet refuses it. */
  stuck: z.boolean().optional(),
  suspended: z.boolean(),
  createdAt: z.string(),
});
export type JobRow = z.infer<typeof JobRowSchema>;

export const JOB_SORTS = [
  "name",
  "state",
  "runtime",
  "queue",
  "age",
  "progress",
  "overrides",
] as const;

/** Each row is held against every word and requirement: what is longer than a person writes is refused. */
const WordsSchema = z.string().max(256).optional();
const ChoicesSchema = z.string().max(4_096).optional();

/** `sort`: a column, `-` before it for descending. `page` counts from 0. Lists are comma separated. */
export const JobListQuerySchema = z.object({
  namespace: z.string().optional(),
  q: WordsSchema,
  state: ChoicesSchema,
  runtime: ChoicesSchema,
  queue: ChoicesSchema,
  owner: ChoicesSchema,
  labelSelector: z.string().max(1_024).optional(),
  sort: z.string().optional(),
  page: z.coerce.number().int().min(0).optional(),
  pageSize: z.coerce.number().int().min(1).max(500).optional(),
});
export type JobListQuery = z.infer<typeof JobListQuerySchema>;

export const JobListSchema = z.object({
  items: z.array(JobRowSchema),
  /** Rows that match all filters. */
  total: z.number(),
  /** Per state, over the rows that match every filter but the state. */
  counts: z.partialRecord(JobStateSchema, z.number()),
  /** Values that the filters can take in this scope. */
  facets: z.object({
    runtimes: z.array(z.string()),
    queues: z.array(z.string()),
    owners: z.array(z.string()),
  }),
  page: z.number(),
  pageSize: z.number(),
  cursor: CursorSchema,
  /** When the cache last heard from the API server; older than the reader likes = stale. */
  fresh: z.object({ state: z.enum(["live", "catchingUp", "stale"]), since: z.string().optional() }),
});
export type JobList = z.infer<typeof JobListSchema>;

export const EventRowSchema = z.object({
  uid: z.string(),
  type: z.string(),
  reason: z.string(),
  message: z.string(),
  object: z.string(),
  source: z.string().optional(),
  count: z.number(),
  firstTime: z.string().optional(),
  lastTime: z.string().optional(),
});
export type EventRow = z.infer<typeof EventRowSchema>;

export const JobDetailSchema = z.object({
  trainJob: KubeObjectSchema,
  /** What an append must name as `seen`. */
  overridesDigest: z.string(),
  dialect: DialectSchema,
  trainerVersion: TrainerVersionSchema,
  controller: z.enum(["trainer", "dashboard"]),
  row: JobRowSchema,
  runtime: z.object({
    live: KubeObjectSchema.optional(),
    snapshot: KubeObjectSchema.optional(),
    /** Why there is no live runtime. */
    missing: z.string().optional(),
  }),
  jobSet: KubeObjectSchema.optional(),
  children: z.object({
    jobs: z.array(KubeObjectSchema),
    pods: z.array(KubeObjectSchema),
    others: z.array(KubeObjectSchema),
  }),
  events: z.array(EventRowSchema),
  /** Jobs of the JobSet with active pods. */
  activeJobs: z.array(z.object({ name: z.string(), active: z.number() })),
  verdicts: z.object({
    /** The job as it is now: does the next reconcile succeed? */
    current: VerdictSchema,
  }),
  rights: z.object({
    patch: z.boolean(),
    delete: z.boolean(),
    deleteJobSet: z.boolean(),
    /** Managers whose lanes this person may write. */
    managers: z.array(z.string()),
    /** May write other lanes after confirming. */
    anyManager: z.boolean(),
  }),
  cursor: CursorSchema,
});
export type JobDetail = z.infer<typeof JobDetailSchema>;

export const SuspendRequestSchema = z.strictObject({ suspend: z.boolean(), uid: z.string() });
export const WriteAnswerSchema = z.object({ resourceVersion: z.string() });

/** Deleting names the uid that the person saw; another object of that name is never deleted. */
export const DeleteRequestSchema = z.strictObject({ uid: z.string() });

/** `POST /api/jobs`: a whole TrainJob. A dry run answers what the API server says, and writes nothing. */
export const CreateJobRequestSchema = z.strictObject({ trainJob: KubeObjectSchema });
export const CreateJobAnswerSchema = z.object({
  trainJob: KubeObjectSchema.optional(),
  server: z.object({ code: z.number(), message: z.string() }),
  warnings: z.array(z.string()),
});
export type CreateJobAnswer = z.infer<typeof CreateJobAnswerSchema>;
