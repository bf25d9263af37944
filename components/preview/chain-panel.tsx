"use client";
import { useTranslations } from "use-intl";
import { ManagerMark } from "#components/overrides/manager-mark.tsx";
import type { Origin } from "#lib/render/index.ts";
import type { BlamedLine } from "./effective-lines.ts";
import { originText } from "./origin-text.ts";

/** Who wrote the active line, and who wrote it before. */
export function ChainPanel({ line }: { line: BlamedLine | undefined }) {
  const t = useTranslations("job.effective");
  const blame = line?.blame;
  return (
    <div
      aria-live="polite"
      className="flex min-h-16 shrink-0 flex-col gap-1 border-t border-line bg-panel px-3 py-2 text-xs"
    >
      {blame === undefined ? (
        <span className="text-muted">{t("noBlame")}</span>
      ) : (
        <>
          <code className="truncate font-mono text-muted" title={line?.line.pointer}>
            {line?.line.pointer}
          </code>
          <ol className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {[...blame.chain, blame.origin].map((origin, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a chain has no other identity than its order
              <li key={index} className="flex items-center gap-1">
                {index > 0 && <span aria-hidden>→</span>}
                <OriginName origin={origin} isWinner={index === blame.chain.length} />
              </li>
            ))}
          </ol>
          {(blame.inputs ?? []).length > 0 && (
            <span className="text-muted">
              <Inputs inputs={blame.inputs ?? []} />
            </span>
          )}
        </>
      )}
    </div>
  );
}

function Inputs({ inputs }: { inputs: readonly Origin[] }) {
  const t = useTranslations("job");
  const who = inputs
    .map(
      (origin) => `${originText(origin, t)}${origin.path === undefined ? "" : ` ${origin.path}`}`,
    )
    .join(", ");
  return t("effective.inputs", { who });
}

function OriginName({ origin, isWinner }: { origin: Origin; isWinner: boolean }) {
  const t = useTranslations("job");
  return (
    <span
      className={
        isWinner ? "flex items-center gap-1 font-medium" : "flex items-center gap-1 text-muted"
      }
    >
      {origin.layer === "override" && <ManagerMark manager={origin.manager} size="sm" />}
      {originText(origin, t)}
    </span>
  );
}
