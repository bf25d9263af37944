import fc from "fast-check";
import { expect, test } from "vitest";
import { buildAppend } from "../dialect/append.ts";
import { DIALECTS } from "../dialect/entry.ts";
import { applyJsonPatch } from "../k8s/json-patch.ts";
import { type KubeObject, toJson } from "../k8s/object.ts";
import { asObject, isJsonObject, type Json, type JsonObject, objectsIn } from "../util/json.ts";
import { editJson } from "../yaml/json-edit.ts";
import { stringifyYaml } from "../yaml/stringify-yaml.ts";
import { applyEdit } from "./apply-edit.ts";
import { editModel } from "./edit-model.ts";
import type { FormEdit, ListChange, MapChange, MapName } from "./form-edit.ts";
import {
  type ContainerForm,
  type EnvForm,
  emptyForm,
  type FormContext,
  type FormModel,
  type FormPart,
  type MetadataForm,
  type MountForm,
  type NamedItem,
  NO_METADATA,
  NO_POD,
  type PodForm,
  type StringMap,
  type VolumeForm,
} from "./form-model.ts";
import { formOf, writeForm } from "./form-object.ts";
import { layoutOf } from "./layout.ts";
import { readForm, readOverride } from "./read-form.ts";
import type { Toleration } from "./scheduling-model.ts";
import { unknownFields } from "./unknown-fields.ts";

const { constant, constantFrom, option, record, tuple } = fc;
const JOBS = ["node", "launcher", "data"];
const name = constantFrom("a", "b", "yes", "0400", "x.y/z", "12", "true");
const text = constantFrom("", "v", "no", "1", "0x1", "a: b", "# c", "null", "é ü");
const some = text.filter((each) => each !== "");
const list = <Item>(item: fc.Arbitrary<Item>) => fc.array(item, { maxLength: 2 });
const number = option(fc.integer({ min: 0, max: 9999 }), { nil: undefined });
const flag = option(fc.boolean(), { nil: undefined });
const texts = fc.dictionary(name, text, { maxKeys: 2, noNullPrototype: true });
const rest: fc.Arbitrary<JsonObject> = constantFrom<JsonObject>(
  {},
  {},
  { mystery: { deep: [1, "two"] } },
);

const stringMap: fc.Arbitrary<StringMap> = record({
  mode: constantFrom<StringMap["mode"]>("merge", "merge", "replace", "delete"),
  entries: texts,
});
const metadata: fc.Arbitrary<MetadataForm> = record({ labels: stringMap, annotations: stringMap });
const named: fc.Arbitrary<NamedItem> = record({ name, rest });
const toleration: fc.Arbitrary<Toleration> = fc.oneof(
  record({ kind: constant("everything" as const), effect: text, seconds: number }),
  record({ kind: constant("exists" as const), key: name, effect: text, seconds: number }),
  record({
    kind: constant("equals" as const),
    key: name,
    value: text,
    effect: text,
    seconds: number,
  }),
  constantFrom<Toleration>(
    { kind: "raw", value: { key: "a", operator: "Lt", value: "1" } },
    { kind: "raw", value: { key: "a", mystery: true } },
  ),
);
const expressions = fc.array(
  record({ key: name, operator: constantFrom("In", "NotIn", "Exists"), values: list(some) }),
  { minLength: 1, maxLength: 2 },
);
const weight = fc.integer({ min: 1, max: 100 });
const raw = constant({ kind: "raw" as const, value: { matchFields: [{ key: "metadata.name" }] } });
const nodeTerm = fc.oneof(record({ kind: constant("labels" as const), expressions }), raw);
const weightedNodeTerm = fc.oneof(
  record({ kind: constant("labels" as const), weight, expressions }),
  raw,
);
const podTerm = fc.oneof(
  record({ kind: constant("topology" as const), topologyKey: name, labels: texts }),
  raw,
);
const weightedPodTerm = fc.oneof(
  record({ kind: constant("topology" as const), weight, topologyKey: name, labels: texts }),
  raw,
);
const volume: fc.Arbitrary<VolumeForm> = fc.oneof(
  record({
    name,
    source: fc.oneof(
      record({
        type: constant("persistentVolumeClaim" as const),
        claimName: text,
        readOnly: fc.boolean(),
      }),
      record({ type: constant("secret" as const), secretName: text }),
      record({ type: constant("emptyDir" as const), medium: text, sizeLimit: text }),
      record({ type: constant("hostPath" as const), path: text, pathType: text }),
    ),
    rest: constant({}),
  }),
  record({
    name,
    source: record({ type: constant("configMap" as const), name: text }),
    rest: constantFrom({}, { configMap: { defaultMode: 256, items: [{ key: "a", path: "b" }] } }),
  }),
  record({
    name,
    source: constant({ type: "other" as const }),
    rest: constantFrom({}, { nfs: { server: "s", path: "/" } }),
  }),
);
const env: fc.Arbitrary<EnvForm> = fc.oneof(
  record({
    name,
    source: fc.oneof(
      record({ type: constant("value" as const), value: text }),
      record({ type: constant("configMapKey" as const), name: text, key: text }),
      record({ type: constant("field" as const), fieldPath: text }),
    ),
    rest,
  }),
  record({
    name,
    source: record({ type: constant("secretKey" as const), name: text, key: text }),
    rest: constantFrom({}, { valueFrom: { secretKeyRef: { optional: true } } }),
  }),
  record({
    name,
    source: constant({ type: "other" as const }),
    rest: constant({ valueFrom: { resourceFieldRef: { resource: "limits.cpu" } } }),
  }),
);
const mount: fc.Arbitrary<MountForm> = record({
  name,
  mountPath: text,
  subPath: text,
  readOnly: fc.boolean(),
  rest,
});
const podSecurity = record({
  runAsUser: number,
  runAsGroup: number,
  fsGroup: number,
  runAsNonRoot: flag,
  fsGroupChangePolicy: text,
  seccompProfile: text,
});
const containerSecurity = record({
  runAsUser: number,
  runAsGroup: number,
  runAsNonRoot: flag,
  privileged: flag,
  allowPrivilegeEscalation: flag,
  readOnlyRootFilesystem: flag,
  capabilitiesAdd: list(some),
  capabilitiesDrop: list(some),
});
const containers: fc.Arbitrary<readonly ContainerForm[]> = fc.uniqueArray(
  record({
    name: constantFrom("node", "sidecar"),
    env: list(env),
    volumeMounts: list(mount),
    securityContext: containerSecurity,
    rest,
  }),
  { maxLength: 2, selector: (container) => container.name },
);
const pod: fc.Arbitrary<PodForm> = record({
  serviceAccountName: text,
  nodeSelector: stringMap,
  tolerations: list(toleration),
  affinity: record({
    nodeRequired: list(nodeTerm),
    nodePreferred: list(weightedNodeTerm),
    packRequired: list(podTerm),
    packPreferred: list(weightedPodTerm),
    spreadRequired: list(podTerm),
    spreadPreferred: list(weightedPodTerm),
  }),
  volumes: list(volume),
  initContainers: containers,
  containers,
  imagePullSecrets: list(named),
  schedulingGates: list(named),
  securityContext: podSecurity,
  terminationGracePeriodSeconds: number,
});
const contexts: fc.Arbitrary<FormContext> = record({
  dialect: constantFrom(...DIALECTS),
  kind: constantFrom("pod" as const, "pod" as const, "job" as const),
});

/** A draft that the context's dialect can say; its unknown fields stand beside what the form knows. */
function modelIn(context: FormContext): fc.Arbitrary<FormModel> {
  const isPatch = context.dialect === "runtimePatches";
  const isJobKind = context.dialect === "templateOverrides" && context.kind === "job";
  const jobs = fc.subarray(JOBS, { minLength: isPatch || isJobKind ? 0 : 1 });
  return tuple(jobs, metadata, fc.infiniteStream(tuple(metadata, metadata, pod)), rest).map(
    ([names, own, stream, left]) => {
      const layout = layoutOf(context, names.length > 0);
      const partOf = (targets: readonly NamedItem[]): FormPart => {
        const [job, podMetadata, filled] = stream.next().value;
        return {
          targets,
          jobMetadata: layout.jobMetadata === undefined ? NO_METADATA : job,
          podMetadata: layout.podMetadata === undefined ? NO_METADATA : podMetadata,
          pod: layout.podSpec === undefined ? NO_POD : filled,
          rest: isPatch ? { template: { spec: { template: { spec: left } } } } : {},
        };
      };
      const targets = names.map((job) => ({ name: job, rest: {} }));
      return {
        ...context,
        jobSetMetadata: layout.jobSetMetadata === undefined ? NO_METADATA : own,
        parts: isPatch ? targets.map((target) => partOf([target])) : [partOf(targets)],
        rest: isPatch ? { template: { more: left } } : { extra: 1, ...left },
      };
    },
  );
}
const models = contexts.chain(modelIn);

/** Without the empty maps that carry an override's shape only. */
function settled(model: FormModel): FormModel {
  const parts = model.parts.map((part) => ({ ...part, rest: pruned(part.rest) }));
  return { ...model, parts, rest: pruned(model.rest) };
}

function pruned(object: JsonObject): JsonObject {
  const entries = Object.entries(object).flatMap(([key, value]): [string, Json][] => {
    if (value === undefined) return [];
    if (!isJsonObject(value)) return [[key, value]];
    const below = pruned(value);
    return Object.keys(below).length === 0 ? [] : [[key, below]];
  });
  return Object.fromEntries(entries);
}

function changes<Item>(item: fc.Arbitrary<Item>): fc.Arbitrary<ListChange<Item>> {
  const index = fc.integer({ min: 0, max: 2 });
  return fc.oneof(
    record({ type: constant("add" as const), item }),
    record({ type: constant("set" as const), index, item }),
    record({ type: constant("remove" as const), index }),
  );
}

const mapChange: fc.Arbitrary<MapChange> = fc.oneof(
  record({ type: constant("set" as const), key: name, value: text }),
  record({ type: constant("remove" as const), key: name }),
  record({ type: constant("rename" as const), key: name, to: name }),
  record({ type: constant("mode" as const), mode: constantFrom("merge", "replace", "delete") }),
);
const part = constantFrom(0, 1, "all" as const);
const inContainer = {
  part,
  list: constantFrom("containers" as const, "initContainers" as const),
  container: constantFrom("node", "sidecar", "new"),
};
const edits: fc.Arbitrary<FormEdit> = fc.oneof(
  record({ op: constant("setJobs" as const), names: fc.subarray(JOBS) }),
  record({
    op: constant("map" as const),
    part,
    map: constantFrom<MapName>(
      "jobSetLabels",
      "jobSetAnnotations",
      "jobLabels",
      "jobAnnotations",
      "podLabels",
      "podAnnotations",
      "nodeSelector",
      "nodeSelector",
    ),
    change: mapChange,
  }),
  record({ op: constant("serviceAccountName" as const), part, value: text }),
  record({ op: constant("terminationGracePeriodSeconds" as const), part, value: number }),
  record({ op: constant("podSecurity" as const), part, value: podSecurity }),
  record({ op: constant("tolerations" as const), part, change: changes(toleration) }),
  record({
    op: constant("affinity" as const),
    terms: constant("nodeRequired" as const),
    part,
    change: changes(nodeTerm),
  }),
  record({
    op: constant("affinity" as const),
    terms: constantFrom("packPreferred" as const, "spreadPreferred" as const),
    part,
    change: changes(weightedPodTerm),
  }).map((edit): FormEdit => edit),
  record({ op: constant("volumes" as const), part, change: changes(volume) }),
  record({
    op: constantFrom("imagePullSecrets" as const, "schedulingGates" as const),
    part,
    change: changes(named),
  }),
  record({ op: constantFrom("addContainer" as const, "removeContainer" as const), ...inContainer }),
  record({ op: constant("env" as const), ...inContainer, change: changes(env) }),
  record({ op: constant("removeEnv" as const), ...inContainer, name }),
  record({ op: constant("volumeMounts" as const), ...inContainer, change: changes(mount) }),
  record({ op: constant("containerSecurity" as const), ...inContainer, value: containerSecurity }),
);

test("form to YAML to form is the identity, and what the form does not know is told", () => {
  fc.assert(
    fc.property(models, (model) => {
      const read = readForm(stringifyYaml(writeForm(model)), model);
      expect(read.diagnostics).toEqual([]);
      expect(read.model && settled(read.model)).toEqual(settled(model));
      const left = read.unknown
        .toReversed()
        .reduce<Json | undefined>(
          (value, { pointer }) => editJson(value, { pointer, value: undefined }),
          writeForm(model),
        );
      expect(JSON.stringify(left)).not.toMatch(/mystery|extra|resourceFieldRef|nfs|matchFields/);
      expect(isJsonObject(left) ? unknownFields(formOf(left, model)) : undefined).toEqual([]);
    }),
    { numRuns: 500 },
  );
}, 240_000);

test("an edit of the text reads as the same edit of the model", () => {
  fc.assert(
    fc.property(models, fc.array(edits, { minLength: 1, maxLength: 3 }), (start, acts) => {
      let draft = stringifyYaml(writeForm(start));
      let model = formOf(writeForm(start), start);
      for (const act of acts) {
        draft = applyEdit(draft, act, start);
        model = editModel(model, act);
        const read = readForm(draft, start).model;
        expect(read && settled(read), draft).toEqual(settled(model));
        if (read !== undefined) model = read;
      }
    }),
    { numRuns: 150 },
  );
}, 240_000);

const KEPT: Record<string, string> = {
  templateOverrides:
    "# keep 1\nextra: {a: [1, 2]}   # beside\nspec:\n  # keep 2\n  hostNetwork: true\n\n  # keep 3\n  mystery:\n  - 'x'   # in it\n# keep 4\n",
  runtimePatches:
    "# keep 1\ntemplate:\n  # keep 2\n  spec:\n    replicatedJobs:\n    # keep 3\n    - name: kept\n      template:\n        # keep 4\n        mystery: 0400 # octal\n    extra: yes\n",
};

test("unknown fields and comments survive any sequence of edits", () => {
  fc.assert(
    fc.property(
      constantFrom("templateOverrides" as const, "runtimePatches" as const),
      fc.array(edits, { maxLength: 8 }),
      (dialect, acts) => {
        const context: FormContext = { dialect, kind: "pod" };
        const start = KEPT[dialect] ?? "";
        const before = readForm(start, context).unknown;
        const draft = acts.reduce((now, act) => {
          const isPatch = dialect === "runtimePatches";
          const own: FormEdit =
            act.op === "setJobs" && isPatch ? { ...act, names: ["kept", ...act.names] } : act;
          return applyEdit(now, own, context);
        }, start);
        for (const line of start.split("\n").filter((each) => each.includes("#")))
          expect(draft.split("\n"), draft).toContain(line);
        const after = readForm(draft, context).unknown;
        for (const field of before) expect(after).toContainEqual(field);
      },
    ),
    { numRuns: 150 },
  );
}, 240_000);

function aTrainJob(spec: JsonObject): KubeObject {
  return {
    apiVersion: "trainer.kubeflow.org/v1alpha1",
    kind: "TrainJob",
    metadata: { name: "a", namespace: "n", uid: "u", resourceVersion: "1" },
    spec: { suspend: true, ...spec },
  };
}

test("the object that an append makes means what the form says, and its patch makes that object", () => {
  const owned = record({
    dialect: constantFrom("templateOverrides" as const, "runtimePatches" as const),
    kind: constantFrom("pod" as const, "job" as const),
  });
  const stored = constantFrom<JsonObject[]>([], [{ manager: "a.io/other" }]);
  fc.assert(
    fc.property(
      owned.chain((context) => tuple(modelIn(context), stored)),
      ([model, others]) => {
        const { override } = readOverride(stringifyYaml(writeForm(model)));
        const trainJob = aTrainJob({ [model.dialect]: others });
        const plan = buildAppend({
          trainJob,
          dialect: model.dialect,
          manager: "a.io/own",
          kind: model.kind,
          time: "2026-03-18T10:00:00Z",
          override: override ?? {},
        });
        const patched = applyJsonPatch(toJson(trainJob), plan.patch);
        expect(patched).toEqual({ ok: true, value: toJson(plan.object) });
        const { change } = plan.entry;
        const written = change["trainingRuntimeSpec"] ?? change;
        const meant = isJsonObject(written) ? formOf(written, model) : undefined;
        expect(meant && settled(meant)).toEqual(settled(model));
      },
    ),
    { numRuns: 150 },
  );
}, 240_000);

test("laid over the manager's runtime patch, what the form says counts and what it does not mention stays", () => {
  const context: FormContext = { dialect: "runtimePatches", kind: "pod" };
  const stored = emptyForm(context, ["node"]);
  const seed: readonly FormEdit[] = [
    {
      op: "map",
      part: 0,
      map: "nodeSelector",
      change: { type: "set", key: "stored", value: "1" },
    },
    { op: "terminationGracePeriodSeconds", part: 0, value: 5 },
  ];
  const patch = {
    manager: "a.io/own",
    trainingRuntimeSpec: writeForm(seed.reduce(editModel, stored)),
  };
  fc.assert(
    fc.property(modelIn(context), (model) => {
      const trainJob = aTrainJob({ runtimePatches: [patch] });
      const args = { trainJob, dialect: model.dialect, manager: "a.io/own", time: "" };
      const { object } = buildAppend({ ...args, override: writeForm(model) });
      const [merged] = objectsIn(object.spec?.["runtimePatches"]);
      const after = formOf(asObject(merged?.["trainingRuntimeSpec"]) ?? {}, context);
      for (const own of [...model.parts, ...stored.parts]) {
        const said = model.parts.find((each) => each.targets[0]?.name === own.targets[0]?.name);
        const found = after.parts.find((each) => each.targets[0]?.name === own.targets[0]?.name);
        const old = own.targets[0]?.name === "node" ? { stored: "1" } : {};
        const pod = said?.pod ?? NO_POD;
        expect(found?.pod.nodeSelector.entries).toEqual({ ...old, ...pod.nodeSelector.entries });
        const grace = pod.terminationGracePeriodSeconds ?? ("stored" in old ? 5 : undefined);
        expect(found?.pod.terminationGracePeriodSeconds).toBe(grace);
        expect(found?.pod.serviceAccountName).toBe(pod.serviceAccountName);
        if (pod.tolerations.length > 0) expect(found?.pod.tolerations).toEqual(pod.tolerations);
        expect(found?.podMetadata).toEqual(said?.podMetadata ?? NO_METADATA);
      }
    }),
    { numRuns: 100 },
  );
}, 240_000);
