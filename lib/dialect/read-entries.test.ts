import { expect, test } from "vitest";
import type { KubeObject } from "../k8s/object.ts";
import type { JsonObject } from "../util/json.ts";
import { getIn } from "../util/json.ts";
import { parsePointer } from "../util/pointer.ts";
import { detectDialect } from "./dialect-of-object.ts";
import { dialectOfSchema } from "./dialect-of-schema.ts";
import { DIALECTS } from "./entry.ts";
import { entryLabel } from "./entry-label.ts";
import { partsOf } from "./entry-parts.ts";
import { parseInstant } from "./instant.ts";
import { overridesDigest } from "./overrides-digest.ts";
import { readEntries } from "./read-entries.ts";

function aTrainJob(spec: JsonObject | undefined): KubeObject {
  return {
    apiVersion: "trainer.kubeflow.org/v1alpha1",
    kind: "TrainJob",
    metadata: { name: "a", namespace: "team-a" },
    spec,
  };
}

/** What stands at a pointer of an object; list indexes included. */
function at(object: KubeObject, pointer: string): unknown {
  let value: unknown = object;
  for (const step of parsePointer(pointer)) {
    value = (value as { [key: string]: unknown } | undefined)?.[step];
  }
  return value;
}

const TEMPLATE = aTrainJob({
  templateOverrides: [
    {
      manager: "b.io/second",
      pod: [
        {
          time: "2026-03-18T10:05:00Z",
          targetJobs: [{ name: "node" }],
          spec: { nodeSelector: { a: "1" } },
        },
        {
          time: "2026-03-18T10:01:00Z",
          targetJobs: [{ name: "node" }],
          spec: { nodeSelector: { a: "0" } },
        },
      ],
      job: [
        { time: "2026-03-18T10:05:00Z", metadata: { labels: { x: "y" } } },
        {
          time: "2026-03-18T10:02:00Z",
          targetJobs: [{ name: "node" }, { name: "other" }],
          metadata: { labels: { j: "1" } },
        },
      ],
    },
    {
      manager: "a.io/first",
      pod: [
        {
          time: "2026-01-01T00:00:00Z",
          targetJobs: [{ name: "node" }],
          metadata: { annotations: { n: "1" } },
        },
      ],
    },
  ],
});

test("templateOverrides apply by manager, then time, job before pod at the same time", () => {
  expect(
    readEntries(TEMPLATE, "templateOverrides").map(({ id, index, path }) => [index, id, path]),
  ).toEqual([
    [0, "b.io/second/pod/2026-03-18T10:01:00Z", "/spec/templateOverrides/0/pod/1"],
    [1, "b.io/second/job/2026-03-18T10:02:00Z", "/spec/templateOverrides/0/job/1"],
    [2, "b.io/second/job/2026-03-18T10:05:00Z", "/spec/templateOverrides/0/job/0"],
    [3, "b.io/second/pod/2026-03-18T10:05:00Z", "/spec/templateOverrides/0/pod/0"],
    [4, "a.io/first/pod/2026-01-01T00:00:00Z", "/spec/templateOverrides/1/pod/0"],
  ]);
});

test("times are compared as instants, and entries without one come last", () => {
  const entry = (time: string | undefined) => ({ time, targetJobs: [{ name: "node" }] });
  const trainJob = aTrainJob({
    templateOverrides: [
      {
        manager: "a.io/x",
        pod: [
          entry(undefined),
          entry("soon"),
          entry("2026-03-18T12:00:00+02:00"),
          entry("2026-03-18T09:59:59Z"),
        ],
        job: [{ metadata: {} }],
      },
    ],
  });
  expect(readEntries(trainJob, "templateOverrides").map(({ id }) => id)).toEqual([
    "a.io/x/pod/2026-03-18T09:59:59Z",
    "a.io/x/pod/2026-03-18T12:00:00+02:00",
    "a.io/x/job/@0",
    "a.io/x/pod/@0",
    "a.io/x/pod/soon",
  ]);
});

test("a job entry changes the JobSet without target jobs and the named Job templates with them", () => {
  const [, second, third] = readEntries(TEMPLATE, "templateOverrides");
  if (second === undefined || third === undefined) throw new Error("three entries");
  expect(
    partsOf(second).jobs.map(({ name, namePath, jobMetadata }) => [
      name,
      namePath,
      jobMetadata?.path,
    ]),
  ).toEqual([
    [
      "node",
      "/spec/templateOverrides/0/job/1/targetJobs/0/name",
      "/spec/templateOverrides/0/job/1/metadata",
    ],
    [
      "other",
      "/spec/templateOverrides/0/job/1/targetJobs/1/name",
      "/spec/templateOverrides/0/job/1/metadata",
    ],
  ]);
  expect(partsOf(third)).toEqual({
    jobs: [],
    jobSetMetadata: {
      value: { labels: { x: "y" } },
      path: "/spec/templateOverrides/0/job/0/metadata",
    },
  });
});

const POD_SPEC = aTrainJob({
  podSpecOverrides: [
    { targetJobs: [{ name: "node" }, { name: "x" }], serviceAccountName: "sa" },
    { targetJobs: [], nodeSelector: { a: "b" } },
  ],
});
const POD_TEMPLATE = aTrainJob({
  podTemplateOverrides: [
    {
      targetJobs: [{ name: "node" }],
      metadata: { labels: { a: "b" } },
      spec: { serviceAccountName: "sa" },
    },
  ],
});
const PATCHES = aTrainJob({
  runtimePatches: [
    {
      manager: "kueue.x-k8s.io/manager",
      time: "2026-03-18T10:05:00Z",
      trainingRuntimeSpec: { template: { spec: {} } },
    },
    {
      manager: "a.io/b",
      trainingRuntimeSpec: {
        template: {
          metadata: { labels: { l: "1" } },
          spec: {
            replicatedJobs: [
              {
                name: "node",
                template: {
                  metadata: { annotations: { j: "1" } },
                  spec: {
                    template: {
                      metadata: { labels: { p: "1" } },
                      spec: { nodeSelector: { n: "1" } },
                    },
                  },
                },
              },
            ],
          },
        },
      },
    },
  ],
});

test("ownerless entries are named by position and content", () => {
  const entries = readEntries(POD_SPEC, "podSpecOverrides");
  expect(entries.map(({ id }) => id)).toEqual([
    expect.stringMatching(/^0-[0-9a-f]{12}$/),
    expect.stringMatching(/^1-[0-9a-f]{12}$/),
  ]);
  expect(entries[0]).toMatchObject({
    kind: "pod",
    targetJobs: ["node", "x"],
  });
});

test("runtimePatches have one entry per manager, with the jobs that it names", () => {
  expect(
    readEntries(PATCHES, "runtimePatches").map(({ id, time, targetJobs, kind }) => ({
      id,
      time,
      targetJobs,
      kind,
    })),
  ).toEqual([
    {
      id: "kueue.x-k8s.io/manager",
      time: "2026-03-18T10:05:00Z",
      targetJobs: undefined,
      kind: "patch",
    },
    { id: "a.io/b", time: undefined, targetJobs: ["node"], kind: "patch" },
  ]);
});

test("every part of every dialect points at its own value", () => {
  for (const [trainJob, dialect] of [
    [TEMPLATE, "templateOverrides"],
    [POD_SPEC, "podSpecOverrides"],
    [POD_TEMPLATE, "podTemplateOverrides"],
    [PATCHES, "runtimePatches"],
  ] as const) {
    for (const entry of readEntries(trainJob, dialect)) {
      const parts = partsOf(entry);
      for (const job of parts.jobs) {
        expect(at(trainJob, job.namePath)).toBe(job.name);
        for (const part of [job.jobMetadata, job.podMetadata, job.podSpec]) {
          if (part !== undefined) expect(at(trainJob, part.path)).toMatchObject(part.value);
        }
      }
      if (parts.jobSetMetadata !== undefined) {
        expect(at(trainJob, parts.jobSetMetadata.path)).toEqual(parts.jobSetMetadata.value);
      }
    }
  }
});

test("inline pod fields come without the target jobs", () => {
  const [entry] = readEntries(POD_SPEC, "podSpecOverrides");
  if (entry === undefined) throw new Error("an entry");
  expect(partsOf(entry).jobs.map(({ podSpec }) => podSpec)).toEqual([
    { value: { serviceAccountName: "sa" }, path: "/spec/podSpecOverrides/0" },
    { value: { serviceAccountName: "sa" }, path: "/spec/podSpecOverrides/0" },
  ]);
});

test("a patch has JobSet, Job and pod parts", () => {
  const entry = readEntries(PATCHES, "runtimePatches")[1];
  if (entry === undefined) throw new Error("an entry");
  const parts = partsOf(entry);
  expect(parts.jobSetMetadata?.value).toEqual({ labels: { l: "1" } });
  expect(getIn(parts.jobs[0]?.podSpec?.value, "nodeSelector", "n")).toBe("1");
  expect(parts.jobs[0]?.podSpec?.path).toBe(
    "/spec/runtimePatches/1/trainingRuntimeSpec/template/spec/replicatedJobs/0/template/spec/template/spec",
  );
});

test("whatever a file holds is read without throwing", () => {
  const junk = [
    null,
    1,
    "x",
    [],
    {},
    [null],
    [1, "a", [], {}],
    [{ manager: 3 }],
    [{ manager: "a", pod: 1, job: {} }],
    [{ manager: "a", pod: [null, 3, { time: 4 }] }],
    [{ targetJobs: "node" }],
    [{ targetJobs: [null, { name: 1 }] }],
    [{ manager: "m", trainingRuntimeSpec: { template: [] } }],
  ];
  for (const value of junk) {
    for (const dialect of DIALECTS) {
      const trainJob = aTrainJob({ [dialect]: value });
      for (const entry of readEntries(trainJob, dialect)) partsOf(entry);
      overridesDigest(trainJob, dialect);
    }
  }
  expect(readEntries(aTrainJob(undefined), "runtimePatches")).toEqual([]);
});

test("ids stay unique where an object went around admission", () => {
  const pod = [{ time: "2026-03-18T10:05:00Z", targetJobs: [] }];
  const trainJob = aTrainJob({
    templateOverrides: [
      { manager: "a.io/b", pod },
      { manager: "a.io/b", pod },
    ],
  });
  const ids = readEntries(trainJob, "templateOverrides").map(({ id }) => id);
  expect(new Set(ids).size).toBe(2);
});

test("the dialect is found from the fields of an object and of a schema", () => {
  for (const dialect of DIALECTS) {
    expect(detectDialect(aTrainJob({ suspend: true, [dialect]: [] }))).toBe(dialect);
    expect(
      dialectOfSchema({ properties: { spec: { properties: { [dialect]: { type: "array" } } } } }),
    ).toBe(dialect);
  }
  expect(detectDialect(aTrainJob({ runtimePatches: null }))).toBeUndefined();
  expect(detectDialect(aTrainJob(undefined))).toBeUndefined();
  expect(dialectOfSchema({})).toBeUndefined();
});

test("the digest follows the list and nothing else", () => {
  const digest = overridesDigest(PATCHES, "runtimePatches");
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(
    overridesDigest({ ...PATCHES, metadata: { resourceVersion: "7" } }, "runtimePatches"),
  ).toBe(digest);
  expect(overridesDigest(aTrainJob({}), "runtimePatches")).toBe(
    overridesDigest(aTrainJob({ runtimePatches: [] }), "runtimePatches"),
  );
  expect(
    overridesDigest(aTrainJob({ runtimePatches: [{ manager: "a.io/b" }] }), "runtimePatches"),
  ).not.toBe(digest);
});

test("labels are made of the API's own words", () => {
  expect(readEntries(TEMPLATE, "templateOverrides").map(entryLabel)[0]).toBe(
    "b.io/second pod 2026-03-18T10:01:00Z",
  );
  expect(readEntries(PATCHES, "runtimePatches").map(entryLabel)[1]).toBe("a.io/b");
  expect(readEntries(POD_SPEC, "podSpecOverrides").map(entryLabel)).toEqual(["#0", "#1"]);
});

test("instants are read in every RFC 3339 spelling and in no other", () => {
  const at0 = Date.UTC(2026, 2, 18, 10, 5, 0) / 1000;
  for (const text of [
    "2026-03-18T10:05:00Z",
    "2026-03-18t10:05:00z",
    "2026-03-18T10:05:00.999Z",
    "2026-03-18T12:05:00+02:00",
    "2026-03-18T04:35:00-05:30",
  ]) {
    expect(parseInstant(text), text).toBe(at0);
  }
  for (const text of [
    "2026-02-30T10:05:00Z",
    "2026-03-18 10:05:00Z",
    "2026-03-18T10:05Z",
    "2026-03-18T24:00:00Z",
    "2026-03-18T10:05:00",
    "",
    "now",
    "2026-13-01T00:00:00Z",
    "2026-03-18T10:05:00+25:00",
  ]) {
    expect(parseInstant(text), text).toBeUndefined();
  }
});
