import { schemaAt, withoutDescriptions, withoutImmutability } from "./walk.mjs";

/**
 * The API `spec.templateOverrides`: the one definition behind manifests/crds and lib/schema/generated.
 * Everything else of the TrainJob, and both runtime kinds, are those of this Trainer release.
 */
export const BASE_RELEASE = "v2.3.0";

const MAX_MANAGERS = 16;
const MAX_ENTRIES = 128;
const MAX_TARGET_JOBS = 16;

const ENTRY_KEPT = "existing entries cannot be modified or removed in template overrides";
const ENTRY_COUNT = "pod template override entries cannot be deleted";
/**
 * Every old time is still there. The list of one list names the new times, so that they are collected once and `in` looks
 * them up; `self.exists(n, n.time == o.time)` says the same, but takes several times as long for a full history, and every
 * writer that lost a race pays again.
 */
const TIMES_KEPT = "[self.map(n, n.time)].all(times, oldSelf.all(o, o.time in times))";
const POD_PATCH =
  "spec.runtimePatches.[].trainingRuntimeSpec.template.spec.replicatedJobs.[].template.spec.template.spec";

/**
 * The TrainJob schema of this API.
 * `required: [spec]`: without it, removing the whole spec would get round every rule below it.
 * @param {object} released TrainJob schema of BASE_RELEASE
 */
export function toTemplateOverridesSchema(released) {
  const base = withoutDescriptions(released);
  const { runtimePatches: _, ...specProperties } = base.properties.spec.properties;
  const podSpec = withoutImmutability(schemaAt(base, POD_PATCH));
  const spec = {
    ...base.properties.spec,
    properties: sortKeys({ ...specProperties, templateOverrides: overridesSchema(podSpec) }),
    "x-kubernetes-validations": [
      ...(base.properties.spec["x-kubernetes-validations"] ?? []),
      rule(
        "!has(oldSelf.templateOverrides) || has(self.templateOverrides)",
        "template overrides cannot be removed",
      ),
    ],
  };
  return {
    ...base,
    description: "A training job: a training runtime and what is changed in it for this job.",
    properties: { ...base.properties, spec },
    required: ["spec"],
  };
}

function overridesSchema(podSpec) {
  return {
    description:
      "What each manager changed in the runtime's template, and when. Managers apply in list order, the entries of a manager by time; a later write wins. Nothing here can be changed or removed.",
    items: managerSchema(podSpec),
    maxItems: MAX_MANAGERS,
    type: "array",
    "x-kubernetes-list-map-keys": ["manager"],
    "x-kubernetes-list-type": "map",
    "x-kubernetes-validations": [
      rule(
        "oldSelf.all(o, self.exists(n, n.manager == o.manager))",
        "managers cannot be removed from template overrides",
      ),
    ],
  };
}

function managerSchema(podSpec) {
  return {
    properties: {
      job: historySchema(
        "Changes of labels and annotations: of the JobSet itself, or of the named Job templates.",
        {
          metadata: metadataSchema(),
          targetJobs: targetJobsSchema("Names of replicated jobs. Left out: the JobSet itself."),
        },
        ["time"],
      ),
      manager: {
        description: "Who writes these entries: a domain-prefixed path such as example.com/queue.",
        maxLength: 253,
        minLength: 1,
        type: "string",
        "x-kubernetes-validations": [rule("self == oldSelf", "field is immutable")],
      },
      pod: historySchema(
        "Changes of the Pod templates of the named replicated jobs.",
        {
          metadata: metadataSchema(),
          spec: {
            ...podSpec,
            description:
              "Fields of the Pod template. Lists with a key are merged, others replaced.",
          },
          targetJobs: targetJobsSchema("Names of replicated jobs."),
        },
        ["targetJobs", "time"],
      ),
    },
    required: ["manager"],
    type: "object",
    "x-kubernetes-validations": [
      rule("!has(oldSelf.job) || has(self.job)", "the job history of a manager cannot be removed"),
      rule("!has(oldSelf.pod) || has(self.pod)", "the pod history of a manager cannot be removed"),
    ],
  };
}

function historySchema(description, properties, required) {
  return {
    description,
    items: {
      properties: sortKeys({ ...properties, time: timeSchema() }),
      required,
      type: "object",
      "x-kubernetes-validations": [rule("self == oldSelf", ENTRY_KEPT)],
    },
    maxItems: MAX_ENTRIES,
    type: "array",
    "x-kubernetes-list-map-keys": ["time"],
    "x-kubernetes-list-type": "map",
    "x-kubernetes-validations": [
      rule(TIMES_KEPT, ENTRY_KEPT),
      rule("size(self) >= size(oldSelf)", ENTRY_COUNT),
    ],
  };
}

/** One spelling for one instant: the list key must not have two. */
function timeSchema() {
  return {
    description: "When the entry was written, in whole seconds: YYYY-MM-DDThh:mm:ssZ.",
    format: "date-time",
    maxLength: 20,
    pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$",
    type: "string",
  };
}

function targetJobsSchema(description) {
  return {
    description,
    items: {
      properties: { name: { maxLength: 63, minLength: 1, type: "string" } },
      required: ["name"],
      type: "object",
    },
    maxItems: MAX_TARGET_JOBS,
    type: "array",
    "x-kubernetes-list-type": "atomic",
  };
}

function metadataSchema() {
  const stringMap = { additionalProperties: { type: "string" }, type: "object" };
  return {
    description: "Labels and annotations to set.",
    properties: { annotations: stringMap, labels: stringMap },
    type: "object",
  };
}

function rule(text, message) {
  return { message, rule: text };
}

function sortKeys(object) {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}
