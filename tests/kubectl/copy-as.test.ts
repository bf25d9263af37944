import { execFile } from "node:child_process";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import {
  type CopyAction,
  deleteJobSetAction,
  overrideAction,
  suspendAction,
} from "#lib/copy-as/copy-action.ts";
import { toKubectl } from "#lib/copy-as/to-kubectl.ts";
import { buildAppend } from "#lib/dialect/append.ts";
import { removeEntry, replaceEntry } from "#lib/dialect/edit-entry.ts";
import type { Dialect } from "#lib/dialect/entry.ts";
import { overridesDigest } from "#lib/dialect/overrides-digest.ts";
import { KINDS } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { toKubeTime } from "#lib/util/clock.ts";
import type { JsonObject } from "#lib/util/json.ts";
import { openHttpDoor } from "#server/sandbox/http-door.ts";
import { writeKubeconfig } from "#server/sandbox/kubeconfig-file.ts";
import { type Bff, startBff, storedJob, storeJob } from "../integration/start-bff.ts";
import { findKubectl, type Run } from "./kubectl.ts";

const MANAGER = "trainer.kubeflow.org/dashboard";
const [BY_BFF, BY_KUBECTL] = ["by-bff", "by-kubectl"];
/** Everything that a shell would like to read. */
const HOSTILE = `it's "$(exit 1)" \`x\` \\n !! %s ü`;

type Place = {
  readonly bff: Bff;
  /** A copied command, in the account of alice or with the context that is chosen. */
  paste(command: string): Promise<Run>;
};

const kubectl = findKubectl();
if (kubectl === undefined)
  process.stderr.write("tests/kubectl: no kubectl on this machine, no copied command is run\n");
else defineTests(kubectl);

async function withPlace(
  command: string,
  dialect: Dialect,
  run: (place: Place) => Promise<void>,
): Promise<void> {
  const bff = await startBff({ dialect });
  const { transport } = bff.sandbox;
  const door = await openHttpDoor({ transport, port: 0, now: Date.now() });
  const config = writeKubeconfig(door);
  const path = `${dirname(command)}:${process.env["PATH"]}`;
  const env = { ...process.env, PATH: path, KUBECONFIG: config.path };
  const paste = (text: string) =>
    new Promise<Run>((resolve) => {
      execFile("sh", ["-c", text], { env, timeout: 60_000 }, (error, out, err) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
        resolve({ code, out, err });
      });
    });
  try {
    await run({ bff, paste });
  } finally {
    config.remove();
    door.close();
    await bff.stop();
  }
}

/** What is stored, but for what no two objects share. */
function comparable({ bff }: Place, name: string): KubeObject {
  const { metadata, ...rest } = storedJob(bff, "team-a", name);
  const { uid: _, resourceVersion: __, ...shared } = metadata;
  return { ...rest, metadata: { ...shared, name: "job" } };
}

async function pasteAction(place: Place, action: CopyAction): Promise<void> {
  const run = await place.paste(toKubectl(action));
  expect(run).toMatchObject({ code: 0, err: "" });
}

function expectEqual(place: Place): void {
  expect(comparable(place, BY_KUBECTL)).toEqual(comparable(place, BY_BFF));
}

function storeBoth(place: Place, spec: Record<string, unknown> = {}): void {
  for (const name of [BY_BFF, BY_KUBECTL]) storeJob(place.bff, { name, spec });
}

function refOf({ bff }: Place, name: string) {
  const trainJob = storedJob(bff, "team-a", name);
  return { namespace: "team-a", name, uid: trainJob.metadata.uid ?? "", trainJob };
}

async function callOk(place: Place, method: string, path: string, body: unknown): Promise<void> {
  const answer = await place.bff.call("alice", method, `/jobs/team-a/${BY_BFF}/${path}`, body);
  expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
}

async function appendBoth(place: Place, dialect: Dialect, override: JsonObject): Promise<void> {
  const kind = dialect === "templateOverrides" ? "pod" : undefined;
  const hasManager = dialect === "templateOverrides" || dialect === "runtimePatches";
  const manager = hasManager ? MANAGER : undefined;
  const { uid } = refOf(place, BY_BFF);
  const request = { uid, rebase: true, override, manager, kind };
  await callOk(place, "POST", "overrides", request);
  const ref = refOf(place, BY_KUBECTL);
  const time = toKubeTime(place.bff.clock.now());
  const plan = buildAppend({ trainJob: ref.trainJob, dialect, manager, kind, time, override });
  await pasteAction(place, overrideAction(ref, { manager, patch: plan.patch }));
  expectEqual(place);
}

const podOverride = (value: string) => ({
  targetJobs: [{ name: "node" }],
  metadata: { annotations: { note: value } },
});
const patchOverride = (note: string) => ({ template: { metadata: { annotations: { note } } } });

function defineTests(command: string): void {
  test("the copied append of a templateOverrides entry stores what the dashboard's does", () =>
    withPlace(command, "templateOverrides", async (place) => {
      storeBoth(place);
      await appendBoth(place, "templateOverrides", podOverride(HOSTILE));
      place.bff.clock.advance(10_000);
      await appendBoth(place, "templateOverrides", podOverride("second"));
    }));

  test("a copied command works once: its guards refuse it on another list and another object", () =>
    withPlace(command, "templateOverrides", async (place) => {
      storeBoth(place);
      const ref = refOf(place, BY_KUBECTL);
      const time = toKubeTime(place.bff.clock.now());
      const first = buildAppend({
        trainJob: ref.trainJob,
        dialect: "templateOverrides",
        manager: MANAGER,
        kind: "pod",
        time,
        override: podOverride("a"),
      });
      const action = overrideAction(ref, { manager: MANAGER, patch: first.patch });
      await pasteAction(place, action);
      expect((await place.paste(toKubectl(action))).code).not.toBe(0);
      const other = toKubectl(suspendAction({ ...ref, uid: "another" }, false));
      expect((await place.paste(other)).code).not.toBe(0);
    }));

  test("the copied suspend and resume store what the dashboard's do", () =>
    withPlace(command, "templateOverrides", async (place) => {
      storeBoth(place);
      for (const suspend of [false, true]) {
        await callOk(place, "PATCH", "suspend", { uid: refOf(place, BY_BFF).uid, suspend });
        await pasteAction(place, suspendAction(refOf(place, BY_KUBECTL), suspend));
        expectEqual(place);
      }
    }));

  test("the copied append, edit and removal of a runtimePatches entry do the same", () =>
    withPlace(command, "runtimePatches", async (place) => {
      const dialect = "runtimePatches";
      storeBoth(place);
      await appendBoth(place, dialect, patchOverride(HOSTILE));
      const path = `overrides/${encodeURIComponent(MANAGER)}`;
      for (const override of [patchOverride("other"), undefined]) {
        const { uid, trainJob } = refOf(place, BY_BFF);
        const request = { uid, seen: overridesDigest(trainJob, dialect) };
        if (override === undefined) await callOk(place, "DELETE", path, request);
        else await callOk(place, "PUT", path, { ...request, override });
        const ref = refOf(place, BY_KUBECTL);
        const args = { trainJob: ref.trainJob, dialect, target: MANAGER } as const;
        const plan =
          override === undefined ? removeEntry(args) : replaceEntry({ ...args, override });
        if ("error" in plan) throw new Error(plan.error);
        await pasteAction(place, overrideAction(ref, { manager: MANAGER, patch: plan.patch }));
        expectEqual(place);
      }
    }));

  test("the copied append to a list without managers does the same", () =>
    withPlace(command, "podTemplateOverrides", async (place) => {
      storeBoth(place);
      await appendBoth(place, "podTemplateOverrides", podOverride(HOSTILE));
      await appendBoth(place, "podTemplateOverrides", podOverride("second"));
    }));

  test("the copied deletion of a JobSet deletes that very one, as it was seen", () =>
    withPlace(command, "templateOverrides", async (place) => {
      const { store } = place.bff.sandbox;
      storeBoth(place);
      const jobSets = [BY_BFF, BY_KUBECTL].map((name) => storeJobSet(place, name));
      const [byBff, byKubectl] = jobSets;
      if (byBff === undefined || byKubectl === undefined) throw new Error("no JobSets");
      await place.paste("kubectl config use-context admin");
      const path = `/jobs/team-a/${BY_BFF}/jobset`;
      const { uid } = byBff.metadata;
      expect((await place.bff.call("admin", "DELETE", path, { uid })).status).toBe(200);
      for (const changed of [{ uid: "another" }, { resourceVersion: "1" }]) {
        const metadata = { ...byKubectl.metadata, ...changed };
        const refused = await place.paste(
          toKubectl(deleteJobSetAction({ ...byKubectl, metadata })),
        );
        expect(refused.code).not.toBe(0);
        expect(store.get(KINDS.JobSet, "team-a", BY_KUBECTL)).toBeDefined();
      }
      await pasteAction(place, deleteJobSetAction(byKubectl));
      for (const name of [BY_BFF, BY_KUBECTL])
        expect(store.get(KINDS.JobSet, "team-a", name)).toBeUndefined();
    }));
}

function storeJobSet(place: Place, name: string): KubeObject {
  const { uid, trainJob } = refOf(place, name);
  const { apiVersion, kind } = trainJob;
  const owner = { apiVersion, kind, name, uid, controller: true };
  return place.bff.sandbox.store.create(
    {
      apiVersion: "jobset.x-k8s.io/v1alpha2",
      kind: "JobSet",
      metadata: { namespace: "team-a", name, ownerReferences: [owner] },
      spec: { suspend: true, replicatedJobs: [] },
    },
    { manager: "trainer" },
  );
}
