import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { KubeObject } from "#lib/k8s/object.ts";
import { type Blame, type LeafBlame, type Origin, render } from "#lib/render/index.ts";
import type { ExistingObject } from "#lib/render/render-input.ts";
import { parseDocuments } from "#lib/yaml/parse-documents.ts";
import { ROOT } from "../support/dashboard.ts";

const FOLDER = join(ROOT, "tests/fixtures/render/blame");

/**
 * `blame` holds, per object and leaf, `origin < earlier < … ~ input, …`, written by hand from the rules.
 * `macros` only shorten the pointers. The envelope of a JobSet (name, owner, suspend) is added below.
 */
type ExpectedFile = {
  readonly runtime: KubeObject;
  readonly trainJob: KubeObject;
  readonly existing?: readonly ExistingObject[];
  readonly macros?: Readonly<Record<string, string>>;
  readonly blame: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

const OWNER: Readonly<Record<string, string>> = {
  "/apiVersion": "controller",
  "/kind": "controller",
  "/metadata/namespace": "trainJob /metadata/namespace",
  "/metadata/ownerReferences/0/apiVersion": "controller",
  "/metadata/ownerReferences/0/kind": "controller",
  "/metadata/ownerReferences/0/name": "trainJob /metadata/name",
  "/metadata/ownerReferences/0/uid": "trainJob /metadata/uid",
  "/metadata/ownerReferences/0/controller": "controller",
  "/metadata/ownerReferences/0/blockOwnerDeletion": "controller",
};

const JOB_SET: Readonly<Record<string, string>> = {
  ...OWNER,
  "/metadata/name": "trainJob /metadata/name",
  "/spec/suspend": "trainJob /spec/suspend",
};

function originText({ layer, name, manager, kind, time, index, path }: Origin): string {
  const isSource = layer === "runtime" || layer === "snapshot";
  const writer = [manager, kind, time].filter((part) => part !== undefined).join(" ");
  const entry = manager === undefined ? "" : `(${writer}#${index})`;
  return `${layer}${isSource || name === undefined ? "" : `:${name}`}${entry}${path === undefined ? "" : ` ${path}`}`;
}

function leafText({ origin, chain, inputs }: LeafBlame): string {
  const earlier = [...chain].reverse().map((one) => ` < ${originText(one)}`);
  const from =
    inputs === undefined || inputs.length === 0
      ? ""
      : ` ~ ${inputs.map(originText).sort().join(", ")}`;
  return `${originText(origin)}${earlier.join("")}${from}`;
}

function blameText(blame: Blame): Record<string, Record<string, string>> {
  return Object.fromEntries(
    Object.entries(blame).map(([object, leaves]) => [
      object,
      Object.fromEntries(Object.entries(leaves).map(([leaf, one]) => [leaf, leafText(one)])),
    ]),
  );
}

/** The order of inputs means nothing. */
function sortInputs(text: string): string {
  const [head = "", inputs] = text.split(" ~ ");
  return inputs === undefined ? head : `${head} ~ ${inputs.split(", ").sort().join(", ")}`;
}

function expectedText({
  macros = {},
  blame,
}: ExpectedFile): Record<string, Record<string, string>> {
  const expand = (text: string): string => {
    const next = text.replace(/\$\{(\w+)\}/g, (_, key: string) => macros[key] ?? `?${key}?`);
    return next === text ? text : expand(next);
  };
  return Object.fromEntries(
    Object.entries(blame).map(([object, leaves]) => [
      object,
      {
        ...(object.startsWith("JobSet/") ? JOB_SET : OWNER),
        ...Object.fromEntries(
          Object.entries(leaves).map(([leaf, text]) => [expand(leaf), sortInputs(expand(text))]),
        ),
      },
    ]),
  );
}

const FILES = readdirSync(FOLDER).filter((file) => file.endsWith(".yaml"));

test("there are ten hand-written blame maps", () => {
  expect(FILES.length).toBeGreaterThanOrEqual(10);
});

for (const file of FILES) {
  test(`blame of ${file} is as written by hand`, () => {
    const parsed = parseDocuments(readFileSync(join(FOLDER, file), "utf8"));
    expect(parsed.diagnostics).toEqual([]);
    const expected = parsed.documents[0]?.value as unknown as ExpectedFile;
    const { runtime, trainJob, existing } = expected;
    const parseYaml = (text: string) => parseDocuments(text).documents[0]?.value;
    const result = render({ runtime, trainJob, existing, blame: true, parseYaml });
    expect(result.diagnostics).toEqual([]);
    expect(blameText(result.blame ?? {})).toEqual(expectedText(expected));
    const names = Object.values(result.blame ?? {})
      .flatMap((leaves) => Object.values(leaves))
      .map(({ origin }) => origin)
      .filter(({ layer }) => layer === "runtime")
      .map(({ name }) => name);
    expect(new Set(names).size).toBeLessThanOrEqual(1);
  });
}
