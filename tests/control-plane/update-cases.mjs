import {
  BLUE,
  bare,
  by,
  everyField,
  job,
  managers,
  minutes,
  one,
  patch,
  pod,
  RED,
  specWith,
  T,
  trainJob,
  update,
  zone,
} from "./override-builders.mjs";

/** Changes of stored TrainJobs; the attempt's shape is in template-overrides-cases.mjs. */
const first = pod(T(1));
const second = pod(T(2), zone("b"));
const third = pod(T(3), zone("c"));
const history = trainJob([by(RED, { pod: [first, second] })]);
const redWith = (histories) => trainJob([by(RED, histories)]);
const both = trainJob([by(RED, { job: [job(T(5))], pod: [first] }), by(BLUE, { pod: [first] })]);
const rich = specWith(everyField);
const richWith = (change) => specWith({ ...everyField, ...change });

const validUpdates = [
  update("nothing-changed", history, history),
  update("append-to-a-history", history, redWith({ pod: [first, second, third] })),
  update(
    "first-job-entry-of-a-manager",
    history,
    redWith({ job: [job(T(3))], pod: [first, second] }),
  ),
  update(
    "new-manager",
    history,
    trainJob([by(RED, { pod: [first, second] }), by(BLUE, { pod: [third] })]),
  ),
  update("first-of-all", trainJob(), one(first)),
  update("first-into-an-empty-list", trainJob([]), one(first)),
  update(
    "append-to-two-managers",
    both,
    trainJob([
      by(RED, { job: [job(T(5)), job(T(6))], pod: [first] }),
      by(BLUE, { pod: [first, second] }),
    ]),
  ),
  update("entry-put-in-front", history, redWith({ pod: [third, first, second] })),
  update("entries-in-another-order", history, redWith({ pod: [second, first] })),
  update(
    "entry-older-than-the-newest",
    redWith({ pod: [second] }),
    redWith({ pod: [second, first] }),
    "refused",
  ),
  update(
    "managers-in-another-order",
    both,
    trainJob([...both.spec.templateOverrides].reverse()),
    "refused",
  ),
  update(
    "manager-put-in-front",
    history,
    trainJob([by(BLUE, { pod: [first] }), by(RED, { pod: [first, second] })]),
    "refused",
  ),
  update(
    "volumes-of-an-entry-in-another-order",
    rich,
    richWith({ volumes: [...everyField.volumes].reverse() }),
    "refused",
  ),
  update(
    "env-of-an-entry-in-another-order",
    rich,
    richWith({
      containers: everyField.containers.map((container) => ({
        ...container,
        env: [...container.env].reverse(),
      })),
    }),
    "refused",
  ),
  update("resumed", history, trainJob(history.spec.templateOverrides, { suspend: false })),
  update(
    "unknown-field-added-to-an-entry",
    history,
    redWith({ pod: [{ ...first, comment: "x" }, second] }),
  ),
  update(
    "128th-entry",
    redWith({ pod: minutes(127).map(bare) }),
    redWith({ pod: minutes(128).map(bare) }),
  ),
];

const invalidUpdates = [
  update("value-in-an-entry-changed", history, redWith({ pod: [pod(T(1), zone("x")), second] })),
  update("key-in-an-entry-removed", rich, richWith({ serviceAccountName: undefined })),
  update(
    "field-added-to-an-entry",
    history,
    redWith({ pod: [pod(T(1), { ...zone("a"), serviceAccountName: "x" }), second] }),
  ),
  update(
    "target-of-an-entry-changed",
    history,
    redWith({ pod: [pod(T(1), zone("a"), ["launcher"]), second] }),
  ),
  update(
    "metadata-added-to-an-entry",
    history,
    redWith({ pod: [{ ...first, metadata: { labels: { a: "b" } } }, second] }),
  ),
  update(
    "tolerations-of-an-entry-in-another-order",
    rich,
    richWith({ tolerations: [...everyField.tolerations].reverse() }),
  ),
  update(
    "label-of-a-job-entry-changed",
    both,
    trainJob([
      by(RED, { job: [job(T(5), { team: "blue" })], pod: [first] }),
      both.spec.templateOverrides[1],
    ]),
  ),
  update("time-of-an-entry-changed", history, redWith({ pod: [pod(T(9)), second] })),
  update(
    "same-instant-spelled-otherwise",
    history,
    redWith({ pod: [pod("2026-03-01T10:00:01+00:00"), second] }),
    "admitted",
  ),
  update("entry-removed", history, redWith({ pod: [second] })),
  update("entry-removed-and-another-added", history, redWith({ pod: [second, third] })),
  update("history-emptied", history, redWith({ pod: [] })),
  update("pod-history-dropped", history, redWith({})),
  update("pod-history-set-to-null", history, redWith({ pod: null })),
  update(
    "job-history-dropped",
    both,
    trainJob([by(RED, { pod: [first] }), both.spec.templateOverrides[1]]),
  ),
  update("one-of-two-managers-dropped", both, trainJob([both.spec.templateOverrides[0]])),
  update("manager-replaced", history, trainJob([by(BLUE, { pod: [first, second] })])),
  update("all-managers-dropped", both, trainJob([])),
  update("overrides-dropped", history, trainJob()),
  update("overrides-set-to-null", history, trainJob(null)),
  update("empty-list-dropped", trainJob([]), trainJob()),
  update("spec-dropped", history, { ...history, spec: undefined }),
  update("spec-emptied", history, { ...history, spec: {} }),
  update(
    "entry-moved-to-another-manager",
    both,
    trainJob([by(RED, { job: [job(T(5))], pod: [] }), by(BLUE, { pod: [first, second] })]),
  ),
  update(
    "appended-at-a-taken-time",
    history,
    redWith({ pod: [first, second, pod(T(2), zone("z"))] }),
  ),
  update("seventeenth-manager", trainJob(managers(16)), trainJob(managers(17))),
  update(
    "129th-entry",
    redWith({ pod: minutes(128).map(bare) }),
    redWith({ pod: minutes(129).map(bare) }),
  ),
  update("manager-emptied", history, trainJob([by("", { pod: [first, second] })])),
  update(
    "appended-without-a-time",
    history,
    redWith({ pod: [first, second, pod(undefined)] }),
    "admitted",
  ),
  update(
    "runtime-changed",
    history,
    trainJob(history.spec.templateOverrides, { runtimeRef: { name: "other" } }),
  ),
  update(
    "trainer-changed",
    history,
    trainJob(history.spec.templateOverrides, { trainer: { numNodes: 3 } }),
  ),
  update(
    "two-faults-in-two-managers",
    both,
    trainJob([by(RED, { job: [job(T(5))], pod: [pod(T(1), zone("x"))] }), by(BLUE, {})]),
  ),
];

const LIST = "/spec/templateOverrides";
const uidTest = { op: "test", path: "/metadata/uid", value: "<uid>" };
const guarded = [
  patch("patch-append", history, [
    uidTest,
    { op: "test", path: `${LIST}/0/manager`, value: RED },
    { op: "add", path: `${LIST}/0/pod/-`, value: third },
  ]),
  patch("patch-first-of-a-history", history, [
    uidTest,
    { op: "test", path: `${LIST}/0/manager`, value: RED },
    { op: "test", path: `${LIST}/0/job`, value: null },
    { op: "add", path: `${LIST}/0/job`, value: [job(T(3))] },
  ]),
  patch("patch-first-of-a-history-that-is-there", both, [
    uidTest,
    { op: "test", path: `${LIST}/0/job`, value: null },
    { op: "add", path: `${LIST}/0/job`, value: [job(T(3))] },
  ]),
  patch("patch-first-of-a-manager", history, [
    uidTest,
    { op: "replace", path: "/metadata/resourceVersion", value: "<resourceVersion>" },
    { op: "add", path: `${LIST}/-`, value: by(BLUE, { pod: [third] }) },
  ]),
  patch("patch-first-of-all", trainJob(), [
    uidTest,
    { op: "replace", path: "/metadata/resourceVersion", value: "<resourceVersion>" },
    { op: "add", path: LIST, value: [by(BLUE, { pod: [third] })] },
  ]),
  patch("patch-with-a-stale-version", history, [
    uidTest,
    { op: "replace", path: "/metadata/resourceVersion", value: "1" },
    { op: "add", path: `${LIST}/-`, value: by(BLUE, { pod: [third] }) },
  ]),
  patch("patch-of-a-job-made-anew", history, [
    { ...uidTest, value: "6b0c2a52-0000-4000-8000-000000000000" },
    { op: "add", path: `${LIST}/0/pod/-`, value: third },
  ]),
  patch("patch-of-a-manager-that-moved", both, [
    uidTest,
    { op: "test", path: `${LIST}/0/manager`, value: BLUE },
    { op: "add", path: `${LIST}/0/pod/-`, value: third },
  ]),
  patch("patch-appends-to-a-history-that-is-not-there", history, [
    uidTest,
    { op: "add", path: `${LIST}/0/job/-`, value: job(T(3)) },
  ]),
  patch("patch-of-a-manager-that-is-not-there", history, [
    { op: "add", path: `${LIST}/5/pod/-`, value: third },
  ]),
  patch("patch-removes-spec", history, [{ op: "remove", path: "/spec" }]),
  patch("patch-removes-the-list", history, [{ op: "remove", path: LIST }]),
  patch("patch-removes-a-manager", history, [{ op: "remove", path: `${LIST}/0` }]),
  patch("patch-removes-an-entry", history, [{ op: "remove", path: `${LIST}/0/pod/1` }]),
  patch("patch-changes-a-manager", history, [
    { op: "replace", path: `${LIST}/0/manager`, value: BLUE },
  ]),
];

const named = { apiVersion: "trainer.kubeflow.org/v1alpha1", kind: "TrainJob" };
const applied = (overrides) => ({ ...named, spec: { templateOverrides: overrides } });
const asBlue = "fieldManager=blue.example.com%2Fsdk";
const otherPatches = [
  patch(
    "merge-append-with-the-whole-list",
    history,
    { spec: redWith({ pod: [first, second, third] }).spec },
    "merge",
  ),
  patch(
    "merge-with-the-new-manager-only",
    history,
    { spec: { templateOverrides: [by(BLUE, { pod: [third] })] } },
    "merge",
  ),
  patch("merge-list-to-null", history, { spec: { templateOverrides: null } }, "merge"),
  patch("merge-resume", history, { spec: { suspend: false } }, "merge"),
  patch("apply-of-a-new-manager", history, applied([by(BLUE, { pod: [third] })]), "apply", asBlue),
  patch(
    "apply-of-a-new-entry-of-another-writers-manager",
    history,
    applied([by(RED, { pod: [third] })]),
    "apply",
    asBlue,
  ),
  patch(
    "apply-over-another-writer",
    history,
    applied([by(RED, { pod: [pod(T(1), zone("x"))] })]),
    "apply",
    asBlue,
  ),
  patch(
    "apply-over-another-writer-by-force",
    history,
    applied([by(RED, { pod: [pod(T(1), zone("x"))] })]),
    "apply",
    `${asBlue}&force=true`,
  ),
  patch(
    "apply-without-a-time",
    history,
    applied([by(BLUE, { pod: [pod(undefined)] })]),
    "apply",
    asBlue,
  ),
];

export const updateCases = [...validUpdates, ...invalidUpdates, ...guarded, ...otherPatches];
