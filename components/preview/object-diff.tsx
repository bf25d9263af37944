"use client";
import clsx from "clsx";
import { useTranslations } from "use-intl";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { Blame, LeafBlame } from "#lib/render/index.ts";
import { BlameMark } from "./blame-mark.tsx";
import { toBlamedLines } from "./effective-lines.ts";
import { type DiffRow, diffYamlLines } from "./line-diff.ts";
import type { YamlLine } from "./yaml-lines.ts";
import { YamlText } from "./yaml-text.tsx";

/** The changed lines of an object with their neighbours, and who wrote each side. */
export function ObjectDiff({
  before,
  beforeBlame,
  after,
  afterBlame,
  label,
  nothing,
}: {
  before: KubeObject | undefined;
  beforeBlame: Blame | undefined;
  after: KubeObject;
  afterBlame: Blame | undefined;
  label: string;
  nothing: string;
}) {
  const old = before === undefined ? [] : toBlamedLines(before, beforeBlame);
  const next = toBlamedLines(after, afterBlame);
  const rows = diffYamlLines(
    old.map(({ line }) => line),
    next.map(({ line }) => line),
  );
  if (rows.length === 0) return <p className="p-3 text-muted">{nothing}</p>;
  const blames = new Map([...old, ...next].map(({ line, blame }) => [line, blame]));
  return (
    <ScrollRegion label={label} className="max-h-[480px] py-2 font-mono text-xs">
      <div className="min-w-max">
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of one diff have no other identity
          <DiffLine key={index} row={row} blames={blames} />
        ))}
      </div>
    </ScrollRegion>
  );
}

const SIGNS = { same: " ", added: "+", removed: "-" } as const;

function DiffLine({
  row,
  blames,
}: {
  row: DiffRow;
  blames: ReadonlyMap<YamlLine, LeafBlame | undefined>;
}) {
  if (row.kind === "gap") return <GapLine path={row.path} count={row.count} />;
  return (
    <div
      className={clsx(
        "flex h-5 items-center",
        row.kind === "added" && "bg-added-soft",
        row.kind === "removed" && "bg-removed-soft",
      )}
    >
      <span className="w-5 shrink-0 text-center">{SIGNS[row.kind]}</span>
      <span className="min-w-80 flex-1 pr-4 whitespace-pre">
        <YamlText line={row.line} />
      </span>
      <span className="sticky right-0 w-32 shrink-0 bg-inherit pl-2 font-sans">
        {row.kind !== "same" && <BlameMark blame={blames.get(row.line)} />}
      </span>
    </div>
  );
}

function GapLine({ path, count }: { path: string; count: number }) {
  const t = useTranslations("timeline");
  return (
    <div className="flex h-5 items-center bg-panel px-5 text-muted">
      {path === "" ? t("gap", { count }) : path}
    </div>
  );
}
