"use client";
import { useTranslations } from "use-intl";
import { ObjectDiff } from "#components/preview/object-diff.tsx";
import { jobSetOf, renderAsOf } from "#components/preview/render-as-of.ts";
import { EntryName } from "#components/timeline/entry-name.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import { stringifyYaml } from "#lib/yaml/stringify-yaml.ts";
import { changesByOthers, type ListChange, type Overlap, overlapsWith } from "./conflict-facts.ts";
import type { AppendPrediction } from "./predict-append.ts";

/** Three sides of a conflict: what others wrote, the draft, and (beside it) the preview of both together. */
export function ConflictView({
  detail,
  base,
  fresh,
  prediction,
}: {
  detail: JobDetail;
  /** The TrainJob that the draft was looked at on; unknown after a reload. */
  base: KubeObject | undefined;
  fresh: KubeObject | undefined;
  prediction: AppendPrediction | undefined;
}) {
  const t = useTranslations("append");
  const theirs =
    base === undefined || fresh === undefined ? [] : changesByOthers(base, fresh, detail.dialect);
  const overlaps =
    prediction === undefined ? [] : overlapsWith(prediction.plan, theirs, detail.dialect);
  return (
    <Notice tone="warn" role="alert" title={t("conflictTitle")}>
      <p>{t("conflict")}</p>
      <div className="grid gap-x-6 gap-y-2 pt-1 text-ink md:grid-cols-2">
        <section aria-label={t("conflictView.theirs")}>
          <h4 className="font-medium">{t("conflictView.theirs")}</h4>
          {theirs.length === 0 ? (
            <p className="text-muted">{t("conflictView.theirsUnknown")}</p>
          ) : (
            theirs.map((change) => (
              <Theirs key={`${change.kind} ${change.entry.id}`} change={change} />
            ))
          )}
          {base !== undefined && fresh !== undefined && (
            <JobSetChange detail={detail} base={base} fresh={fresh} />
          )}
        </section>
        <section aria-label={t("conflictView.mine")}>
          <h4 className="font-medium">{t("conflictView.mine")}</h4>
          {prediction !== undefined && (
            <pre className="max-h-40 overflow-auto font-mono text-xs">
              {stringifyYaml(prediction.plan.entry.change)}
            </pre>
          )}
          <h4 className="pt-1 font-medium">{t("conflictView.both")}</h4>
          <Overlaps overlaps={overlaps} />
        </section>
      </div>
    </Notice>
  );
}

function Theirs({ change: { kind, entry } }: { change: ListChange }) {
  const t = useTranslations("append.conflictView");
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-1">
        <span className="text-muted">{t(`kinds.${kind}`)}</span> <EntryName entry={entry} />
      </div>
      <pre className="max-h-40 overflow-auto font-mono text-xs">{stringifyYaml(entry.change)}</pre>
    </div>
  );
}

function Overlaps({ overlaps }: { overlaps: readonly Overlap[] }) {
  const t = useTranslations("append.conflictView");
  if (overlaps.length === 0) return <p className="text-muted">{t("bothNone")}</p>;
  return (
    <ul className="list-disc pl-4">
      {overlaps.map(({ target, theirs, winner }) => (
        <li key={`${target.key} ${theirs.id}`}>
          <code className="font-mono text-xs">{target.label}</code> {t(`winner.${winner}`)}
        </li>
      ))}
    </ul>
  );
}

function JobSetChange({
  detail,
  base,
  fresh,
}: {
  detail: JobDetail;
  base: KubeObject;
  fresh: KubeObject;
}) {
  const t = useTranslations("append.conflictView");
  const before = renderAsOf(detail, { trainJob: base, blame: true });
  const after = renderAsOf(detail, { trainJob: fresh, blame: true });
  const next = jobSetOf(after);
  if (next === undefined) return undefined;
  return (
    <details>
      <summary className="text-xs text-muted">{t("theirJobSet")}</summary>
      <ObjectDiff
        before={jobSetOf(before)}
        beforeBlame={before.blame}
        after={next}
        afterBlame={after.blame}
        label={t("theirJobSet")}
        nothing={t("theirNothing")}
      />
    </details>
  );
}
