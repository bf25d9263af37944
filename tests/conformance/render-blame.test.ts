import { expect, test } from "vitest";
import { objectKey, toJson } from "#lib/k8s/object.ts";
import { type Origin, type RenderResult, render } from "#lib/render/index.ts";
import { isJsonObject, type Json } from "#lib/util/json.ts";
import { parsePointer } from "#lib/util/pointer.ts";
import { leavesOf } from "../support/keyed-leaves.ts";
import { parseYaml, readHandMadeCases, readRandomCases } from "../support/render-fixtures.ts";

const RANDOM = ["v2.0.1", "v2.1.0", "v2.2.0", "v2.3.0", "v2.3.0-modern"].flatMap(readRandomCases);
const HAND_MADE = readHandMadeCases();

function unexplained(id: string, result: RenderResult): readonly string[] {
  return result.objects.flatMap((object) => {
    const blame = result.blame?.[objectKey(object)] ?? {};
    const pointers = leavesOf(toJson(object)).map((leaf) => leaf.pointer);
    const missing = pointers.filter((pointer) => blame[pointer] === undefined);
    const surplus = Object.keys(blame).filter((pointer) => !pointers.includes(pointer));
    return [...missing, ...surplus].map((pointer) => `${id} ${objectKey(object)} ${pointer}`);
  });
}

test("[B1] every leaf of every output has an origin, and nothing else has", () => {
  const wrong = [
    ...RANDOM.flatMap(({ id, version, runtime, trainJob }) =>
      unexplained(id, render({ runtime, trainJob, trainerVersion: version, blame: true })),
    ),
    ...HAND_MADE.flatMap(({ file, version, runtime, trainJob, existing }) =>
      unexplained(
        file,
        render({ runtime, trainJob, trainerVersion: version, existing, parseYaml, blame: true }),
      ),
    ),
  ];
  expect(wrong.slice(0, 10)).toEqual([]);
});

test("[B2] provenance does not change what is rendered", () => {
  for (const { version: trainerVersion, runtime, trainJob } of RANDOM) {
    const plain = render({ runtime, trainJob, trainerVersion });
    expect(plain.blame).toBeUndefined();
    expect(render({ runtime, trainJob, trainerVersion, blame: true }).objects).toEqual(
      plain.objects,
    );
  }
});

function at(value: Json, pointer: string): Json | undefined {
  return parsePointer(pointer).reduce<Json | undefined>((node, step) => {
    if (Array.isArray(node)) return node[Number(step)] as Json;
    return isJsonObject(node) ? node[step] : undefined;
  }, value);
}

const RUNTIME_LAYERS: ReadonlySet<Origin["layer"]> = new Set(["runtime", "snapshot"]);

test("[B3] each path of an origin, a chain or an input leads to a value of its source", () => {
  const wrong: string[] = [];
  let checked = 0;
  for (const { id, version: trainerVersion, runtime, trainJob } of RANDOM) {
    const { blame = {} } = render({ runtime, trainJob, trainerVersion, blame: true });
    for (const leaves of Object.values(blame)) {
      for (const [pointer, { origin, chain, inputs = [] }] of Object.entries(leaves)) {
        for (const { layer, path } of [origin, ...chain, ...inputs]) {
          if (path === undefined) continue;
          checked += 1;
          const source = toJson(RUNTIME_LAYERS.has(layer) ? runtime : trainJob);
          if (at(source, path) === undefined) wrong.push(`${id} ${pointer}: ${layer} ${path}`);
        }
      }
    }
  }
  expect(wrong.slice(0, 10)).toEqual([]);
  expect(checked).toBeGreaterThan(10_000);
});

test("[B4] the chain names the earlier writers, oldest first", () => {
  const found = HAND_MADE.find(({ file }) => file.startsWith("13-"));
  if (found === undefined) throw new Error("case 13 is missing");
  const { blame } = render({ runtime: found.runtime, trainJob: found.trainJob, blame: true });
  const pod = "/spec/replicatedJobs/0/template/spec/template/spec";
  const leaf = blame?.["JobSet/robin-a"]?.[`${pod}/serviceAccountName`];
  const spec = "trainingRuntimeSpec/template/spec/replicatedJobs/0/template/spec/template/spec";
  expect(leaf?.origin).toEqual({
    layer: "override",
    kind: "patch",
    index: 1,
    manager: "two.example/ctl",
    path: `/spec/runtimePatches/1/${spec}/serviceAccountName`,
  });
  expect(leaf?.chain.map(({ layer, manager }) => manager ?? layer)).toEqual([
    "runtime",
    "one.example/ctl",
  ]);
  const toleration = blame?.["JobSet/robin-a"]?.[`${pod}/tolerations/0/key`];
  expect(toleration?.chain.map(({ path }) => path)).toEqual([
    `/spec/template${pod}/tolerations`.replace("/spec/template/spec", "/spec/template/spec"),
    `/spec/runtimePatches/0/${spec}/tolerations`,
  ]);
});
