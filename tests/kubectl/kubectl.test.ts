import { afterAll, beforeAll, expect, test } from "vitest";
import { findKubectl, type KubectlPlace, openKubectlPlace } from "./kubectl.ts";

const kubectl = findKubectl();

const JOB = "llama-sft-0412";
const ADMIN = ["--context", "admin"];

function aMap(name: string, data: Record<string, string>) {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace: "team-a" }, data };
}

function aJob(name: string, spec: Record<string, string | boolean> = {}) {
  return {
    apiVersion: "trainer.kubeflow.org/v1alpha1",
    kind: "TrainJob",
    metadata: { name, namespace: "team-a", labels: { made: "by-kubectl" } },
    spec: { suspend: true, runtimeRef: { name: "torch-distributed" }, ...spec },
  };
}

if (kubectl === undefined)
  process.stderr.write("tests/kubectl: no kubectl on this machine, nothing is run with it\n");
else defineTests(kubectl);

function defineTests(command: string): void {
  let opened: KubectlPlace | undefined;
  const at = (): KubectlPlace => {
    if (opened === undefined) throw new Error("the door is not open");
    return opened;
  };
  beforeAll(async () => {
    opened = await openKubectlPlace(command);
  }, 60_000);
  afterAll(() => opened?.close());

  test("get prints the columns of definitions and of compiled-in kinds", async () => {
    const [head, first] = (await at().ask("get", "trainjobs")).split("\n");
    expect(head?.split(/\s+/)).toEqual(["NAME", "STATE", "RUNTIME", "SUSPEND", "AGE"]);
    expect(first).toMatch(/^bert-sweep-15 +Complete +torch-distributed +false +5h$/);
    const pods = await at().ask("get", "pods", "-o", "wide");
    expect(pods).toMatch(/NAME +READY +STATUS +RESTARTS +AGE +IP +NODE/);
    expect(pods).toMatch(/bert-sweep-15-node-0-0-\S+ +0\/1 +Completed +0 +5h/);
    expect(await at().ask("get", "jobs,jobsets")).toMatch(/job\.batch\/\S+ +Complete +2\/2/);
    expect(await at().ask("get", "events")).toMatch(/LAST SEEN +TYPE +REASON +OBJECT +MESSAGE/);
    expect(await at().ask("get", "ns", ...ADMIN)).toMatch(/team-a +Active/);
    expect(await at().ask("get", "cm", "-n", "kubeflow-system", ...ADMIN)).toBe("");
  });

  test("get selects by label, by field and in all namespaces", async () => {
    const labelled = await at().ask(
      "get",
      "tr" + "ainjobs",
      "-l",
      "experiment=sft-april",
      "-o",
      "name",
    );
    expect(labelled.trim()).toBe(`trainjob.trainer.kubeflow.org/${JOB}`);
    const running = ["get", "pods", "--field-selector", "status.phase=Running", "-o", "name"];
    expect(await at().ask(...running)).not.toContain("bert-sweep-15");
    expect(await at().ask("get", "trainjobs", "-A", ...ADMIN)).toMatch(/^team-b /m);
    const refused = await at().run("get", "trainjobs", "-A");
    expect(refused.err).toContain('User "alice" cannot list resource "trainjobs"');
  });

  test("get gives whole objects as YAML, and one answer by JSONPath", async () => {
    const yaml = await at().ask("get", "trainjob", JOB, "-o", "yaml");
    expect(yaml).toContain("kind: TrainJob");
    expect(await at().ask("get", "trainjob", JOB, "-o", "jsonpath={.metadata.name}")).toBe(JOB);
  });

  test("describe tells the object and its events", async () => {
    const text = await at().ask("describe", "trainjob", JOB);
    expect(text).toMatch(/Kind: +TrainJob/);
    expect(text).toContain("Events:");
    const [pod = ""] = (await at().ask("get", "pods", "-o", "name")).split("\n");
    expect(await at().ask("describe", pod)).toMatch(/Successfully assigned team-a/);
  });

  test("api-resources and explain read the descriptions", async () => {
    const resources = await at().ask("api-resources");
    expect(resources).toMatch(/trainjobs +trainer.kubeflow.org\/v1alpha1 +true +TrainJob/);
    expect(resources).toMatch(/pods +po +v1 +true +Pod/);
    const field = await at().ask("explain", "trainjob.spec.runtimeRef");
    expect(field).toMatch(/name\t<string> -required-/);
    expect(await at().ask("explain", "pod.spec.tolerations")).toContain("effect\t<string>");
    expect(await at().ask("explain", "configmap.metadata.labels")).toContain("map[string]string");
  });

  test("auth can-i, whoami and impersonation follow the roles", async () => {
    const can = async (...args: string[]) => (await at().run("auth", "can-i", ...args)).out.trim();
    expect(await can("create", "trainjobs")).toBe("yes");
    expect(await can("update", "trainjobs")).toBe("no");
    expect(await can("list", "trainjobs", "-n", "team-b")).toBe("no");
    expect(await can("list", "trainjobs", "-n", "team-b", "--context", "bob")).toBe("yes");
    expect(await at().ask("auth", "whoami")).toMatch(/Username +alice/);
    const asBob = ["--as", "bob", "--as-group", "team-b", "-n", "team-b"];
    expect(await at().ask("get", "trainjobs", ...ADMIN, ...asBob)).toContain("NAME");
    const refused = await at().run("get", "trainjobs", ...asBob);
    expect(refused.err).toContain('User "alice" cannot impersonate resource "users"');
  });

  test("create and delete, also what does not exist and what a webhook refuses", async () => {
    const job = at().file("job.json", aJob("by-create"));
    expect(await at().ask("create", "-f", job)).toContain("by-create created");
    expect((await at().run("create", "-f", job)).err).toContain("already exists");
    const bad = at().file("bad.json", { ...aJob("bad"), spec: { runtimeRef: { name: "nobody" } } });
    expect((await at().run("create", "-f", bad)).err).toContain("denied the request");
    expect(await at().ask("delete", "trainjob", "by-create")).toContain("deleted");
    expect((await at().run("delete", "trainjob", "by-create")).err).toContain("NotFound");
    const literal = ["create", "configmap", "by-word", "--from-literal=a=b", "-n", "team-a"];
    expect(await at().ask(...literal, ...ADMIN)).toContain("created");
    expect(await at().ask("create", "namespace", "short-lived", ...ADMIN)).toContain("created");
    const inside = ["create", "configmap", "inside", "-n", "short-lived"];
    await at().ask(...inside, ...ADMIN);
    expect(await at().ask("delete", "namespace", "short-lived", ...ADMIN)).toContain("deleted");
    expect((await at().run("get", "cm", "inside", "-n", "short-lived", ...ADMIN)).code).toBe(1);
  });

  test("delete by selector", async () => {
    await at().ask("create", "-f", at().file("one.json", aJob("one-of-two")));
    await at().ask("create", "-f", at().file("two.json", aJob("two-of-two")));
    const deleted = await at().ask("delete", "trainjobs", "-l", "made=by-kubectl");
    expect(deleted).toContain('"one-of-two" deleted');
    expect(deleted).toContain('"two-of-two" deleted');
  });

  test("a dry run on the server is checked and keeps nothing", async () => {
    const job = at().file("dry.json", aJob("dry"));
    expect(await at().ask("create", "-f", job, "--dry-run=server")).toContain("(server dry run)");
    expect((await at().run("get", "trainjob", "dry")).code).toBe(1);
  });

  test("client-side apply creates, changes, removes and is strict", async () => {
    const path = at().file("applied.json", aMap("applied", { a: "1", b: "2" }));
    expect(await at().ask("apply", "-f", path, ...ADMIN)).toContain("created");
    at().file("applied.json", aMap("applied", { a: "9" }));
    expect(await at().ask("apply", "-f", path, ...ADMIN)).toContain("configured");
    expect(await at().ask("apply", "-f", path, ...ADMIN)).toContain("unchanged");
    const moved = ["apply", "-f", path, "--server-side", "--force-conflicts"];
    expect(await at().ask(...moved, ...ADMIN)).toContain("serverside-applied");
    const owners = ["get", "cm", "applied", "-n", "team-a", "--show-managed-fields", "-o", "yaml"];
    expect(await at().ask(...owners, ...ADMIN)).not.toContain("manager: kubectl-client-side-apply");
    const data = ["get", "cm", "applied", "-n", "team-a", "-o", "jsonpath={.data}"];
    expect(await at().ask(...data, ...ADMIN)).toBe('{"a":"9"}');
    const job = at().file("strict.json", aJob("strict", { notAField: true }));
    const strict = await at().run("apply", "-f", job);
    expect(strict.err).toContain('unknown field "spec.notAField"');
    const warned = await at().run("apply", "-f", job, "--validate=warn");
    expect(warned.err).toContain('Warning: unknown field "spec.notAField"');
    expect(warned.out).toContain("created");
  });

  test("server-side apply tells whose fields it would change", async () => {
    const path = at().file("ssa.json", aMap("ssa", { a: "1" }));
    const one = ["apply", "--server-side", "-f", path, "--field-manager", "one", ...ADMIN];
    expect(await at().ask(...one)).toContain("serverside-applied");
    at().file("ssa.json", aMap("ssa", { a: "2" }));
    const two = ["apply", "--server-side", "-f", path, "--field-manager", "two", ...ADMIN];
    const conflict = await at().run(...two);
    expect(conflict.code).not.toBe(0);
    expect(conflict.err).toContain('Apply failed with 1 conflict: conflict with "one": .data.a');
    expect(await at().ask(...two, "--force-conflicts")).toContain("serverside-applied");
    const show = ["get", "cm", "ssa", "-n", "team-a", "--show-managed-fields", "-o", "yaml"];
    expect(await at().ask(...show, ...ADMIN)).toMatch(
      /f:a: \{\}\n +manager: two\n +operation: Apply/,
    );
  });

  test("patch by merge, by JSON and, for compiled-in kinds, strategically", async () => {
    await at().ask("create", "-f", at().file("patched.json", aJob("patched")));
    const label = '{"metadata":{"labels":{"a":"1"}}}';
    const merged = ["patch", "trainjob", "patched", "--type=merge", "-p", label];
    expect(await at().ask(...merged)).toContain("patched");
    const test =
      '[{"op":"test","path":"/metadata/labels/a","value":"1"},{"op":"remove","path":"/metadata/labels/a"}]';
    const byJson = ["patch", "trainjob", "patched", "--type=json", "-p", test];
    expect(await at().ask(...byJson)).toContain("patched");
    expect((await at().run(...byJson)).code).toBe(1);
    const strategic = await at().run("patch", "trainjob", "patched", "-p", label);
    expect(strategic.err).toContain("application/strategic-merge-patch+json is not supported");
    await at().ask("create", "cm", "by-strategy", "--from-literal=a=1", "-n", "team-a", ...ADMIN);
    const onMap = [
      "patch",
      "cm",
      "by-strategy",
      "-n",
      "team-a",
      "-p",
      '{"data":{"a":null,"b":"2"}}',
    ];
    expect(await at().ask(...onMap, ...ADMIN)).toContain("patched");
    expect(await at().ask("label", "trainjob", "patched", "b=2")).toContain("labeled");
  });

  test("get -w shows what changes while it looks", async () => {
    await at().ask("create", "-f", at().file("watched.json", aJob("watched")));
    const watch = at().follow("get", "trainjob", "watched", "-w", "--output-watch-events");
    await watch.until("ADDED");
    await at().ask("label", "trainjob", "watched", "seen=yes");
    await watch.until("MODIFIED");
    await at().ask("delete", "trainjob", "watched");
    const lines = await watch.until("DELETED");
    expect(lines[0]).toMatch(/^EVENT +NAME +STATE +RUNTIME +SUSPEND +AGE$/);
    await watch.stop();
  });

  test("logs show the last lines and follow a pod that runs", async () => {
    const running = ["get", "pods", "--field-selector", "status.phase=Running", "-o", "name"];
    const [pod = ""] = (await at().ask(...running)).split("\n");
    const tail = await at().ask("logs", pod, "--all-containers", "--tail=2");
    expect(tail).not.toBe("");
    const follow = at().follow("logs", pod, "-c", "node", "-f", "--tail=1", "--timestamps");
    const before = (await follow.until("\n")).length;
    at().world.clock.advance(600_000);
    await follow.until("2026-03-18T10:0");
    expect(before).toBeGreaterThan(0);
    await follow.stop();
  });
}
