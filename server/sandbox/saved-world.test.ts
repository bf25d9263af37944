import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { KINDS } from "#lib/k8s/kinds.ts";
import { SavedStateError, stateFile } from "./saved-state.ts";
import { createSavedWorld } from "./saved-world.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "saved-world-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const NOW = Date.UTC(2026, 2, 18, 10, 0, 0);
const driver = { now: () => NOW, setTimer: () => () => {} };
const messages: string[] = [];
const log = (message: string) => messages.push(message);
const open = (more = {}) => createSavedWorld({ folder, driver, log, ...more });

test("[F1] a world goes on where it was left, under the same versions and with new names", {
  timeout: 60_000,
}, () => {
  const first = open();
  first.sandbox.store.create(
    {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "mine", namespace: "team-a" },
      data: {},
    },
    { manager: "tester" },
  );
  const jobs = first.sandbox.store.list(KINDS.TrainJob);
  first.close();
  const second = open();
  expect(second.sandbox.store.list(KINDS.TrainJob)).toEqual(jobs);
  const mine = second.sandbox.store.get(KINDS.ConfigMap, "team-a", "mine");
  expect(mine?.metadata.managedFields?.[0]?.manager).toBe("tester");
  const made = second.sandbox.store.create(
    { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "later", namespace: "team-a" } },
    { manager: "tester" },
  );
  expect(Number(made.metadata.resourceVersion)).toBeGreaterThan(
    Number(mine?.metadata.resourceVersion),
  );
  expect(made.metadata.uid).not.toBe(mine?.metadata.uid);
  second.close();
});

test("[F2] the file is its owner's alone and never half written", { timeout: 60_000 }, () => {
  open().close();
  expect(statSync(stateFile(folder)).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["sandbox-state.json"]);
  expect(messages).toEqual([]);
});

test("[F3] a state that cannot be used is named, refused and left as it is", {
  timeout: 60_000,
}, () => {
  open().close();
  const good = readFileSync(stateFile(folder), "utf8");
  const bad = [
    good.slice(0, -20),
    "[]",
    good.replace('"format":1', '"format":9'),
    good.replace('"kind":"Namespace"', '"kind":"Nonsense"'),
  ];
  for (const text of bad) {
    writeFileSync(stateFile(folder), text);
    expect(() => open()).toThrow(SavedStateError);
    expect(() => open()).toThrow(stateFile(folder));
    expect(readFileSync(stateFile(folder), "utf8")).toBe(text);
  }
});

test("[F4] a state of another dialect is refused", { timeout: 60_000 }, () => {
  open({ dialect: "runtimePatches" }).close();
  expect(() => open({ dialect: "templateOverrides" })).toThrow("its dialect is runtimePatches");
});
