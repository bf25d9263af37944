import type { KubeObject } from "#lib/k8s/object.ts";
import {
  asObject,
  getIn,
  isJsonObject,
  type Json,
  type JsonObject,
  objectsIn,
} from "#lib/util/json.ts";

const FIRST = Date.UTC(2026, 4, 3, 10, 0, 0);

/**
 * The same overrides as templateOverrides: one entry per job and per level of metadata, the manager kept, times by list
 * order one second apart. Two patches of one manager cannot exist in either API.
 */
export function asTemplateOverrides(trainJob: KubeObject): KubeObject {
  const { runtimePatches, ...spec } = trainJob.spec ?? {};
  let second = 0;
  const time = (): string => {
    second += 1;
    return `${new Date(FIRST + second * 1000).toISOString().slice(0, 19)}Z`;
  };
  const templateOverrides = objectsIn(runtimePatches).map((patch) => {
    const template = asObject(getIn(patch, "trainingRuntimeSpec", "template"));
    return lane(String(patch["manager"]), template, time);
  });
  return templateOverrides.length === 0
    ? trainJob
    : { ...trainJob, spec: { ...spec, templateOverrides } };
}

function lane(manager: string, template: JsonObject | undefined, time: () => string): Json {
  const job: JsonObject[] = [];
  const pod: JsonObject[] = [];
  const metadata = template?.["metadata"];
  if (isJsonObject(metadata)) job.push({ time: time(), metadata });
  for (const replicated of objectsIn(getIn(template, "spec", "replicatedJobs"))) {
    const targetJobs = [{ name: replicated["name"] ?? "" }];
    const own = getIn(replicated, "template", "metadata");
    if (isJsonObject(own)) job.push({ time: time(), targetJobs, metadata: own });
    const podTemplate = asObject(getIn(replicated, "template", "spec", "template"));
    const parts: { [key: string]: Json } = {};
    if (isJsonObject(podTemplate?.["metadata"])) parts["metadata"] = podTemplate["metadata"];
    if (isJsonObject(podTemplate?.["spec"])) parts["spec"] = podTemplate["spec"];
    pod.push({ time: time(), targetJobs, ...parts });
  }
  return { manager, ...(job.length === 0 ? {} : { job }), ...(pod.length === 0 ? {} : { pod }) };
}
