"use client";
import Link from "next/link";
import { useTranslations } from "use-intl";
import { jobHref } from "#components/jobs/job-href.ts";
import { useUrlState } from "#components/shell/url-state.ts";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import type { FieldWrite, Timeline, TimelineEntry } from "#lib/timeline/timeline.ts";
import { stringifyYaml } from "#lib/yaml/stringify-yaml.ts";
import { EntryActions } from "./entry-actions.tsx";
import { EntryDiff } from "./entry-diff.tsx";
import { EntryLink, EntryName } from "./entry-name.tsx";
import { shortValue } from "./short-value.ts";

const TABS = ["diff", "yaml", "replaced", "owners"] as const;
type Tab = (typeof TABS)[number];

/** Everything about one entry: what it sets, what that changed, what became of it, who says so. */
export function EntryInspector({
  detail,
  timeline,
  item,
  isStuck,
  onSelect,
}: {
  detail: JobDetail;
  timeline: Timeline;
  item: TimelineEntry;
  isStuck: boolean;
  onSelect: (id: string) => void;
}) {
  const t = useTranslations("timeline");
  const [params, setUrl] = useUrlState();
  const tab = TABS.find((each) => each === params.get("about")) ?? "diff";
  const replaced = item.fields.filter(({ replacedBy }) => replacedBy !== undefined);
  return (
    <section
      aria-label={t("selected")}
      className="grid border-b border-line md:grid-cols-[minmax(280px,2fr)_3fr]"
    >
      <div className="flex min-w-0 flex-col gap-2 p-3 md:border-r md:border-line">
        <h2 className="font-semibold">
          <EntryName entry={item.entry} />
        </h2>
        {isStuck && <p className="text-warn">{t("stuckEntry")}</p>}
        <FieldList item={item} timeline={timeline} onSelect={onSelect} />
        <Link
          href={`${jobHref(detail.row)}?tab=effective&at=${encodeURIComponent(item.entry.id)}`}
          className="text-xs text-accent hover:underline"
        >
          {t("seeAsOf")}
        </Link>
        <EntryActions detail={detail} item={item} />
      </div>
      <Tabs<Tab>
        size="sm"
        label={t("tabs.label")}
        value={tab}
        onChange={(next) => setUrl({ about: next === "diff" ? undefined : next })}
        items={[
          {
            id: "diff",
            label: t("tabs.diff"),
            content: () => <EntryDiff detail={detail} item={item} />,
          },
          { id: "yaml", label: t("tabs.yaml"), content: () => <EntryYaml item={item} /> },
          {
            id: "replaced",
            label: `${t("tabs.replaced")} (${replaced.length})`,
            content: () => <Replaced fields={replaced} timeline={timeline} onSelect={onSelect} />,
          },
          { id: "owners", label: t("tabs.owners"), content: () => <Trust item={item} /> },
        ]}
      />
    </section>
  );
}

function FieldList({
  item,
  timeline,
  onSelect,
}: {
  item: TimelineEntry;
  timeline: Timeline;
  onSelect: (id: string) => void;
}) {
  const t = useTranslations("timeline");
  if (item.fields.length === 0) return <p className="text-muted">{t("setsNothing")}</p>;
  return (
    <ul aria-label={t("sets")} className="flex max-h-80 flex-col gap-1 overflow-auto">
      {item.fields.map((field) => (
        <li key={`${field.target} ${field.path}`} className="min-w-0">
          <FieldLine field={field} timeline={timeline} />
          <Fate field={field} item={item} timeline={timeline} onSelect={onSelect} />
        </li>
      ))}
    </ul>
  );
}

function FieldLine({ field, timeline }: { field: FieldWrite; timeline: Timeline }) {
  const t = useTranslations("timeline");
  const target = timeline.targets.find(({ key }) => key === field.target);
  const place =
    target === undefined || target.place === "jobSet"
      ? t("wholeJobSet")
      : `${target.job ?? ""} ${t(`kinds.${target.place}`)}`;
  return (
    <div className="font-mono text-xs break-words">
      <span className="text-muted">{place} </span>
      {target?.label ?? field.target} = {shortValue(field.value)}
    </div>
  );
}

function Fate({
  field,
  item,
  timeline,
  onSelect,
}: {
  field: FieldWrite;
  item: TimelineEntry;
  timeline: Timeline;
  onSelect: (id: string) => void;
}) {
  const t = useTranslations("timeline");
  const by = timeline.entries.find(({ entry }) => entry.id === field.replacedBy);
  if (by !== undefined) {
    const isSameManager = by.entry.manager !== undefined && by.entry.manager === item.entry.manager;
    return (
      <div className="flex flex-wrap items-center gap-x-1 pl-3 text-xs text-warn">
        ✕ {isSameManager ? t("sameManagerLater") : t("replacedByEntry", { who: "" })}
        <EntryLink entry={by.entry} onSelect={onSelect} />
      </div>
    );
  }
  if (field.isEffective === false)
    return <div className="pl-3 text-xs text-warn">✕ {t("notEffective")}</div>;
  return undefined;
}

function EntryYaml({ item }: { item: TimelineEntry }) {
  const t = useTranslations("timeline");
  const { entry } = item;
  const text = stringifyYaml({
    ...(entry.time === undefined ? {} : { time: entry.time }),
    ...entry.change,
  });
  return (
    <div className="p-3">
      <p className="mb-2 font-mono text-xs break-all text-muted">{entry.path}</p>
      <ScrollRegion label={t("tabs.yaml")} className="max-h-96">
        <pre className="font-mono text-xs">{text}</pre>
      </ScrollRegion>
    </div>
  );
}

function Replaced({
  fields,
  timeline,
  onSelect,
}: {
  fields: readonly FieldWrite[];
  timeline: Timeline;
  onSelect: (id: string) => void;
}) {
  const t = useTranslations("timeline");
  if (fields.length === 0) return <p className="p-3 text-muted">{t("replacedNone")}</p>;
  return (
    <ul className="flex flex-col gap-2 p-3">
      {fields.map((field) => {
        const by = timeline.entries.find(({ entry }) => entry.id === field.replacedBy);
        const next = by?.fields.find(({ target }) => target === field.target);
        return (
          <li key={`${field.target} ${field.path}`} className="min-w-0">
            <FieldLine field={field} timeline={timeline} />
            {by !== undefined && (
              <div className="flex flex-wrap items-center gap-1 pl-3 text-xs">
                <span className="text-muted">
                  → {next === undefined ? "" : shortValue(next.value)}
                </span>
                <EntryLink entry={by.entry} onSelect={onSelect} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Trust({ item }: { item: TimelineEntry }) {
  const t = useTranslations("timeline.trust");
  const { entry, trust } = item;
  const writers = trust.writers.join(", ");
  const hint =
    entry.manager === undefined
      ? t("nobodyHint")
      : t(`${trust.level}Hint`, { writers, manager: entry.manager });
  return (
    <div className="p-3">
      <p className="font-medium">{t(trust.level)}</p>
      <p className="text-muted">{hint}</p>
    </div>
  );
}
