import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { EXCEPTIONS } from "../../tests/fixtures/admission/exceptions.ts";
import { schemaSet } from "../../tests/fixtures/admission/requests.ts";
import type { KubeObject } from "../k8s/object.ts";
import type { StatusCause } from "../k8s/status.ts";
import { type Json, toCanonicalJson } from "../util/json.ts";
import type { AdmissionResult } from "./admission.ts";
import { admit } from "./admit.ts";
import { runtimeRefOf } from "./runtime-lookup.ts";
import { unknownFieldWarning } from "./unknown-fields.ts";

/** One answer of a real API server 1.36 with Trainer's CRDs and webhooks, got by dry run. */
type Recorded = {
  readonly id: string;
  readonly operation: "create" | "update";
  readonly runtime?: KubeObject;
  readonly old?: KubeObject;
  readonly object: KubeObject;
  readonly code: number;
  readonly message?: string;
  readonly causes?: readonly StatusCause[];
  readonly warnings?: readonly string[];
  readonly stored?: { readonly spec?: Json };
};

const NOW = Date.UTC(2026, 10, 30, 14, 34, 0);
const NOW_TEXT = "2026-11-30T14:34:00Z";
const SCHEMAS = schemaSet("v2.3.0");

const REQUEST = {
  dialect: "runtimePatches",
  trainerVersion: "v2.3.0",
  activeJobs: [],
  now: NOW,
} as const;

const file = new URL("../../tests/fixtures/admission/v2.3.0.jsonl", import.meta.url);
const recorded = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Recorded);

function answer(row: Recorded): AdmissionResult {
  const { operation, object, old } = row;
  const runtime = isNamed(row) ? row.runtime : undefined;
  return admit(SCHEMAS, { ...REQUEST, operation, object, old, runtime });
}

/** A case brings one runtime along; some TrainJobs name another one, and some runtimes were refused before. */
function isNamed({ object, runtime }: Recorded): boolean {
  if (runtime === undefined || !isAdmitted(runtime)) return false;
  const ref = runtimeRefOf(object);
  const kind = object.spec?.["runtimeRef"] && ref.kind === "" ? "ClusterTrainingRuntime" : ref.kind;
  return runtime.metadata.name === ref.name && runtime.kind === kind;
}

function isAdmitted(runtime: KubeObject): boolean {
  return admit(SCHEMAS, { ...REQUEST, operation: "create", object: runtime }).admitted;
}

function codeOf(row: Recorded, result: AdmissionResult): number {
  if (!result.admitted) return result.code;
  return row.operation === "create" ? 201 : 200;
}

const isExpected = (row: Recorded): boolean => EXCEPTIONS[row.id] === undefined;

test("[O1] verdict and code agree with every recorded answer of API server and webhooks", () => {
  const judged = recorded.filter(isExpected);
  const wrong = judged
    .map((row) => ({ row, code: codeOf(row, answer(row)) }))
    .filter(({ row, code }) => code !== row.code)
    .map(({ row, code }) => `${row.id}: ${code} instead of ${row.code} ${row.message ?? ""}`);
  expect(wrong).toEqual([]);
  expect(judged.length + Object.keys(EXCEPTIONS).length).toBe(recorded.length);
});

test("[O3] the causes of every 422 agree in field, reason and text", () => {
  const sorted = (causes: readonly StatusCause[]) =>
    causes.map((cause) => `${cause.field} ${cause.reason} ${cause.message}`).toSorted();
  for (const row of recorded.filter((row) => row.code === 422 && isExpected(row))) {
    const result = answer(row);
    expect(sorted(result.admitted ? [] : result.causes), row.id).toEqual(sorted(row.causes ?? []));
  }
});

test("[O2] the text of every 400 agrees", () => {
  for (const row of recorded.filter((row) => row.code === 400 && isExpected(row)))
    expect(answer(row), row.id).toMatchObject({ code: 400, reason: "", message: row.message });
});

test("[O4] the findings of every 403 agree as a set", () => {
  for (const row of recorded.filter((row) => row.code === 403 && isExpected(row))) {
    const result = answer(row);
    const text = result.admitted ? "" : result.message;
    const times = /"time":"[^"]*"/g;
    expect(findings(text.replaceAll(times, '"time":""')), row.id).toEqual(
      findings((row.message ?? "").replaceAll(times, '"time":""')),
    );
  }
});

/** Findings start with `spec.`; the text between is free of that. */
function findings(message: string): readonly string[] {
  const text = message.replace(/^.*denied the request: /, "").replace(/^\[(.*)\]$/s, "$1");
  return text.split(/, (?=spec\.)/).toSorted();
}

test("[P3] what is stored agrees with every admitted answer", () => {
  for (const row of recorded) {
    if (row.stored === undefined || !isExpected(row)) continue;
    const result = answer(row);
    const spec = result.admitted ? (result.object.spec ?? {}) : {};
    expect(toCanonicalJson(spec).replaceAll(NOW_TEXT, "<now>"), row.id).toBe(
      toCanonicalJson(row.stored.spec),
    );
  }
});

test("unknown fields are the ones that the API server warns about", () => {
  for (const row of recorded) {
    const unknown = (row.warnings ?? []).filter((text) => text.startsWith("unknown field"));
    expect(answer(row).pruned.map(unknownFieldWarning).toSorted(), row.id).toEqual(
      unknown.toSorted(),
    );
  }
});
