"use client";
import { useTranslations } from "use-intl";
import { Table, Td, Th } from "#components/ui/table.tsx";
import type { Change } from "#lib/diff/change.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { driftOf } from "./compare-points.ts";
import { shortValue } from "./short-value.ts";

/** What stands otherwise in the cluster than the overrides say; defaults are told apart, they are no drift. */
export function DriftView({ rendered, live }: { rendered: KubeObject; live: KubeObject }) {
  const t = useTranslations("timeline.drift");
  const { changed, defaults } = driftOf(rendered, live);
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className={changed.length === 0 ? "text-muted" : "font-medium text-busy"}>
        {t("summary", { count: changed.length })}
      </p>
      {changed.length > 0 && (
        <>
          <p className="text-muted">{t("explain")}</p>
          <Changes
            changes={changed}
            caption={t("title")}
            wanted={t("wanted")}
            stored={t("stored")}
            className="bg-busy-soft"
          />
        </>
      )}
      {defaults.length > 0 && (
        <details>
          <summary className="text-muted">{t("defaults", { count: defaults.length })}</summary>
          <p className="py-1 text-muted">{t("defaultsExplain")}</p>
          <Changes
            changes={defaults}
            caption={t("defaultsTitle")}
            wanted={t("wanted")}
            stored={t("stored")}
          />
        </details>
      )}
    </div>
  );
}

function Changes({
  changes,
  caption,
  wanted,
  stored,
  className,
}: {
  changes: readonly Change[];
  caption: string;
  wanted: string;
  stored: string;
  className?: string | undefined;
}) {
  const t = useTranslations("timeline.conflict");
  return (
    <Table caption={caption}>
      <thead>
        <tr>
          <Th>{t("field")}</Th>
          <Th>{wanted}</Th>
          <Th>{stored}</Th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ label, pointer, kind, before, after }) => (
          <tr key={`${kind} ${pointer}`} className={className}>
            <Td className="font-mono text-xs break-words">{label}</Td>
            <Td className="font-mono text-xs break-words">
              {before === undefined ? "–" : shortValue(before)}
            </Td>
            <Td className="font-mono text-xs break-words">
              {after === undefined ? "–" : shortValue(after)}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
