import type { KubeObject } from "#lib/k8s/object.ts";
import { toJson } from "#lib/k8s/object.ts";
import type { Blame, LeafBlame } from "#lib/render/index.ts";
import { toYamlLines, type YamlLine } from "./yaml-lines.ts";

export type BlamedLine = { readonly line: YamlLine; readonly blame: LeafBlame | undefined };

/** The lines of a rendered object, each leaf with its writers. */
export function toBlamedLines(object: KubeObject, blame: Blame | undefined): readonly BlamedLine[] {
  const leaves = blame?.[`${object.kind}/${object.metadata.name ?? ""}`] ?? {};
  return toYamlLines(toJson(object)).map((line) => ({
    line,
    blame: line.isLeaf ? leaves[line.pointer] : undefined,
  }));
}

export function isOverridden(blame: LeafBlame | undefined): boolean {
  return (
    blame !== undefined && [blame.origin, ...blame.chain].some(({ layer }) => layer === "override")
  );
}

/** The leaves that an override wrote, with the lines that lead to them. */
export function onlyOverridden(lines: readonly BlamedLine[]): readonly BlamedLine[] {
  const wanted = new Set<string>();
  for (const { line, blame } of lines) {
    if (!isOverridden(blame)) continue;
    for (let end = line.pointer.length; end > 0; end = line.pointer.lastIndexOf("/", end - 1))
      wanted.add(line.pointer.slice(0, end));
  }
  return lines.filter(({ line, blame }) => {
    if (isOverridden(blame)) return true;
    if (!line.isLeaf) return wanted.has(line.pointer);
    const parent = line.pointer.slice(0, line.pointer.lastIndexOf("/"));
    return line.lead !== "" && wanted.has(parent) && line.key !== undefined;
  });
}
