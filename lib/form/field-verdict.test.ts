import fc from "fast-check";
import { expect, test } from "vitest";
import { aJob, aRuntime, aTrainJob } from "../../tests/support/render-builders.ts";
import type { AdmissionResult } from "../admission/admission.ts";
import { admitTrainJob } from "../admission/admit-train-job.ts";
import { buildAppend } from "../dialect/append.ts";
import { chooseTime } from "../dialect/append-time.ts";
import type { Dialect } from "../dialect/entry.ts";
import type { KubeObject } from "../k8s/object.ts";
import type { ControllerKind } from "../reconcile/controller-kind.ts";
import { effectOf } from "../reconcile/effect-of.ts";
import { render } from "../render/index.ts";
import type { TrainerVersion } from "../render/versions.ts";
import { allSchemas } from "../schema/generated/all.ts";
import { parseStructuralSchema } from "../schema/structural-schema.ts";
import { isEqualJson, type JsonObject } from "../util/json.ts";
import { editModel } from "./edit-model.ts";
import { FIELD_GROUPS, type FieldGroup } from "./field-groups.ts";
import { type FieldContainer, type FieldFacts, fieldVerdict } from "./field-verdict.ts";
import type { FormEdit } from "./form-edit.ts";
import { emptyContainer, emptyForm, type FormContext, NO_POD } from "./form-model.ts";
import { writeForm } from "./form-object.ts";

const NOW = Date.UTC(2026, 2, 18, 12);
const OWN = "a.io/own";
const OTHER = "b.io/other";
const IMAGES = { image: "registry.example/x:1" };
const RUNTIME = aRuntime({
  jobs: [
    aJob({
      pod: {
        containers: [
          { name: "node", ...IMAGES },
          { name: "sidecar", ...IMAGES },
        ],
        initContainers: [{ name: "sidecar", ...IMAGES }],
        volumes: [{ name: "old", emptyDir: {} }],
      },
    }),
    aJob({ name: "data", ancestor: "" }),
  ],
});

type Api = {
  readonly dialect: Dialect;
  readonly trainerVersion: TrainerVersion;
  readonly controller: ControllerKind;
};
const APIS: readonly Api[] = [
  { dialect: "podSpecOverrides", trainerVersion: "v2.0.1", controller: "trainer" },
  { dialect: "podTemplateOverrides", trainerVersion: "v2.1.0", controller: "trainer" },
  { dialect: "templateOverrides", trainerVersion: "v2.3.0", controller: "dashboard" },
  { dialect: "runtimePatches", trainerVersion: "v2.2.1", controller: "trainer" },
  { dialect: "runtimePatches", trainerVersion: "v2.3.0", controller: "trainer" },
];

function schemaOf({ dialect, trainerVersion }: Api) {
  const key = dialect === "templateOverrides" ? dialect : trainerVersion;
  return parseStructuralSchema(allSchemas[key].TrainJob);
}

/** One field of the group, set to something that nobody has set before. */
function editFor(
  group: FieldGroup,
  { list, name: container }: FieldContainer,
  mark = "new",
): FormEdit {
  const part = "all" as const;
  const set = { type: "set", key: "form.example/new", value: mark } as const;
  const own = { name: mark, rest: {} };
  const security = { ...NO_POD.securityContext, runAsUser: 7 };
  switch (group) {
    case "jobSetMetadata":
      return { op: "map", map: "jobSetLabels", change: set };
    case "jobMetadata":
      return { op: "map", part, map: "jobAnnotations", change: set };
    case "podMetadata":
      return { op: "map", part, map: "podLabels", change: set };
    case "nodeSelector":
      return { op: "map", part, map: "nodeSelector", change: set };
    case "serviceAccountName":
      return { op: group, part, value: mark };
    case "tolerations":
      return {
        op: group,
        part,
        change: {
          type: "add",
          item: { kind: "exists", key: mark, effect: "", seconds: undefined },
        },
      };
    case "affinity": {
      const expressions = [{ key: "zone", operator: "In", values: ["a"] }];
      const change = { type: "add", item: { kind: "labels", expressions } } as const;
      return { op: group, part, terms: "nodeRequired", change };
    }
    case "volumes": {
      const source = { type: "secret", secretName: "s" } as const;
      return { op: group, part, change: { type: "add", item: { ...own, source } } };
    }
    case "imagePullSecrets":
    case "schedulingGates":
      return { op: group, part, change: { type: "add", item: own } };
    case "podSecurityContext":
      return { op: "podSecurity", part, value: security };
    case "terminationGracePeriodSeconds":
      return { op: group, part, value: 77 };
    case "env": {
      const source = { type: "value", value: mark } as const;
      const change = { type: "add", item: { ...own, name: "NEW", source } } as const;
      return { op: group, part, list, container, change };
    }
    case "volumeMounts": {
      const item = { name: "old", mountPath: "/new", subPath: "", readOnly: false, rest: {} };
      return { op: group, part, list, container, change: { type: "add", item } };
    }
    case "containerSecurityContext": {
      const value = { ...emptyContainer("").securityContext, runAsUser: 7 };
      return { op: "containerSecurity", part, list, container, value };
    }
  }
}

/** A stored override of one manager in the API's own shape. */
function storedItem(context: FormContext, manager: string, groups: readonly FieldGroup[]) {
  const start = emptyForm(context, ["node"]);
  const container = { list: "containers", name: "sidecar" } as const;
  const model = groups.reduce(
    (form, group) => editModel(form, editFor(group, container, "stored")),
    start,
  );
  const override = writeForm(model);
  if (context.dialect === "templateOverrides")
    return { manager, pod: [{ time: "2026-03-18T10:00:00Z", ...override }] };
  return context.dialect === "runtimePatches"
    ? { manager, trainingRuntimeSpec: override }
    : override;
}

type Scene = {
  readonly api: Api;
  readonly kind: "job" | "pod";
  readonly jobs: readonly string[];
  readonly own: readonly FieldGroup[] | undefined;
  readonly other: readonly FieldGroup[] | undefined;
  readonly suspend: boolean;
  readonly active: boolean;
  readonly jobSet: "none" | "fresh" | "old";
  readonly finished: boolean;
};

const storable = fc.subarray<FieldGroup>([
  "serviceAccountName",
  "nodeSelector",
  "volumes",
  "env",
  "tolerations",
]);
const scenes: fc.Arbitrary<Scene> = fc.record({
  api: fc.constantFrom(...APIS),
  kind: fc.constantFrom("pod" as const, "pod" as const, "job" as const),
  jobs: fc.constantFrom(["node"], ["node", "data"], ["data"], [], ["ghost"]),
  own: fc.option(storable, { nil: undefined }),
  other: fc.option(storable, { nil: undefined }),
  suspend: fc.boolean(),
  active: fc.boolean(),
  jobSet: fc.constantFrom("none" as const, "fresh" as const, "old" as const),
  finished: fc.constantFrom(false, false, false, true),
});

function trainJobOf(scene: Scene, overrides: readonly JsonObject[]): KubeObject {
  const { suspend, finished, api } = scene;
  const status = finished ? { status: { conditions: [condition("Complete")] } } : {};
  return aTrainJob(
    {
      runtimeRef: {
        apiGroup: "trainer.kubeflow.org",
        kind: "ClusterTrainingRuntime",
        name: "base",
      },
      managedBy: "trainer.kubeflow.org/trainjob-controller",
      suspend,
      ...(overrides.length === 0 ? {} : { [api.dialect]: overrides }),
    },
    status,
  );
}

function condition(type: string): JsonObject {
  return {
    type,
    status: "True",
    reason: "Done",
    message: "",
    lastTransitionTime: "2026-03-18T10:00:00Z",
  };
}

function factsOf(scene: Scene): FieldFacts {
  const { api, kind, jobs, active } = scene;
  const context = { dialect: api.dialect, kind: "pod" as const };
  const overrides = [
    ...(scene.other === undefined ? [] : [storedItem(context, OTHER, scene.other)]),
    ...(scene.own === undefined || api.dialect.startsWith("pod")
      ? []
      : [storedItem(context, OWN, scene.own)]),
  ];
  const trainJob = trainJobOf(scene, overrides);
  const source = scene.jobSet === "old" ? trainJobOf(scene, []) : trainJob;
  const jobSet =
    scene.jobSet === "none"
      ? undefined
      : render({ trainJob: source, runtime: RUNTIME, ...api }).objects.find(
          (object) => object.kind === "JobSet",
        );
  return {
    ...api,
    kind,
    jobs,
    trainJob,
    jobSet,
    render: render({ trainJob, runtime: RUNTIME, ...api }),
    runtime: RUNTIME,
    activeJobs: active ? [{ name: "node", active: 1 }] : [],
    manager: OWN,
  };
}

function suspended(object: KubeObject): KubeObject {
  return { ...object, spec: { ...object.spec, suspend: true } };
}

/** What the whole machinery says of a tiny override of the group. */
function outcomeOf(facts: FieldFacts, group: FieldGroup, container: FieldContainer) {
  const { dialect, kind, trainJob, jobs } = facts;
  const model = editModel(emptyForm({ dialect, kind }, jobs), editFor(group, container));
  const override = writeForm(model);
  const chosen = chooseTime({ trainJob, manager: OWN, kind, now: NOW });
  const time = "time" in chosen ? chosen.time : "";
  const plan = buildAppend({ trainJob, dialect, manager: OWN, kind, time, override });
  const schema = schemaOf({ ...facts });
  const admitted = (after: KubeObject, old: KubeObject, active = facts.activeJobs) =>
    admitTrainJob(schema, {
      ...facts,
      operation: "update",
      object: after,
      old,
      runtime: RUNTIME,
      activeJobs: active,
      now: NOW,
    });
  const effect = (
    answer: AdmissionResult & { admitted: true },
    before: KubeObject,
    set?: KubeObject,
  ) =>
    answer.pruned.length > 0
      ? "refused"
      : effectOf({
          ...facts,
          trainJobBefore: before,
          trainJobAfter: answer.object,
          renderBefore: render({ ...facts, trainJob: before, runtime: RUNTIME }),
          renderAfter: render({ ...facts, trainJob: answer.object, runtime: RUNTIME }),
          jobSet: set,
          activeJobs: [],
        }).effect;
  const now = admitted(plan.object, trainJob);
  if (now.admitted) return { verdict: effect(now, trainJob, facts.jobSet), afterwards: undefined };
  const paused = suspended(trainJob);
  const later = admitted(suspended(plan.object), paused, []);
  if (!later.admitted) return { verdict: "refused", afterwards: undefined };
  const set = facts.jobSet === undefined ? undefined : suspended(facts.jobSet);
  const afterwards = effect(later, paused, set);
  return afterwards === "refused" || afterwards === "none"
    ? { verdict: afterwards, afterwards: undefined }
    : { verdict: "afterSuspend", afterwards };
}

function isWritten({ dialect, kind, jobs }: FieldFacts, group: FieldGroup, own: FieldContainer) {
  const start = emptyForm({ dialect, kind }, jobs);
  return !isEqualJson(writeForm(editModel(start, editFor(group, own))), writeForm(start));
}

test("the verdict before typing is what admission and reconcile say of such an override", () => {
  const containers = fc.record<FieldContainer>({
    list: fc.constantFrom("containers" as const, "initContainers" as const),
    name: fc.constantFrom("node", "sidecar"),
  });
  const seen = new Set<string>();
  fc.assert(
    fc.property(scenes, fc.constantFrom(...FIELD_GROUPS), containers, (scene, group, container) => {
      const facts = factsOf(scene);
      const inNode = !facts.jobs.includes("data") && container.list === "containers";
      const own = inNode ? container : { list: "containers" as const, name: "node" };
      const answer = fieldVerdict(facts, group, own);
      seen.add(`${answer.verdict} ${answer.reason}`);
      // A group that the override has no place for is not written at all, so there is nothing to admit.
      if (answer.reason === "noJob" || !isWritten(facts, group, own)) return;
      const outcome = outcomeOf(facts, group, own);
      const shown = JSON.stringify({ answer, outcome, group, own, scene });
      const verdict = answer.reason === "finished" ? "none" : answer.verdict;
      expect(verdict, shown).toBe(outcome.verdict);
      expect(answer.afterwards?.verdict, shown).toBe(outcome.afterwards);
    }),
    { numRuns: 700 },
  );
  expect([...seen]).toEqual(
    expect.arrayContaining([
      "afterSuspend activePods",
      "afterSuspend running",
      "atCreation noJobSet",
      "now mutable",
      "refused fixedInManager",
      "refused notServed",
      "refused reservedEnv",
      "remake immutable",
      "stuck immutable",
    ]),
  );
}, 180_000);
