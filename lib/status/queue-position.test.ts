import { expect, test } from "vitest";
import type { KubeObject } from "../k8s/object.ts";
import { queuePositions } from "./queue-position.ts";

type Wish = {
  queue?: string;
  namespace?: string;
  priority?: number;
  created?: string;
  spec?: { active?: boolean };
  conditions?: { type: string; status: string; reason?: string; lastTransitionTime?: string }[];
};

function workload(uid: string, wish: Wish = {}): KubeObject {
  const { queue = "gpu", namespace = "a", priority, created = "10:00", conditions = [] } = wish;
  return {
    apiVersion: "kueue.x-k8s.io/v1beta1",
    kind: "Workload",
    metadata: { uid, namespace, name: uid, creationTimestamp: `2026-05-01T${created}:00Z` },
    spec: { queueName: queue, ...(priority === undefined ? {} : { priority }), ...wish.spec },
    status: { conditions },
  };
}

const at = (workloads: KubeObject[]) => Object.fromEntries(queuePositions(workloads));

test("higher priority comes first, then age", () => {
  const old = workload("old", { created: "09:00" });
  const young = workload("young", { created: "11:00" });
  const urgent = workload("urgent", { created: "12:00", priority: 100 });
  expect(at([young, urgent, old])).toEqual({ urgent: 1, old: 2, young: 3 });
});

test("queues of other names and namespaces are counted apart", () => {
  const here = workload("here", { created: "12:00" });
  const other = workload("other", { queue: "cpu" });
  const elsewhere = workload("elsewhere", { namespace: "b" });
  expect(at([other, elsewhere, here])).toEqual({ here: 1, other: 1, elsewhere: 1 });
});

test("what has quota, is finished or was deactivated has no place", () => {
  const is = (type: string) => [{ type, status: "True" }];
  const waiting = workload("waiting", { created: "12:00" });
  const gone = [
    workload("reserved", { conditions: is("QuotaReserved") }),
    workload("finished", { conditions: is("Finished") }),
    workload("inactive", { spec: { active: false } }),
  ];
  expect(at([...gone, waiting])).toEqual({ waiting: 1 });
});

test("a preempted one keeps its age, one whose pods were not ready in time does not", () => {
  const evicted = (reason: string) => [
    { type: "Evicted", status: "True", reason, lastTransitionTime: "2026-05-01T13:00:00Z" },
  ];
  const preempted = workload("preempted", { created: "09:00", conditions: evicted("Preempted") });
  const late = workload("late", { created: "08:00", conditions: evicted("PodsReadyTimeout") });
  const fresh = workload("fresh", { created: "12:00" });
  expect(at([late, fresh, preempted])).toEqual({ preempted: 1, fresh: 2, late: 3 });
});
