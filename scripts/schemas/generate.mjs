#!/usr/bin/env node
/**
 * Writes lib/schema/generated/schemas.json and manifests/crds from the CRDs in the released Go modules.
 * Needs the `go` command (1.21 or later) for downloading; run it with `npm run schemas:generate`.
 * With --check nothing is written and a difference is an error.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { schemaOf, toCrdText, toOwnCrds } from "./crds.mjs";
import { readJobSetCrd, readTrainerCrd, trainerReleases } from "./modules.mjs";
import { toPool, toPoolText } from "./pool.mjs";
import { BASE_RELEASE } from "./template-overrides.mjs";
import { withoutDescriptions } from "./walk.mjs";

const OWN = "templateOverrides";
const PLURALS = {
  TrainJob: "trainjobs",
  TrainingRuntime: "trainingruntimes",
  ClusterTrainingRuntime: "clustertrainingruntimes",
};

const ownCrds = toOwnCrds((plural) => readTrainerCrd(BASE_RELEASE, plural));
const files = new Map([
  ["lib/schema/generated/schemas.json", toPoolText(toPool(namedSchemas()))],
  ...ownCrds.map((crd) => [`manifests/crds/${crd.metadata.name}.yaml`, toCrdText(crd)]),
]);

const isCheck = process.argv.includes("--check");
for (const [name, text] of files) {
  const path = fileURLToPath(new URL(`../../${name}`, import.meta.url));
  if (existsSync(path) && readFileSync(path, "utf8") === text) continue;
  if (isCheck) throw new Error(`${name} is not what the generator writes`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  console.log(`${name}: ${Math.ceil(text.length / 1000)} kB`);
}

function namedSchemas() {
  const named = [];
  for (const { version, jobset } of trainerReleases) {
    for (const [kind, plural] of Object.entries(PLURALS)) {
      named.push([`${kind}/${version}`, schemaOf(readTrainerCrd(version, plural))]);
    }
    named.push([`JobSet/${version}`, schemaOf(readJobSetCrd(jobset))]);
  }
  for (const crd of ownCrds) named.push([`${crd.spec.names.kind}/${OWN}`, schemaOf(crd)]);
  const base = trainerReleases.find(({ version }) => version === BASE_RELEASE);
  named.push([`JobSet/${OWN}`, schemaOf(readJobSetCrd(base.jobset))]);
  return named.map(([name, schema]) => [name, withoutDescriptions(schema)]);
}
