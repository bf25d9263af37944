"use client";
import { useTranslations } from "use-intl";
import { ManagerMark } from "#components/overrides/manager-mark.tsx";
import type { LeafBlame } from "#lib/render/index.ts";
import { originShort, originText } from "./origin-text.ts";

/** The gutter of one line: the writer's mark and time, or the layer in muted letters. */
export function BlameMark({ blame }: { blame: LeafBlame | undefined }) {
  const t = useTranslations("job");
  if (blame === undefined) return undefined;
  const { origin } = blame;
  return (
    <span title={originText(origin, t)} className="flex min-w-0 items-center gap-1 text-xs">
      {origin.layer === "override" && <ManagerMark manager={origin.manager} size="sm" />}
      <span className={origin.layer === "override" ? "text-ink" : "truncate text-muted"}>
        {originShort(origin, t)}
      </span>
    </span>
  );
}
