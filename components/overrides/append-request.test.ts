import { expect, test } from "vitest";
import { AppError } from "#lib/errors/app-error.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { Json } from "#lib/util/json.ts";
import type { AppendDraft } from "./append-draft.ts";
import {
  appendRequest,
  attemptKey,
  isAnswerLost,
  isClockAhead,
  storedEntry,
} from "./append-request.ts";

const NOW = Date.parse("2026-03-18T10:05:00Z");
const MANAGER = "a.example/b";
const draft: AppendDraft = { manager: MANAGER, kind: "pod", targets: ["node"], text: "", time: "" };
const override = { targetJobs: [{ name: "node" }], spec: { nodeSelector: { pool: "h100" } } };

function aJob(spec: { readonly [key: string]: Json }): KubeObject {
  return {
    apiVersion: "trainer.kubeflow.org/v1alpha1",
    kind: "TrainJob",
    metadata: { name: "a", namespace: "team-a", uid: "u-1", resourceVersion: "7" },
    spec,
  };
}

const detailOf = (trainJob: KubeObject) => ({
  trainJob,
  overridesDigest: "d",
  dialect: "templateOverrides" as const,
  row: {
    uid: "u-1",
    namespace: "team-a",
    name: "a",
    state: "Suspended" as const,
    runtimeKind: "ClusterTrainingRuntime",
    runtime: "r",
    managers: [],
    suspended: true,
    createdAt: "2026-03-18T10:00:00Z",
  },
});

test("a templateOverrides request always names its time, later than the lane's newest entry", () => {
  const stored = { manager: MANAGER, pod: [{ time: "2026-03-18T10:05:00Z", ...override }] };
  const detail = detailOf(aJob({ templateOverrides: [stored] }));
  const request = appendRequest({ detail, draft, override, isConfirmed: false, now: NOW });
  expect(request.time).toBe("2026-03-18T10:05:01Z");
  const named = { ...draft, time: " 2026-03-18T10:06:00Z " };
  expect(appendRequest({ detail, draft: named, override, isConfirmed: false, now: NOW }).time).toBe(
    "2026-03-18T10:06:00Z",
  );
});

test("the same draft is sent again with the time of the try that got no answer, another one is not", () => {
  const detail = detailOf(aJob({}));
  const open = {
    key: attemptKey(draft, override),
    time: "2026-03-18T10:04:00Z",
    seen: "old",
    count: 0,
  };
  const again = appendRequest({ detail, draft, override, isConfirmed: false, now: NOW, open });
  expect(again).toMatchObject({ time: open.time, seen: "d" });
  const ownerless = { ...detail, dialect: "podSpecOverrides" as const };
  expect(
    appendRequest({ detail: ownerless, draft, override, isConfirmed: false, now: NOW, open }).seen,
  ).toBe("old");
  const other = { ...override, spec: {} };
  expect(
    appendRequest({ detail, draft, override: other, isConfirmed: false, now: NOW, open }).time,
  ).toBe("2026-03-18T10:05:00Z");
});

test("a lost answer is told from a refusal, and a clock that is ahead from another invalid request", () => {
  expect(isAnswerLost(new AppError("OFFLINE"))).toBe(true);
  expect(isAnswerLost(new AppError("REFUSED"))).toBe(false);
  const errors = [{ pointer: "/time", message: "too late" }];
  expect(isClockAhead(new AppError("INVALID", { errors }))).toBe(true);
  expect(isClockAhead(new AppError("INVALID"))).toBe(false);
});

test("an entry that was stored without an answer is recognised on the fresh object of every API", () => {
  const none = aJob({});
  const request = {
    uid: "u-1",
    override,
    manager: MANAGER,
    kind: "pod" as const,
    time: "2026-03-18T10:05:00Z",
  };
  const stored = aJob({
    templateOverrides: [{ manager: MANAGER, pod: [{ time: request.time, ...override }] }],
  });
  const own = { count: 0, dialect: "templateOverrides" as const, request };
  expect(storedEntry({ ...own, fresh: stored })?.manager).toBe(MANAGER);
  expect(storedEntry({ ...own, fresh: none })).toBeUndefined();
  const item = { targetJobs: [{ name: "node" }], nodeSelector: { pool: "h100" } };
  const ownerless = {
    count: 0,
    dialect: "podSpecOverrides" as const,
    request: { uid: "u-1", override: item },
  };
  expect(storedEntry({ ...ownerless, fresh: aJob({ podSpecOverrides: [item] }) })?.index).toBe(0);
  const foreign = { ...item, nodeSelector: { pool: "cpu" } };
  expect(
    storedEntry({ ...ownerless, fresh: aJob({ podSpecOverrides: [foreign] }) }),
  ).toBeUndefined();
  const patch = { template: { metadata: { labels: { team: "a" } } } };
  const patches = {
    count: 0,
    dialect: "runtimePatches" as const,
    request: { uid: "u-1", manager: MANAGER, override: patch },
  };
  const fresh = aJob({
    runtimePatches: [{ manager: MANAGER, time: request.time, trainingRuntimeSpec: patch }],
  });
  expect(storedEntry({ ...patches, fresh })?.manager).toBe(MANAGER);
});
