import { globSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { DEFAULT_ACCESS } from "#server/sandbox/personas.ts";
import type { AccessRole, AccessRule } from "#server/sandbox/rbac.ts";

type Role = {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly rules: readonly AccessRule[];
};

const roles = parseAllDocuments(readFileSync("manifests/rbac/user-roles.yaml", "utf8"))
  .map((document): Role => document.toJS())
  .filter(({ kind }) => kind === "ClusterRole");

function rightsOf(role: Role | AccessRole | undefined): readonly string[] {
  const rights = (role?.rules ?? []).flatMap(({ apiGroups, resources, verbs }) =>
    apiGroups.flatMap((group) =>
      resources.flatMap((resource) => verbs.map((verb) => `${verb} ${resource}.${group}`)),
    ),
  );
  return rights.sort();
}

function shipped(name: string): readonly string[] {
  return rightsOf(roles.find(({ metadata }) => metadata.name === name));
}

test.each(globSync("manifests/**/kustomization.yaml"))("%s names every file beside it", (path) => {
  const { resources }: { resources: readonly string[] } = parse(readFileSync(path, "utf8"));
  const folder = dirname(path);
  const beside = globSync([`${folder}/*.yaml`, `${folder}/*/kustomization.yaml`])
    .filter((file) => file !== path)
    .map((file) => basename(dirname(file) === folder ? file : dirname(file)));
  expect([...resources].sort()).toEqual(beside.sort());
});

test("a data scientist of the sandbox may do what the shipped role allows", () => {
  const persona = DEFAULT_ACCESS.roles.find(({ name }) => name === "kubeflow-trainer-edit");
  expect(shipped("trainer-dashboard-edit")).toEqual(rightsOf(persona));
});

test("cluster runtimes are as readable as in the sandbox", () => {
  const name = "view-cluster-runtimes";
  const persona = DEFAULT_ACCESS.roles.find((role) => role.name === `kubeflow-trainer-${name}`);
  expect(shipped(`trainer-dashboard-${name}`)).toEqual(rightsOf(persona));
});

test("nobody is given update, and viewers only read", () => {
  expect(roles.flatMap(rightsOf).filter((right) => right.startsWith("update "))).toEqual([]);
  const writes = shipped("trainer-dashboard-view").filter(
    (right) => !/^(get|list|watch) /.test(right),
  );
  expect(writes).toEqual([]);
});
