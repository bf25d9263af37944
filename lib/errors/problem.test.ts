import { expect, test } from "vitest";
import { AppError } from "./app-error.ts";
import { fromBody, toProblem } from "./problem.ts";

test("a defect tells nothing about itself", () => {
  const problem = toProblem(new Error("password=1"), "r1");
  expect(problem.status).toBe(500);
  expect(JSON.stringify(problem)).not.toContain("password");
});

test("the detail of a 5xx stays in the log", () => {
  const problem = toProblem(new AppError("UPSTREAM_FAILED", { detail: "10.0.0.1 refused" }), "r1");
  expect(problem.detail).toBeUndefined();
});

test("a problem survives the wire with its extra members", () => {
  const sent = toProblem(
    new AppError("LIST_CHANGED", { detail: "moved", extra: { trainJob: { kind: "TrainJob" } } }),
    "r2",
  );
  const read = fromBody(sent.status, JSON.stringify(sent));
  expect(read.code).toBe("LIST_CHANGED");
  expect(read.meta.extra).toEqual({ trainJob: { kind: "TrainJob" } });
  expect(read.meta.instance).toBe("r2");
});

test("a Kubernetes Status keeps its causes", () => {
  const error = fromBody(
    422,
    JSON.stringify({
      kind: "Status",
      code: 422,
      reason: "Invalid",
      message: "no",
      details: { causes: [{ reason: "FieldValueInvalid", field: "spec.x", message: "bad" }] },
    }),
  );
  expect(error.code).toBe("REFUSED");
  expect(error.meta.causes).toEqual([
    { reason: "FieldValueInvalid", field: "spec.x", message: "bad" },
  ]);
});

test("a failed patch test is refused without causes", () => {
  const error = fromBody(
    422,
    JSON.stringify({ kind: "Status", reason: "Invalid", message: "the server rejected" }),
  );
  expect(error.code).toBe("REFUSED");
  expect(error.meta.causes).toEqual([]);
});

test("an answer that is no JSON still becomes an error", () => {
  expect(fromBody(502, "<html>").code).toBe("UPSTREAM_FAILED");
});
