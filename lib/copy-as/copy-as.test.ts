import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonPatchOperation } from "../k8s/json-patch.ts";
import type { Json } from "../util/json.ts";
import { deleteJobSetAction, overrideAction, suspendAction } from "./copy-action.ts";
import { pythonLiteral } from "./python-literal.ts";
import { shellWord } from "./shell-word.ts";
import { toKubectl } from "./to-kubectl.ts";
import { toPython } from "./to-python.ts";
import { visibleJson } from "./visible-json.ts";

const JOB = { namespace: "team-a", name: "bert", uid: "u-1" };
const MANAGER = "trainer.kubeflow.org/dashboard";
const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** Words that a command line can carry: no NUL, and only what UTF-8 can say. */
const words = fc.oneof(
  fc.string({ unit: "binary" }).map((text) => text.replaceAll("\0", "").toWellFormed()),
  fc.string({
    unit: fc.constantFrom("'", '"', "\\", "$", "`", "!", "\n", "*", "~", " ", "-", "="),
  }),
);

function python(script: string, input: string): string {
  const run = spawnSync("python3", ["-c", script], { input, encoding: "utf8" });
  if (run.status !== 0) throw new Error(run.stderr);
  return run.stdout;
}

/** What a copied script has as its patch, read without running the script. */
const READ_PATCH = `
import ast, json, sys
values = []
for source in json.load(sys.stdin):
    compile(source, "copied.py", "exec")
    found = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Assign) and node.targets[0].id == "patch"]
    values.append(ast.literal_eval(found[0].value) if found else None)
print(json.dumps(values))
`;

test("a suspend is a patch that tests the uid", () => {
  expect(toKubectl(suspendAction(JOB, true))).toBe(
    "kubectl patch trainjob bert -n team-a --type=json --field-manager=trainer-dashboard -p " +
      `'[{"op":"test","path":"/metadata/uid","value":"u-1"},{"op":"add","path":"/spec/suspend","value":true}]'`,
  );
});

test("an override names its lane's field manager, unless the API server would not take it", () => {
  const managerOf = (manager: string | undefined) =>
    / --field-manager=(\S+) /.exec(toKubectl(overrideAction(JOB, { manager, patch: [] })))?.[1];
  expect(managerOf(MANAGER)).toBe(MANAGER);
  expect(managerOf(undefined)).toBe("trainer-dashboard");
  expect(managerOf("m".repeat(129))).toBe("trainer-dashboard");
});

test("the JobSet is deleted as it was seen, in kubectl by a body of its own", () => {
  const action = deleteJobSetAction({
    apiVersion: "jobset.x-k8s.io/v1alpha2",
    kind: "JobSet",
    metadata: { ...JOB, resourceVersion: "41" },
  });
  expect(toKubectl(action)).toBe(
    `printf %s '{"kind":"DeleteOptions","apiVersion":"v1","propagationPolicy":"Background","preconditions":{"uid":"u-1","resourceVersion":"41"}}'` +
      " | kubectl delete --raw /apis/jobset.x-k8s.io/v1alpha2/namespaces/team-a/jobsets/bert -f -",
  );
  expect(toPython(action)).toContain(
    'client.V1Preconditions(\n            uid="u-1",\n            resource_version="41",\n',
  );
});

test("the Python client is told the type of the patch, which it would not guess from a list", () => {
  expect(toPython(suspendAction(JOB, false))).toBe(`\
# The kubeflow SDK has no call for this change of a stored TrainJob: this is the Kubernetes client.
# pip install kubernetes
from kubernetes import client, config

config.load_config()
api_client = client.ApiClient()
# Without this header the client sends a merge patch, even where the body is a list.
api_client.set_default_header("Content-Type", "application/json-patch+json")

patch = [
    {
        "op": "test",
        "path": "/metadata/uid",
        "value": "u-1",
    },
    {
        "op": "add",
        "path": "/spec/suspend",
        "value": False,
    },
]

client.CustomObjectsApi(api_client).patch_namespaced_custom_object(
    group="trainer.kubeflow.org",
    version="v1alpha1",
    namespace="team-a",
    plural="trainjobs",
    name="bert",
    body=patch,
    field_manager="trainer-dashboard",
)
`);
});

test("plain words stay as they are, all others are quoted", () => {
  const of = ["a/b.c=d", "", "-n", "=x", "~", "it's", "a b"].map(shellWord);
  expect(of).toEqual(["a/b.c=d", "''", "'-n'", "'=x'", "'~'", "'it'\\''s'", "'a b'"]);
});

test("a shell passes on any word exactly", () => {
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 8 }), (all) => {
      const command = `printf '%s\\0' ${all.map(shellWord).join(" ")}`;
      const run = spawnSync("sh", ["-c", command], { encoding: "utf8" });
      expect(run.stdout.split("\0").slice(0, -1)).toEqual(all);
    }),
  );
});

test("a shell passes on any patch exactly", () => {
  fc.assert(
    fc.property(fc.jsonValue(), words, (value, manager) => {
      const patch: readonly JsonPatchOperation[] = [
        { op: "add", path: "/spec", value: value as Json },
      ];
      const command = toKubectl(overrideAction(JOB, { manager, patch }));
      const echo = `kubectl() { for word; do printf '%s\\0' "$word"; done; }; ${command}`;
      const said = spawnSync("sh", ["-c", echo], { encoding: "utf8" }).stdout.split("\0");
      expect(JSON.parse(said[8] ?? "")).toEqual(JSON.parse(JSON.stringify(patch)));
      expect(said[6]).toBe(`--field-manager=${manager}`);
    }),
  );
});

test("what nobody would see is escaped, and still the same value", () => {
  const text = "a\u202eb\u200b\u0085\u007f\u2028\ufeff ü 😀";
  expect(visibleJson(text)).toBe('"a\\u202eb\\u200b\\u0085\\u007f\\u2028\\ufeff ü 😀"');
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (any) => {
      expect(JSON.parse(visibleJson(any))).toBe(any);
    }),
  );
});

test("Python literals are those of Python, without what is undefined", () => {
  const value = { a: null, b: [true, false, {}, []], c: undefined, d: -1.5 };
  expect(pythonLiteral(value)).toBe(
    '{\n    "a": None,\n    "b": [\n        True,\n        False,\n        {},\n        [],\n    ],\n    "d": -1.5,\n}',
  );
});

if (hasPython) {
  test("the copied Python compiles and its patch is the patch", () => {
    const values = fc.sample(fc.jsonValue(), 150);
    const patches = values.map((value): readonly JsonPatchOperation[] => [
      { op: "add", path: "/spec/a", value: value as Json },
    ]);
    const managers = fc.sample(words, 150);
    const sources = patches.map((patch, at) =>
      toPython(overrideAction(JOB, { manager: managers[at], patch })),
    );
    expect(JSON.parse(python(READ_PATCH, JSON.stringify(sources)))).toEqual(
      JSON.parse(JSON.stringify(patches)),
    );
  });

  test("the copied Python that deletes a JobSet compiles", () => {
    const metadata = { ...JOB, name: '"; import os', resourceVersion: "4\n1" };
    const source = toPython(deleteJobSetAction({ apiVersion: "v1", kind: "JobSet", metadata }));
    expect(JSON.parse(python(READ_PATCH, JSON.stringify([source])))).toEqual([null]);
  });
}
