import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { EXCEPTIONS } from "../../tests/fixtures/admission/exceptions.ts";
import { schemaSet } from "../../tests/fixtures/admission/requests.ts";
import type { Dialect } from "../dialect/entry.ts";
import type { KubeObject } from "../k8s/object.ts";
import type { StatusCause } from "../k8s/status.ts";
import { type Json, toCanonicalJson } from "../util/json.ts";
import type { AdmissionResult } from "./admission.ts";
import { admit } from "./admit.ts";
import { runtimeRefOf } from "./runtime-lookup.ts";
import type { SchemaSet } from "./schema-set.ts";
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

type Case = { readonly row: Recorded; readonly result: AdmissionResult };

const NOW = Date.UTC(2026, 10, 30, 14, 34, 0);
const NOW_TEXT = "2026-11-30T14:34:00Z";

const VERSIONS = [
  { version: "v2.0.0", dialect: "podSpecOverrides" },
  { version: "v2.1.0", dialect: "podTemplateOverrides" },
  { version: "v2.2.0", dialect: "runtimePatches" },
  { version: "v2.3.0", dialect: "runtimePatches" },
] as const;
type Served = { readonly version: (typeof VERSIONS)[number]["version"]; readonly dialect: Dialect };

function readRows(version: string): readonly Recorded[] {
  const file = new URL(`../../tests/fixtures/admission/${version}.jsonl`, import.meta.url);
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Recorded);
}

/** Exceptions apart: how many there may be is asserted below. */
function readCases(served: Served): readonly Case[] {
  const schemas = schemaSet(served.version);
  return readRows(served.version)
    .filter((row) => EXCEPTIONS[row.id] === undefined)
    .map((row) => ({ row, result: answer(schemas, served, row) }));
}

function answer(schemas: SchemaSet, served: Served, row: Recorded): AdmissionResult {
  const { operation, object, old } = row;
  const request = {
    dialect: served.dialect,
    trainerVersion: served.version,
    activeJobs: [],
    now: NOW,
  };
  const isThere =
    row.runtime !== undefined &&
    isNamed(object, row.runtime) &&
    admit(schemas, { ...request, operation: "create", object: row.runtime }).admitted;
  const runtime = isThere ? row.runtime : undefined;
  return admit(schemas, { ...request, operation, object, old, runtime });
}

/** A case brings one runtime along; some TrainJobs name another one. */
function isNamed(trainJob: KubeObject, runtime: KubeObject): boolean {
  const ref = runtimeRefOf(trainJob);
  const kind = ref.kind === "" ? "ClusterTrainingRuntime" : ref.kind;
  return runtime.metadata.name === ref.name && runtime.kind === kind;
}

function codeOf({ row, result }: Case): number {
  if (!result.admitted) return result.code;
  return row.operation === "create" ? 201 : 200;
}

const CASES = new Map(VERSIONS.map((served) => [served.version, readCases(served)]));

test.each(VERSIONS)(
  "[O1] $version: verdict and code agree with every recorded answer",
  ({ version }) => {
    const wrong = (CASES.get(version) ?? [])
      .filter((item) => codeOf(item) !== item.row.code)
      .map(
        (item) => `${item.row.id}: ${codeOf(item)} instead of ${item.row.code} ${item.row.message}`,
      );
    expect(wrong).toEqual([]);
  },
);

test("exceptions are few, each is one recorded answer, and the answers are all there", () => {
  const rows = VERSIONS.flatMap(({ version }) => readRows(version));
  const ids = new Set(rows.map((row) => row.id));
  expect(rows).toHaveLength(1700);
  expect(Object.keys(EXCEPTIONS).filter((id) => !ids.has(id))).toEqual([]);
  expect(Object.keys(EXCEPTIONS)).toHaveLength(13);
});

test.each(VERSIONS)(
  "[O3] $version: the causes of every 422 agree in field, reason and text",
  ({ version }) => {
    const sorted = (causes: readonly StatusCause[]) =>
      causes.map((cause) => `${cause.field} ${cause.reason} ${cause.message}`).toSorted();
    for (const { row, result } of CASES.get(version) ?? []) {
      if (row.code !== 422) continue;
      expect(sorted(result.admitted ? [] : result.causes), row.id).toEqual(
        sorted(row.causes ?? []),
      );
    }
  },
);

test.each(VERSIONS)("[O2] $version: the text of every 400 agrees", ({ version }) => {
  for (const { row, result } of CASES.get(version) ?? []) {
    if (row.code !== 400) continue;
    expect(result, row.id).toMatchObject({ code: 400, reason: "", message: row.message });
  }
});

test("[O4] v2.3.0: the findings of every 403 agree as a set", () => {
  for (const { row, result } of CASES.get("v2.3.0") ?? []) {
    if (row.code !== 403) continue;
    expect(findings(result.admitted ? "" : result.message), row.id).toEqual(findings(row.message));
  }
});

test.each(VERSIONS)("[O4] $version: the details of every 403 agree as a set", ({ version }) => {
  for (const { row, result } of CASES.get(version) ?? []) {
    if (row.code !== 403) continue;
    expect(details(result.admitted ? "" : result.message), row.id).toEqual(details(row.message));
  }
});

/** Findings start with `spec.` or `metadata.`; the text between is free of that. Filled times differ. */
function findings(message = ""): readonly string[] {
  const text = message.replaceAll(/"time":"[^"]*"/g, '"time":""');
  const body = text.replace(/^.*?denied the request: /s, "").replace(/^\[(.*)\]$/s, "$1");
  return body.split(/, (?=(?:spec|metadata)\.)/).toSorted();
}

/** Without the values, which Trainer 2.0 prints in Go syntax: path and what follows the last colon. */
function details(message: string | undefined): readonly string[] {
  return findings(message).map((text) => `${text.split(":")[0]}:${text.split(": ").at(-1)}`);
}

test.each(VERSIONS)(
  "[P3] $version: what is stored agrees with every admitted answer",
  ({ version }) => {
    for (const { row, result } of CASES.get(version) ?? []) {
      if (row.stored === undefined) continue;
      const spec = result.admitted ? (result.object.spec ?? {}) : {};
      expect(toCanonicalJson(spec).replaceAll(NOW_TEXT, "<now>"), row.id).toBe(
        toCanonicalJson(row.stored.spec),
      );
    }
  },
);

test.each(VERSIONS)(
  "$version: unknown fields are those that the API server warns about",
  ({ version }) => {
    for (const { row, result } of CASES.get(version) ?? []) {
      const unknown = (row.warnings ?? []).filter((text) => text.startsWith("unknown field"));
      expect(result.pruned.map(unknownFieldWarning).toSorted(), row.id).toEqual(unknown.toSorted());
    }
  },
);
