"use client";
import clsx from "clsx";
import { useTranslations } from "use-intl";
import { Age } from "#components/shell/age.tsx";
import { Table, Td, Th } from "#components/ui/table.tsx";
import { TONE_TEXT, type Tone } from "#components/ui/tone.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import { conditionsOf } from "./conditions.ts";
import { podState } from "./pod-state.ts";

type Node = { readonly object: KubeObject; readonly depth: number };

/** JobSet, its Jobs, their Pods; a table whose names are indented, so that it reads the same aloud. */
export function ChildrenTree({ detail }: { detail: JobDetail }) {
  const t = useTranslations("job.overview");
  const nodes = toNodes(detail);
  if (nodes.length === 0) return <p className="text-muted">{t("noChildren")}</p>;
  return (
    <Table caption={t("children")}>
      <thead>
        <tr>
          <Th className="min-w-52">{t("kind")}</Th>
          <Th className="sm:w-48">{t("state")}</Th>
          <Th>{t("detail")}</Th>
          <Th className="w-20">{t("age")}</Th>
        </tr>
      </thead>
      <tbody>
        {nodes.map(({ object, depth }) => (
          <ChildRow
            key={object.metadata.uid ?? `${object.kind}/${object.metadata.name}`}
            object={object}
            depth={depth}
          />
        ))}
      </tbody>
    </Table>
  );
}

function ChildRow({ object, depth }: { object: KubeObject; depth: number }) {
  const { word, tone, detail } = stateOf(object, useTranslations("job.overview"));
  return (
    <tr>
      <Td>
        <span style={{ paddingLeft: depth * 16 }} className="flex flex-wrap gap-x-2">
          <span className="text-muted">{object.kind}</span>
          <span className="break-all">{object.metadata.name}</span>
        </span>
      </Td>
      <Td className={clsx(TONE_TEXT[tone])}>{word}</Td>
      <Td className="break-words text-muted">{detail}</Td>
      <Td className="text-muted">
        <Age time={object.metadata.creationTimestamp} />
      </Td>
    </tr>
  );
}

function toNodes({ jobSet, children }: JobDetail): readonly Node[] {
  const nodes: Node[] = jobSet === undefined ? [] : [{ object: jobSet, depth: 0 }];
  const placed = new Set<KubeObject>();
  for (const job of children.jobs) {
    nodes.push({ object: job, depth: 1 });
    for (const pod of children.pods) {
      if (pod.metadata.ownerReferences?.some(({ uid }) => uid === job.metadata.uid) !== true)
        continue;
      placed.add(pod);
      nodes.push({ object: pod, depth: 2 });
    }
  }
  for (const pod of children.pods) if (!placed.has(pod)) nodes.push({ object: pod, depth: 1 });
  for (const object of children.others) nodes.push({ object, depth: 0 });
  return nodes;
}

function stateOf(
  object: KubeObject,
  t: ReturnType<typeof useTranslations<"job.overview">>,
): { word: string; tone: Tone; detail: string } {
  if (object.kind === "Pod") return podState(object);
  const holding = conditionsOf(object)
    .filter(({ status }) => status === "True")
    .at(-1);
  const status = object.status ?? {};
  const counts = ["active", "ready", "succeeded", "failed"]
    .filter((key) => typeof status[key] === "number" && status[key] !== 0)
    .map((key) => `${key} ${String(status[key])}`)
    .join(", ");
  if (holding === undefined) {
    const isActive = typeof status["active"] === "number" && status["active"] > 0;
    if (object.spec?.["suspend"] === true)
      return { word: t("suspended"), tone: "neutral", detail: counts };
    return { word: isActive ? t("activeNow") : "", tone: "good", detail: counts };
  }
  const tone: Tone = holding.type.startsWith("Fail")
    ? "bad"
    : holding.type.startsWith("Complete")
      ? "good"
      : "neutral";
  return { word: holding.type, tone, detail: counts === "" ? holding.message : counts };
}
