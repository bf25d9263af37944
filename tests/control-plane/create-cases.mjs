import {
  BLUE,
  bare,
  by,
  create,
  everyField,
  job,
  managers,
  many,
  minutes,
  one,
  pod,
  podWith,
  RED,
  specWith,
  strict,
  T,
  trainJob,
  zone,
} from "./override-builders.mjs";

/** New TrainJobs; the attempt's shape is in template-overrides-cases.mjs. */
const validCreates = [
  create("no-overrides", trainJob()),
  create("one-pod-entry", one(pod(T(1)))),
  create("job-entry-of-the-jobset", trainJob([by(RED, { job: [job(T(1))] })])),
  create(
    "job-entry-with-targets",
    trainJob([by(RED, { job: [job(T(1), { team: "red" }, ["node", "launcher"])] })]),
  ),
  create(
    "two-managers-with-both-histories",
    trainJob([
      by(RED, { job: [job(T(1))], pod: [pod(T(2)), pod(T(3), zone("b"))] }),
      by(BLUE, { job: [job(T(1))], pod: [pod(T(2), { serviceAccountName: "blue" })] }),
    ]),
  ),
  create("every-pod-field", specWith(everyField)),
  create("sixteen-managers", trainJob(managers(16))),
  create("128-entries-in-a-pod-history", trainJob([by(RED, { pod: minutes(128).map(bare) })])),
  create(
    "128-entries-in-a-job-history",
    trainJob([by(RED, { job: minutes(128).map((time) => ({ time })) })]),
  ),
  create(
    "sixteen-target-jobs",
    one(
      pod(
        T(1),
        zone("a"),
        many(16, (index) => `job-${index}`),
      ),
    ),
  ),
  create("target-name-of-63", one(pod(T(1), zone("a"), ["n".repeat(63)]))),
  create("manager-of-253", trainJob([by(`a.io/${"m".repeat(248)}`, { pod: [pod(T(1))] })])),
  create("empty-list", trainJob([])),
  create("empty-histories", trainJob([by(RED, { job: [], pod: [] })])),
  create("manager-without-histories", trainJob([by(RED, {})])),
  create(
    "same-time-in-both-histories",
    trainJob([by(RED, { job: [job(T(1))], pod: [pod(T(1))] })]),
    "refused",
  ),
  create("times-out-of-order", trainJob([by(RED, { pod: [pod(T(3)), pod(T(1)), pod(T(2))] })])),
  create("pod-entry-with-no-target", one(pod(T(1), zone("a"), []))),
  create("pod-entry-without-spec", podWith({ spec: undefined })),
  create("unknown-field-in-an-entry", podWith({ comment: "why" })),
  create("unknown-pod-field", specWith({ ...zone("a"), hostNetwork: true })),
  create(
    "image-of-a-container",
    specWith({ containers: [{ name: "sidecar", image: "registry.example/a:1", command: ["sh"] }] }),
  ),
  create(
    "other-metadata-than-labels",
    podWith({
      metadata: { name: "x", namespace: "y", finalizers: ["z"], annotations: { a: "b" } },
    }),
  ),
  create(
    "patch-directive-in-a-string-map",
    specWith({ nodeSelector: { $patch: "replace", a: "b" } }),
  ),
  create("null-histories", trainJob([by(RED, { job: null, pod: null })])),
  create("null-list", trainJob(null)),
  {
    ...create("unknown-field-under-strict-validation", podWith({ comment: "why" })),
    query: strict,
  },
  create("runtime-patches-are-not-served", {
    ...trainJob(),
    spec: { ...trainJob().spec, runtimePatches: [{ manager: RED }] },
  }),
  create(
    "size-limit-as-a-number",
    specWith({ volumes: [{ name: "v", emptyDir: { sizeLimit: 1024 } }] }),
  ),
  create("unknown-target-job", one(pod(T(1), zone("a"), ["nowhere"])), "refused"),
  create("manager-without-a-domain", trainJob([by("kueue", { pod: [pod(T(1))] })]), "refused"),
];

const timeOf = (time) => one(pod(time));
const invalidCreates = [
  create("no-spec", { ...trainJob(), spec: undefined }),
  create("no-runtime-ref", trainJob([], { runtimeRef: undefined })),
  create("seventeen-managers", trainJob(managers(17))),
  create("129-entries-in-a-pod-history", trainJob([by(RED, { pod: minutes(129).map(bare) })])),
  create(
    "129-entries-in-a-job-history",
    trainJob([by(RED, { job: minutes(129).map((time) => ({ time })) })]),
  ),
  create(
    "seventeen-target-jobs",
    one(
      pod(
        T(1),
        zone("a"),
        many(17, (index) => `job-${index}`),
      ),
    ),
  ),
  create("target-name-of-64", one(pod(T(1), zone("a"), ["n".repeat(64)]))),
  create("target-name-empty", one(pod(T(1), zone("a"), [""]))),
  create("target-without-name", podWith({ targetJobs: [{}] })),
  create("targets-as-names", podWith({ targetJobs: ["node"] })),
  create("pod-entry-without-targets", podWith({ targetJobs: undefined })),
  create("manager-missing", trainJob([{ pod: [pod(T(1))] }])),
  create("manager-empty", trainJob([by("", { pod: [pod(T(1))] })])),
  create("manager-of-254", trainJob([by(`a.io/${"m".repeat(249)}`, { pod: [pod(T(1))] })])),
  create("manager-twice", trainJob([by(RED, { pod: [pod(T(1))] }), by(RED, { pod: [pod(T(2))] })])),
  create("time-missing", timeOf(undefined), "admitted"),
  create("time-missing-in-a-job-entry", trainJob([by(RED, { job: [job(undefined)] })]), "admitted"),
  create("time-twice", trainJob([by(RED, { pod: [pod(T(1)), pod(T(1), zone("b"))] })])),
  create("time-with-offset-zero", timeOf("2026-03-01T10:00:00+00:00"), "admitted"),
  create("time-with-offset", timeOf("2026-03-01T12:00:00+02:00"), "admitted"),
  create("time-with-fraction", timeOf("2026-03-01T10:00:00.5Z"), "webhook"),
  create("time-in-lower-case", timeOf("2026-03-01t10:00:00z"), "webhook"),
  create("time-without-seconds", timeOf("2026-03-01T10:00Z")),
  create("time-as-a-date", timeOf("2026-03-01")),
  create("time-in-month-13", timeOf("2026-13-01T10:00:00Z")),
  create("time-on-30-february", timeOf("2026-02-30T10:00:00Z")),
  create("time-at-second-60", timeOf("2026-03-01T10:00:60Z")),
  create("time-at-hour-24", timeOf("2026-03-01T24:00:00Z")),
  create("time-as-a-number", timeOf(1_772_359_200)),
  create("time-empty", timeOf("")),
  create("node-selector-as-a-list", specWith({ nodeSelector: ["a"] })),
  create("node-selector-with-a-null", specWith({ nodeSelector: { a: null } })),
  create("label-as-a-number", trainJob([by(RED, { job: [job(T(1), { team: 1 })] })])),
  create("negative-grace-period", specWith({ terminationGracePeriodSeconds: -1 })),
  create(
    "toleration-seconds-as-a-string",
    specWith({ tolerations: [{ key: "a", operator: "Exists", tolerationSeconds: "60" }] }),
  ),
  create("129-volumes", specWith({ volumes: many(129, (index) => ({ name: `v-${index}` })) })),
  create(
    "17-scheduling-gates",
    specWith({ schedulingGates: many(17, (index) => ({ name: `g-${index}` })) }),
  ),
  create("container-without-name", specWith({ containers: [{ env: [] }] })),
  create("container-twice", specWith({ containers: [{ name: "a" }, { name: "a" }] })),
  create(
    "mount-of-a-volume-twice",
    specWith({
      containers: [
        {
          name: "a",
          volumeMounts: [
            { name: "data", mountPath: "/a" },
            { name: "data", mountPath: "/b" },
          ],
        },
      ],
    }),
  ),
  create("name-that-starts-with-a-digit", {
    ...trainJob(),
    metadata: { name: "1case", namespace: "cases" },
  }),
  create(
    "storage-uri-without-a-rest",
    trainJob([], { initializer: { model: { storageUri: "s3://" } } }),
  ),
  create("managed-by-somebody", trainJob([], { managedBy: "example.com/me" })),
  create("overrides-as-a-map", trainJob({ [RED]: {} })),
  create(
    "several-faults",
    trainJob([
      by("", { pod: [pod("2026-03-01")] }),
      by(RED, { job: [job(T(1), { a: 1 })], pod: [{ ...pod(T(2)), targetJobs: undefined }] }),
    ]),
  ),
];

export const createCases = [...validCreates, ...invalidCreates];
