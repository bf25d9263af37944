"use client";
import clsx from "clsx";
import { useTranslations } from "use-intl";
import { diffYamlLines } from "#components/preview/line-diff.ts";
import { toYamlLines } from "#components/preview/yaml-lines.ts";
import { YamlText } from "#components/preview/yaml-text.tsx";
import type { JsonObject } from "#lib/util/json.ts";

const SIGNS = { same: " ", added: "+", removed: "-" } as const;

/** The entry as it is written now against the entry as it is stored. */
export function StoredTextDiff({
  stored,
  next,
}: {
  stored: JsonObject;
  /** Undefined while the text cannot be read. */
  next: JsonObject | undefined;
}) {
  const t = useTranslations("timeline");
  if (next === undefined) return undefined;
  const rows = diffYamlLines(
    toYamlLines(stored),
    Object.keys(next).length === 0 ? [] : toYamlLines(next),
  );
  return (
    <section aria-label={t("edit.stored")} className="shrink-0 border-t border-line">
      <h3 className="bg-panel px-3 py-1 text-xs font-medium">{t("edit.stored")}</h3>
      {rows.length === 0 ? (
        <p className="px-3 py-2 text-muted">{t("edit.same")}</p>
      ) : (
        <div className="max-h-72 overflow-auto font-mono text-xs">
          {rows.map((row, index) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of one diff have no other identity
              key={index}
              className={clsx(
                "flex h-5 items-center whitespace-pre",
                row.kind === "added" && "bg-added-soft",
                row.kind === "removed" && "bg-removed-soft",
                row.kind === "gap" && "bg-panel px-5 text-muted",
              )}
            >
              {row.kind === "gap" ? (
                row.path || t("gap", { count: row.count })
              ) : (
                <>
                  <span className="w-5 shrink-0 text-center">{SIGNS[row.kind]}</span>
                  <span className="whitespace-pre">
                    <YamlText line={row.line} />
                  </span>
                </>
              )}
            </div>
          ))}
        </div>
      )}
    </section>
  );
}
