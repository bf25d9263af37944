import { expect, test } from "vitest";
import { duplicateFields } from "./duplicate-fields.ts";
import { humanDuration } from "./human-duration.ts";
import { valuesAt } from "./json-path.ts";
import { podRow } from "./pod-row.ts";
import { createSandboxClient } from "./sandbox-client.ts";

const SECOND = 1000;
const HOUR = 3600 * SECOND;

test("[L6] ages have at most two units and lose the small one early", () => {
  const ages = [119 * SECOND, 150 * SECOND, 600 * SECOND, 3 * HOUR + 60 * SECOND, 9 * HOUR];
  expect(ages.map(humanDuration)).toEqual(["119s", "2m30s", "10m", "3h1m", "9h"]);
  expect([50 * HOUR, 9 * 24 * HOUR, 800 * 24 * HOUR].map(humanDuration)).toEqual([
    "2d2h",
    "9d",
    "2y70d",
  ]);
});

test("[L6] a column's path finds fields, the last item and items by a field", () => {
  const conditions = [
    { type: "A", status: "True" },
    { type: "B", status: "False" },
  ];
  const value = { status: { conditions } };
  expect(valuesAt(value, ".status.conditions[-1:].type")).toEqual(["B"]);
  expect(valuesAt(value, '.status.conditions[?(@.type=="A")].status')).toEqual(["True"]);
  expect(valuesAt(value, ".status.conditions[*].type")).toEqual(["A", "B"]);
  expect(valuesAt(value, ".status.conditions[0].type")).toEqual(["A"]);
  expect(valuesAt(value, ".status.nothing[0]")).toEqual([]);
  expect(valuesAt(value, "..type")).toEqual([]);
});

test("[L6] a pod's status is what its containers say before what its phase says", () => {
  const podWith = (status: object, metadata: object = {}) => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "p", ...metadata },
    spec: { containers: [{ name: "a" }], initContainers: [{ name: "i" }] },
    status: { phase: "Pending", ...status },
  });
  const waiting = (reason: string) => [{ ready: false, state: { waiting: { reason } } }];
  const row = (status: object, metadata?: object) => podRow(podWith(status, metadata), 10 * HOUR);
  expect(row({ containerStatuses: waiting("ImagePullBackOff") }).status).toBe("ImagePullBackOff");
  expect(row({ initContainerStatuses: waiting("PodInitializing") }).status).toBe("Init:0/1");
  expect(row({ initContainerStatuses: waiting("Error") }).status).toBe("Init:Error");
  expect(row({}, { deletionTimestamp: "2026-01-01T00:00:00Z" }).status).toBe("Terminating");
  const lastState = { terminated: { finishedAt: "1970-01-01T09:00:00Z" } };
  const restarted = [{ ready: true, restartCount: 2, state: { running: {} }, lastState }];
  expect(row({ phase: "Running", containerStatuses: restarted })).toEqual({
    ready: "1/1",
    status: "Running",
    restarts: "2 (60m ago)",
  });
});

test("[P6] fields that a text gives twice are found at any depth, once each", () => {
  const text = '{"a":{"b":1,"b":[{"c":"x\\"}","c":2,"c":3}]},"d":null,"a":{}}';
  expect(duplicateFields(text)).toEqual(["a.b[0].c", "a.b", "a"]);
  expect(duplicateFields('{"a":{"x":1},"b":{"x":1}}')).toEqual([]);
  expect(duplicateFields("[]")).toEqual([]);
});

test("[L6] what cannot be served in a form that is asked for is 406, and the next clause counts", async () => {
  const { sandbox } = createSandboxClient();
  const ask = async (accept: string) => {
    const answer = await sandbox.transport.request({
      method: "GET",
      path: "/api/v1/namespaces",
      identity: { kind: "self" },
      headers: { accept },
    });
    const { kind } = await new Response(answer.body).json();
    return [answer.status, kind];
  };
  const table = "application/json;as=Table;v=v1;g=meta.k8s.io";
  expect(await ask(`${table},application/json`)).toEqual([200, "Table"]);
  expect(await ask(`application/vnd.kubernetes.protobuf,application/json`)).toEqual([
    200,
    "NamespaceList",
  ]);
  expect(await ask("application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io")).toEqual([
    200,
    "PartialObjectMetadataList",
  ]);
  expect(await ask("text/html")).toEqual([406, "Status"]);
});
