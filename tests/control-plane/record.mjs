#!/usr/bin/env node
/**
 * Records what a real API server answers to attempts on the templateOverrides CRD.
 *   node tests/control-plane/record.mjs KUBECONFIG > tests/fixtures/admission/template-overrides-real.jsonl
 * The server must have manifests/crds and nothing that serves the same group. README.md says how to start one.
 */
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "./cluster.mjs";
import { templateOverridesCases } from "./template-overrides-cases.mjs";

const [kubeconfigPath] = process.argv.slice(2);
if (kubeconfigPath === undefined) throw new Error("usage: record.mjs KUBECONFIG");

const NAMESPACE = "cases";
const JOBS = `/apis/trainer.kubeflow.org/v1alpha1/namespaces/${NAMESPACE}/trainjobs`;
const CONTENT_TYPES = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  apply: "application/apply-patch+yaml",
};
const send = connect(kubeconfigPath);

await removeNamespace();
await send("POST", "/api/v1/namespaces", { metadata: { name: NAMESPACE } });
for (const attempt of templateOverridesCases) {
  process.stdout.write(`${JSON.stringify(await record(attempt))}\n`);
}
await removeNamespace();

/** Also before the recording: a run that was cut short leaves its objects. */
async function removeNamespace() {
  const path = `/api/v1/namespaces/${NAMESPACE}`;
  while ((await send("DELETE", path)).code !== 404) await sleep(500);
}

async function record(attempt) {
  const { id, operation, old, object, patch, patchType, query, otherwise } = attempt;
  const options = query === undefined ? "dryRun=All" : `dryRun=All&${query}`;
  const answer =
    operation === "create"
      ? await send("POST", `${JOBS}?${options}`, object)
      : await tryUpdate(attempt, options);
  const sent = { id, operation, old, object, patch, patchType, query, otherwise };
  return { ...sent, ...toRecorded(answer) };
}

/** The old object is really stored, each under its own name; the update is a dry run. */
async function tryUpdate({ id, old, object, patch, patchType }, options) {
  const name = `u-${id}`.slice(0, 63).replace(/-$/, "");
  const rename = (value) => ({ ...value, metadata: { ...value.metadata, name } });
  const stored = await send("POST", JOBS, rename(old));
  if (stored.code !== 201) throw new Error(`${id}: ${stored.body.message}`);
  const { uid, resourceVersion } = stored.body.metadata;
  const path = `${JOBS}/${name}?${options}`;
  const replacement = { ...object, metadata: { ...object?.metadata, name, resourceVersion } };
  const answer =
    patch === undefined
      ? await send("PUT", path, replacement)
      : await send("PATCH", path, fill(patch, { uid, resourceVersion }), CONTENT_TYPES[patchType]);
  return rewritten(answer, { [name]: old.metadata.name, [uid]: "<uid>" });
}

function fill(patch, { uid, resourceVersion }) {
  if (!Array.isArray(patch)) return patch;
  const values = { "<uid>": uid, "<resourceVersion>": resourceVersion };
  return patch.map((step) =>
    typeof step.value === "string" ? { ...step, value: values[step.value] ?? step.value } : step,
  );
}

/** Names and ids that differ from run to run are put back to those of the case. */
function rewritten(answer, names) {
  let text = JSON.stringify(answer);
  for (const [name, plain] of Object.entries(names)) text = text.replaceAll(name, plain);
  return JSON.parse(text);
}

function toRecorded({ code, body, warnings }) {
  const isStored = code < 300;
  return {
    code,
    reason: isStored ? "" : (body.reason ?? ""),
    message: isStored ? "" : body.message,
    causes: isStored ? [] : (body.details?.causes ?? []),
    warnings,
    ...(isStored ? { stored: body.spec } : {}),
  };
}
