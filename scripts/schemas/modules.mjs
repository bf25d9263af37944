import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";

const TRAINER = "github.com/kubeflow/trainer/v2";
const JOBSET = "sigs.k8s.io/jobset";
const CRD_FOLDER = {
  [TRAINER]: "manifests/base/crds",
  [JOBSET]: "config/components/crd/bases",
};

/**
 * Released modules with their checksums, as Go writes them into go.sum. `jobset` is the version a Trainer was built with.
 * @type {readonly {module: string, version: string, sum: string, jobset?: string}[]}
 */
const PINS = JSON.parse(readFileSync(new URL("modules.json", import.meta.url), "utf8"));

/** Trainer versions with the version of JobSet that belongs to each. */
export const trainerReleases = PINS.filter((pin) => pin.module === TRAINER).map((pin) => ({
  version: pin.version,
  jobset: pin.jobset,
}));

/** A CRD object out of a released Trainer module. `plural`: the file's resource name. */
export function readTrainerCrd(version, plural) {
  return readCrd(TRAINER, version, `trainer.kubeflow.org_${plural}.yaml`);
}

/** The JobSet CRD out of a released JobSet module. */
export function readJobSetCrd(version) {
  return readCrd(JOBSET, version, "jobset.x-k8s.io_jobsets.yaml");
}

function readCrd(module, version, name) {
  const path = join(moduleDirectory(module, version), CRD_FOLDER[module], name);
  const crds = parseAllDocuments(readFileSync(path, "utf8"))
    .map((document) => document.toJS())
    .filter((object) => object?.kind === "CustomResourceDefinition");
  if (crds.length !== 1) throw new Error(`${path}: expected one CustomResourceDefinition`);
  return crds[0];
}

const directories = new Map();

/** Downloads a module through the ordinary Go client and refuses one whose checksum is not the pinned one. */
function moduleDirectory(module, version) {
  const id = `${module}@${version}`;
  const known = directories.get(id);
  if (known !== undefined) return known;
  const pin = PINS.find((candidate) => `${candidate.module}@${candidate.version}` === id);
  if (pin === undefined) throw new Error(`${id} has no pin in modules.json`);
  const answer = JSON.parse(
    execFileSync("go", ["mod", "download", "-json", id], { encoding: "utf8" }),
  );
  if (answer.Sum !== pin.sum) {
    throw new Error(`${id}: checksum ${answer.Sum}, but modules.json has ${pin.sum}`);
  }
  directories.set(id, answer.Dir);
  return answer.Dir;
}
