import { expect, test } from "vitest";
import { getIn, type JsonObject, objectsIn } from "#lib/util/json.ts";
import {
  aRuntime,
  aTrainJob,
  metaOf,
  podEntry,
  TRAINER_ROOT,
  timeAt,
  trainJobsPath,
} from "./contract-objects.ts";
import type { ContractPlace } from "./kube-contract.ts";

const MANAGER = "example.com/contract";

async function makeJob(
  at: ContractPlace,
  name: string,
  history: JsonObject,
): Promise<{ uid: string; path: string }> {
  const runtimes = `${TRAINER_ROOT}/namespaces/${at.namespace}/trainingruntimes`;
  await at.session.create(runtimes, aRuntime("appends"));
  const templateOverrides = [{ manager: MANAGER, ...history }];
  const created = await at.session.create(
    trainJobsPath(at.namespace),
    aTrainJob(name, "appends", { templateOverrides }),
  );
  expect(created.status).toBe(201);
  return { uid: metaOf(created, "uid"), path: trainJobsPath(at.namespace, name) };
}

async function storedTimes(at: ContractPlace, path: string): Promise<readonly string[]> {
  const stored = await at.session.get(path);
  const entries = objectsIn(getIn(stored.body, "spec", "templateOverrides", 0, "pod"));
  return entries.map((entry) => String(entry["time"]));
}

function guards(uid: string): JsonObject[] {
  return [
    { op: "test", path: "/metadata/uid", value: uid },
    { op: "test", path: "/spec/templateOverrides/0/manager", value: MANAGER },
  ];
}

export function describeAppends(place: () => ContractPlace): void {
  // A real server makes sixty attempts in turn here, each with all CEL rules.
  test("sixty appends at once all come through", { timeout: 180_000 }, async () => {
    const at = place();
    const { uid, path } = await makeJob(at, "sixty", { pod: [podEntry(timeAt(0), "start")] });
    const append = async (second: number): Promise<number> => {
      const value = podEntry(timeAt(second), `p${second}`);
      const operation = { op: "add", path: "/spec/templateOverrides/0/pod/-", value };
      return (await at.session.jsonPatch(path, [...guards(uid), operation])).status;
    };
    const seconds = Array.from({ length: 60 }, (_, index) => index + 1);
    const codes = await Promise.all(seconds.map(append));
    // A slow server may run out of time (504) for some, and may have stored them all the same.
    expect(codes.filter((code) => code !== 200 && code !== 504)).toEqual([]);
    for (const second of seconds)
      if (!(await storedTimes(at, path)).includes(timeAt(second)))
        expect(await append(second)).toBe(200);
    const times = await storedTimes(at, path);
    expect(times).toHaveLength(seconds.length + 1);
    expect(new Set(times)).toEqual(new Set([0, ...seconds].map(timeAt)));
    return undefined;
  });

  test("of thirty first entries at once one wins, the others fail cleanly", async () => {
    const at = place();
    const labels = { metadata: { labels: { a: "b" } } };
    const { uid, path } = await makeJob(at, "first", { job: [{ time: timeAt(0), ...labels }] });
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        at.session.jsonPatch(path, [
          ...guards(uid),
          { op: "test", path: "/spec/templateOverrides/0/pod", value: null },
          {
            op: "add",
            path: "/spec/templateOverrides/0/pod",
            value: [podEntry(timeAt(index + 1), `p${index}`)],
          },
        ]),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const failures = answers.filter((answer) => answer.status !== 200);
    for (const failure of failures) {
      expect(failure.status).toBe(422);
      expect(getIn(failure.body, "details", "causes")).toBeUndefined();
    }
    const stored = await at.session.get(path);
    const entries = getIn(stored.body, "spec", "templateOverrides", 0, "pod");
    expect(objectsIn(entries)).toHaveLength(1);
    return undefined;
  });

  test("an append owns its entry and leaves the others to their managers", async () => {
    const at = place();
    const { uid, path } = await makeJob(at, "owners", { pod: [podEntry(timeAt(0), "start")] });
    const appended = await at.session.jsonPatch(
      path,
      [
        ...guards(uid),
        {
          op: "add",
          path: "/spec/templateOverrides/0/pod/-",
          value: podEntry(timeAt(1), "next"),
        },
      ],
      { query: { fieldManager: MANAGER } },
    );
    const entry = objectsIn(getIn(appended.body, "metadata", "managedFields")).find(
      (one) => one["manager"] === MANAGER,
    );
    const pod = getIn(
      entry,
      "fieldsV1",
      "f:spec",
      "f:templateOverrides",
      `k:{"manager":"${MANAGER}"}`,
      "f:pod",
    );
    expect(Object.keys((pod ?? {}) as JsonObject)).toEqual([`k:{"time":"${timeAt(1)}"}`]);
    return undefined;
  });

  test("a stored entry can be neither changed nor removed", async () => {
    const at = place();
    const { path } = await makeJob(at, "frozen", { pod: [podEntry(timeAt(0), "start")] });
    for (const patch of [
      [{ op: "remove", path: "/spec/templateOverrides/0/pod/0" }],
      [{ op: "remove", path: "/spec/templateOverrides/0" }],
      [{ op: "remove", path: "/spec/templateOverrides" }],
      [
        {
          op: "replace",
          path: "/spec/templateOverrides/0/pod/0/spec/nodeSelector/example.com~1pool",
          value: "other",
        },
      ],
    ]) {
      const refused = await at.session.jsonPatch(path, patch);
      expect(refused.status).toBe(422);
      expect(objectsIn(getIn(refused.body, "details", "causes"))).not.toHaveLength(0);
    }
    return undefined;
  });
}
