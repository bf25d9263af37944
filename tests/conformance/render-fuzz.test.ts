import fc from "fast-check";
import { expect, test } from "vitest";
import { DIALECTS } from "#lib/dialect/entry.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { render } from "#lib/render/index.ts";
import { isJsonObject, type Json } from "#lib/util/json.ts";
import { asTemplateOverrides } from "../support/as-template-overrides.ts";
import { parseYaml, readHandMadeCases, readRandomCases } from "../support/render-fixtures.ts";

type Seed = {
  readonly runtime: KubeObject;
  readonly trainJob: KubeObject;
  readonly existing?: unknown;
};

const HAND_MADE: readonly Seed[] = readHandMadeCases().filter(
  ({ version }) => version === "v2.3.0",
);
const RANDOM: readonly Seed[] = readRandomCases("v2.3.0-modern");
const SEEDS: readonly Seed[] = [
  ...HAND_MADE,
  ...RANDOM,
  ...RANDOM.map((seed) => ({ ...seed, trainJob: asTemplateOverrides(seed.trainJob) })),
];

/** Values that break readers more often than random ones do. */
const awkward = fc.constantFrom<Json>(
  null,
  "",
  0,
  -1,
  1e30,
  1.5,
  2 ** 31,
  true,
  [],
  {},
  [null],
  [[]],
  [{}],
  { $patch: "replace" },
  { $patch: "other" },
  { name: null },
  "1e999999999",
  "-0",
  { constructor: "x", toString: "y" },
  JSON.parse('{"__proto__": {"polluted": true}}') as Json,
  { metadata: { labels: { "trainer.kubeflow.org/trainjob-ancestor-step": "trainer" } } },
);
const replacement = fc.oneof(
  awkward,
  fc.jsonValue().map((value) => value as Json),
);

/** The value with one subtree exchanged; `choices` say at each level which child to go into. */
function withSubtree(value: Json, choices: readonly number[], next: Json): Json {
  const [choice, ...rest] = choices;
  if (choice === undefined) return next;
  if (Array.isArray(value) && value.length > 0) {
    const index = choice % value.length;
    return value.map((item: Json, i) => (i === index ? withSubtree(item, rest, next) : item));
  }
  if (isJsonObject(value) && Object.keys(value).length > 0) {
    const keys = Object.keys(value);
    const key = keys[choice % keys.length] ?? "";
    return { ...value, [key]: withSubtree(value[key] ?? null, rest, next) };
  }
  return next;
}

const path = fc.array(fc.nat({ max: 30 }), { maxLength: 14 });

test("[R4] whatever stands in place of a part of the input, rendering answers and never throws", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...SEEDS),
      fc.constantFrom("runtime", "trainJob", "existing"),
      path,
      replacement,
      fc.constantFrom(undefined, ...DIALECTS),
      fc.boolean(),
      (seed, part, choices, next, dialect, blame) => {
        const plain = JSON.parse(JSON.stringify({ existing: [], ...seed })) as Record<string, Json>;
        const changed = { ...plain, [part]: withSubtree(plain[part] ?? null, choices, next) };
        const input = { ...(changed as unknown as Seed), dialect, blame, parseYaml } as Parameters<
          typeof render
        >[0];
        const result = render(input);
        const hasError = result.diagnostics.some((finding) => finding.severity === "error");
        if (hasError) expect(result.objects).toEqual([]);
        expect(JSON.parse(JSON.stringify(result.objects))).toEqual(result.objects);
      },
    ),
    { numRuns: 2000 },
  );
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test("[R5] rendering does not change its input and answers the same again", () => {
  for (const seed of SEEDS) {
    const before = JSON.stringify(seed);
    const input = seed as Parameters<typeof render>[0];
    const first = render({ ...input, blame: true });
    expect(JSON.stringify(seed)).toBe(before);
    expect(render({ ...input, blame: true })).toEqual(first);
  }
});

test("[R6] the order of keys in the input does not matter", () => {
  const reversed = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(reversed);
    if (!isJsonObject(value)) return value;
    const keys = Object.keys(value).reverse();
    return Object.fromEntries(keys.map((key) => [key, reversed(value[key] ?? null)]));
  };
  for (const { runtime, trainJob } of RANDOM) {
    const turned = {
      runtime: reversed(runtime as unknown as Json) as unknown as KubeObject,
      trainJob: reversed(trainJob as unknown as Json) as unknown as KubeObject,
    };
    expect(render(turned).objects).toEqual(render({ runtime, trainJob }).objects);
  }
});
