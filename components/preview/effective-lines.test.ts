import { expect, test } from "vitest";
import type { LeafBlame } from "#lib/render/index.ts";
import { onlyOverridden, toBlamedLines } from "./effective-lines.ts";
import { textOfLine } from "./yaml-lines.ts";

const runtime: LeafBlame = { origin: { layer: "runtime" }, chain: [] };
const override: LeafBlame = { origin: { layer: "override", manager: "a.b/c" }, chain: [] };

test("with only overridden leaves, list items keep the line that names them", () => {
  const object = {
    apiVersion: "jobset.x-k8s.io/v1alpha2",
    kind: "JobSet",
    metadata: { name: "x" },
    spec: {
      replicatedJobs: [{ name: "node", nodeSelector: { pool: "a", zone: "b" } }, { name: "other" }],
    },
  };
  const lines = toBlamedLines(object, {
    "JobSet/x": {
      "/spec/replicatedJobs/0/name": runtime,
      "/spec/replicatedJobs/0/nodeSelector/pool": override,
      "/spec/replicatedJobs/0/nodeSelector/zone": runtime,
      "/spec/replicatedJobs/1/name": runtime,
    },
  });
  expect(onlyOverridden(lines).map(({ line }) => textOfLine(line))).toEqual([
    "spec:",
    "  replicatedJobs:",
    "  - name: node",
    "    nodeSelector:",
    "      pool: a",
  ]);
});
