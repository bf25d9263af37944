import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkSchema, decode, readStored } from "#lib/admission/against-schema.ts";
import { isKubeObject, type KubeObject } from "#lib/k8s/object.ts";
import { toCauses } from "#lib/schema/field-error.ts";
import { allSchemas } from "#lib/schema/generated/all.ts";
import { parseStructuralSchema } from "#lib/schema/structural-schema.ts";
import { toCanonicalJson } from "#lib/util/json.ts";

type Recorded = {
  readonly id: string;
  readonly old?: KubeObject;
  readonly object?: KubeObject;
  readonly code: number;
  readonly causes: readonly { reason: string; message: string; field: string }[];
  readonly stored?: KubeObject["spec"];
};

const file = new URL("../fixtures/admission/template-overrides-real.jsonl", import.meta.url);
const schema = parseStructuralSchema(allSchemas.templateOverrides.TrainJob);

/** Whole objects that the schema decided on; strict decoding comes before it. */
const recorded = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .map((line): Recorded => JSON.parse(line))
  .filter(({ object, code }) => object !== undefined && code !== 400);

function predict({ object, old }: Recorded): Pick<Recorded, "causes" | "stored"> {
  if (!isKubeObject(object)) throw new Error("no object");
  const decoded = decode(schema, object).object;
  const stored = old === undefined ? undefined : readStored(schema, old);
  const causes = toCauses(checkSchema(schema, decoded, stored));
  return causes.length === 0 ? { causes, stored: decoded.spec } : { causes };
}

test("the recording is whole", () => {
  expect(recorded.length).toBeGreaterThan(100);
});

test.each(recorded)("a real API server and the schema check agree on $id", (answer) => {
  const predicted = predict(answer);
  expect(sorted(predicted.causes)).toEqual(sorted(answer.causes));
  expect(toCanonicalJson(predicted.stored)).toBe(toCanonicalJson(answer.stored));
});

function sorted(causes: Recorded["causes"]): readonly string[] {
  return causes.map(({ field, reason, message }) => `${field} ${reason} ${message}`).sort();
}
