import fc from "fast-check";
import { expect, test } from "vitest";
import { applyJsonPatch, type JsonPatchOperation } from "../k8s/json-patch.ts";
import { type KubeObject, toJson } from "../k8s/object.ts";
import type { Json, JsonObject } from "../util/json.ts";
import type { Change } from "./change.ts";
import { diffObjects } from "./diff-objects.ts";
import { groupChanges } from "./group-changes.ts";

function aJobSet(podSpec: JsonObject, metadata: JsonObject = {}): KubeObject {
  return {
    apiVersion: "jobset.x-k8s.io/v1alpha2",
    kind: "JobSet",
    metadata: { name: "a", ...metadata },
    spec: {
      replicatedJobs: [{ name: "node", template: { spec: { template: { spec: podSpec } } } }],
    },
  };
}

const POD = "/spec/replicatedJobs/0/template/spec/template/spec";
const LABEL = "spec.replicatedJobs[node].template.spec.template.spec";

function podChanges(before: JsonObject, after: JsonObject) {
  return diffObjects([aJobSet(before)], [aJobSet(after)]).map(
    ({ kind, pointer, label, before, after }) => ({
      kind,
      pointer: pointer.replace(POD, ""),
      label: label.replace(`${LABEL}.`, ""),
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    }),
  );
}

test("equal objects have no difference, whatever the order of their keys", () => {
  expect(diffObjects([aJobSet({ a: 1, b: [2] })], [aJobSet({ b: [2], a: 1 })])).toEqual([]);
});

test("elements are matched by key: a new first container changes no other", () => {
  const node = { name: "node", image: "x" };
  expect(
    podChanges(
      { containers: [node] },
      {
        containers: [
          { name: "side", image: "s" },
          { ...node, image: "y" },
        ],
      },
    ),
  ).toEqual([
    {
      kind: "added",
      pointer: "/containers/0",
      label: "containers[side]",
      after: { name: "side", image: "s" },
    },
    {
      kind: "changed",
      pointer: "/containers/1/image",
      label: "containers[node].image",
      before: "x",
      after: "y",
    },
  ]);
});

test("a removed element points to where it was", () => {
  const env = [
    { name: "A", value: "1" },
    { name: "B", value: "2" },
  ];
  expect(
    podChanges(
      { containers: [{ name: "n", env }] },
      { containers: [{ name: "n", env: env.slice(0, 1) }] },
    ),
  ).toEqual([
    {
      kind: "removed",
      pointer: "/containers/0/env/1",
      label: "containers[n].env[B]",
      before: { name: "B", value: "2" },
    },
  ]);
});

test("another order of the same elements is a move, not a change", () => {
  const [a, b] = [
    { name: "a", emptyDir: {} },
    { name: "b", emptyDir: {} },
  ];
  expect(podChanges({ volumes: [a, b] }, { volumes: [b, a] })).toEqual([
    { kind: "moved", pointer: "/volumes", label: "volumes", before: ["a", "b"], after: ["b", "a"] },
  ]);
  expect(podChanges({ volumes: [a] }, { volumes: [b, a] }).map(({ kind }) => kind)).toEqual([
    "added",
  ]);
});

test("volume mounts are matched by path, ports by number and protocol", () => {
  expect(
    podChanges(
      {
        containers: [
          {
            name: "n",
            volumeMounts: [{ name: "v", mountPath: "/a" }],
            ports: [{ containerPort: 80 }],
          },
        ],
      },
      {
        containers: [
          {
            name: "n",
            volumeMounts: [{ name: "w", mountPath: "/a" }],
            ports: [{ containerPort: 80, protocol: "TCP" }],
          },
        ],
      },
    ),
  ).toEqual([
    {
      kind: "changed",
      pointer: "/containers/0/volumeMounts/0/name",
      label: "containers[n].volumeMounts[/a].name",
      before: "v",
      after: "w",
    },
    {
      kind: "added",
      pointer: "/containers/0/ports/0/protocol",
      label: "containers[n].ports[80/TCP].protocol",
      after: "TCP",
    },
  ]);
});

test("tolerations and arguments are one value each", () => {
  const [x, y] = [{ key: "x" }, { key: "y" }];
  expect(podChanges({ tolerations: [x] }, { tolerations: [y, x] })).toEqual([
    { kind: "changed", pointer: "/tolerations", label: "tolerations", before: [x], after: [y, x] },
  ]);
});

test("a new map is one addition per member, with its keys in brackets where they need it", () => {
  expect(podChanges({}, { nodeSelector: { zone: "a", "kubernetes.io/os": "linux" } })).toEqual([
    { kind: "added", pointer: "/nodeSelector/zone", label: "nodeSelector.zone", after: "a" },
    {
      kind: "added",
      pointer: "/nodeSelector/kubernetes.io~1os",
      label: "nodeSelector[kubernetes.io/os]",
      after: "linux",
    },
  ]);
});

test("equal quantities in other spellings are no change", () => {
  const limits = (cpu: Json) => ({ containers: [{ name: "n", resources: { limits: { cpu } } }] });
  expect(podChanges(limits("1000m"), limits("1"))).toEqual([]);
  expect(podChanges(limits(2), limits("2"))).toEqual([]);
  expect(podChanges(limits("1"), limits("2"))).toHaveLength(1);
});

test("a list that is no proper list-map is compared as one value", () => {
  const twice = [
    { name: "A", value: "1" },
    { name: "A", value: "2" },
  ];
  expect(
    podChanges({ env: twice }, { env: [{ name: "A", value: "1" }] }).map(({ kind, pointer }) => [
      kind,
      pointer,
    ]),
  ).toEqual([["changed", "/env"]]);
  expect(podChanges({ env: "text" }, { env: [{ name: "A" }] })).toHaveLength(1);
  expect(podChanges({}, { env: "text" })).toHaveLength(1);
});

test("whole objects come and go, and a renamed job is another job", () => {
  const config: KubeObject = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" } };
  expect(
    diffObjects([aJobSet({})], [config]).map(({ kind, objectKey, pointer }) => [
      kind,
      objectKey,
      pointer,
    ]),
  ).toEqual([
    ["added", "ConfigMap/c", ""],
    ["removed", "JobSet/a", ""],
  ]);
});

test("changes are grouped by object and job, what concerns the whole first", () => {
  const before = aJobSet({ serviceAccountName: "a" });
  const after = aJobSet({ serviceAccountName: "b" }, { labels: { x: "y" } });
  const groups = groupChanges([...diffObjects([before], [after])].reverse());
  expect(groups.map(({ objectKey, job, changes }) => [objectKey, job, changes.length])).toEqual([
    ["JobSet/a", undefined, 1],
    ["JobSet/a", "node", 1],
  ]);
});

const names = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"), { maxLength: 4 });
const podSpecs = fc.record(
  {
    serviceAccountName: fc.constantFrom("x", "y"),
    nodeSelector: fc.dictionary(fc.constantFrom("k", "a/b", "~"), fc.constantFrom("1", "2")),
    tolerations: fc.array(fc.record({ key: fc.constantFrom("t", "u") }), { maxLength: 2 }),
    volumes: names.map((all) => all.map((name) => ({ name, emptyDir: {} }))),
    containers: fc
      .tuple(names, fc.constantFrom("1", "2"))
      .map(([all, value]) =>
        all.map((name) => ({ name, env: [{ name: "E", value }], args: [value] })),
      ),
  },
  { requiredKeys: [] },
);

/** Carries changes out, for objects without moves; what is gone goes from the end. */
function carryOut(object: KubeObject, changes: readonly Change[]): unknown {
  const removals = changes.filter(({ kind }) => kind === "removed").toReversed();
  const values = changes.filter(({ kind }) => kind === "added" || kind === "changed");
  const operations: JsonPatchOperation[] = [
    ...removals.map(({ pointer }): JsonPatchOperation => ({ op: "remove", path: pointer })),
    ...values.map(
      ({ pointer, after }): JsonPatchOperation => ({
        op: "add",
        path: pointer,
        value: after ?? null,
      }),
    ),
  ];
  const result = applyJsonPatch(toJson(object), operations);
  return result.ok ? result.value : result;
}

function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

test("no difference means equal up to order, and a diff is the reverse of its reverse", () => {
  fc.assert(
    fc.property(podSpecs, podSpecs, (one, two) => {
      const [before, after] = [aJobSet(one), aJobSet(two)];
      expect(diffObjects([before], [before])).toEqual([]);
      const there = diffObjects([before], [after]);
      const back = diffObjects([after], [before]);
      expect(there.map(({ label }) => label).toSorted(byText)).toEqual(
        back.map(({ label }) => label).toSorted(byText),
      );
      const flat = (changes: readonly Change[], from: "before" | "after", to: "before" | "after") =>
        changes
          .map((change) => JSON.stringify([change.label, change[from], change[to]]))
          .toSorted(byText);
      expect(flat(there, "before", "after")).toEqual(flat(back, "after", "before"));
    }),
    { numRuns: 200 },
  );
});

test("carrying the changes of scalars and maps out gives the other object", () => {
  const maps = fc.record({
    serviceAccountName: fc.constantFrom("x", "y"),
    nodeSelector: fc.dictionary(fc.constantFrom("k", "a/b", "~"), fc.constantFrom("1", "2"), {
      minKeys: 1,
    }),
    tolerations: fc.array(fc.record({ key: fc.constantFrom("t", "u") }), { maxLength: 2 }),
  });
  fc.assert(
    fc.property(maps, maps, (one, two) => {
      const [before, after] = [aJobSet(one), aJobSet(two)];
      expect(carryOut(before, diffObjects([before], [after]))).toEqual(after);
    }),
  );
});
