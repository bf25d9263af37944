import { expect, test } from "vitest";
import { isAppError } from "#lib/errors/app-error.ts";
import type { JobRow } from "#lib/protocol/jobs.ts";
import { createScope, FULL_SIGHT } from "#server/access/namespace-scope.ts";
import type { CatalogEntry } from "#server/watch/job-catalog.ts";
import { selectRows } from "./job-rows.ts";

function entry(
  row: Partial<JobRow> & { name: string },
  labels: Record<string, string> = {},
): CatalogEntry {
  const full: JobRow = {
    uid: `${row.namespace ?? "a"}/${row.name}`,
    namespace: "a",
    state: "Running",
    runtimeKind: "ClusterTrainingRuntime",
    runtime: "torch",
    managers: [],
    suspended: false,
    createdAt: "2026-01-01T00:00:00Z",
    ...row,
  };
  return {
    row: full,
    trainJob: {
      apiVersion: "trainer.kubeflow.org/v1alpha1",
      kind: "TrainJob",
      metadata: { name: row.name, namespace: full.namespace, labels },
      spec: { trainer: { image: `registry.example/${row.name}-image` } },
    },
  };
}

const ENTRIES = [
  entry({ name: "bert", queue: "gpu", createdAt: "2026-01-03T00:00:00Z" }, { team: "nlp" }),
  entry({ name: "clip", state: "Failed", runtime: "jax", createdAt: "2026-01-01T00:00:00Z" }),
  entry({
    name: "dino",
    state: "Failed",
    progress: { percent: 5 },
    createdAt: "2026-01-02T00:00:00Z",
  }),
  entry({ name: "other", namespace: "b", owner: "bob" }),
];
const CATALOG = {
  rows: new Map(ENTRIES.map((one) => [one.row.uid, one])),
  rowFor: (one: CatalogEntry) => one.row,
};
const scope = createScope(new Map([["a", FULL_SIGHT]]));
const names = (query: Parameters<typeof selectRows>[2]) =>
  selectRows(CATALOG, scope, query).items.map(({ name }) => name);

test("the youngest comes first, and other namespaces do not come at all", () => {
  expect(names({})).toEqual(["bert", "dino", "clip"]);
  expect(selectRows(CATALOG, scope, {}).facets.owners).toEqual([]);
});

test("filters narrow, and counts leave the state filter out", () => {
  const failed = selectRows(CATALOG, scope, { state: "Failed,Complete" });
  expect([failed.total, failed.counts]).toEqual([2, { Running: 1, Failed: 2 }]);
  expect(names({ runtime: "jax" })).toEqual(["clip"]);
  expect(names({ queue: "gpu" })).toEqual(["bert"]);
  expect(names({ q: "CLIP image" })).toEqual(["clip"]);
  expect(names({ q: "team=nlp" })).toEqual(["bert"]);
  expect(names({ labelSelector: "team!=nlp" })).toEqual(["dino", "clip"]);
});

test("rows without a value come last both ways, and pages do not overlap", () => {
  expect(names({ sort: "progress" })[0]).toBe("dino");
  expect(names({ sort: "-progress" })[0]).toBe("dino");
  expect(names({ sort: "-name" })).toEqual(["dino", "clip", "bert"]);
  expect(names({ sort: "-age" })).toEqual(["clip", "dino", "bert"]);
  expect(names({ sort: "name", pageSize: 2, page: 1 })).toEqual(["dino"]);
});

test("a sort or selector that is none is refused", () => {
  for (const query of [{ sort: "shoe" }, { labelSelector: "a in (" }]) {
    try {
      names(query);
      throw new Error("not refused");
    } catch (error) {
      expect(isAppError(error, "MALFORMED_REQUEST")).toBe(true);
    }
  }
});
