"use client";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useDeferredValue, useState, useSyncExternalStore } from "react";
import { useTranslations } from "use-intl";
import { CopyButton } from "#components/preview/copy-button.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { checkRuntime } from "#lib/impact/check-runtime.ts";
import { type KubeObject, toJson } from "#lib/k8s/object.ts";
import type { RuntimeRow } from "#lib/protocol/runtimes.ts";
import type { Session } from "#lib/protocol/session.ts";
import { schemaOptions } from "#lib/queries/render.ts";
import { readRuntimeJobs } from "#lib/queries/runtimes.ts";
import { hasSnapshots } from "#lib/reconcile/runtime-snapshot.ts";
import { isEqualJson } from "#lib/util/json.ts";
import { stringifyYaml } from "#lib/yaml/stringify-yaml.ts";
import { ImpactResults } from "./impact-results.tsx";
import { createImpactRun, type ImpactRun } from "./impact-run.ts";
import { RuntimeChecks } from "./runtime-checks.tsx";
import { type RuntimeText, readRuntimeText } from "./runtime-text.ts";

const YamlEditor = lazy(async () => {
  const { YamlEditor: component } = await import("#components/editor/yaml-editor.tsx");
  return { default: component };
});

type Props = {
  readonly runtime: KubeObject;
  readonly row: RuntimeRow;
  readonly cluster: Session["cluster"];
};

/** A change of the runtime that nobody has made yet, and the TrainJobs that it would hit. */
export function RuntimeImpact({ runtime, row, cluster }: Props) {
  const [run] = useState(() =>
    createImpactRun({
      readPage: (page, signal) => readRuntimeJobs(row, page, signal),
      createWorker: () =>
        new Worker(new URL("./impact.worker.ts", import.meta.url), {
          type: "module",
          name: "impact",
        }),
      now: () => performance.now(),
    }),
  );
  // A comparison does not outlive the screen that shows it. The callback stays the same, or each render would call it.
  const [whileShown] = useState(() => (element: Element | null) => {
    if (element !== null) return () => run.stop();
    return undefined;
  });
  const state = useSyncExternalStore(run.subscribe, run.get, run.get);
  const [text, setText] = useDraft(row.uid, runtime);
  const read = readRuntimeText(useDeferredValue(text), runtime);
  const after =
    read.edited !== undefined && "runtime" in read.edited ? read.edited.runtime : undefined;
  const setting = after && {
    before: runtime,
    after,
    trainerVersion: cluster.trainerVersion,
    dialect: cluster.dialect,
    controller: cluster.controller,
  };
  const isStale =
    state.setting !== undefined && !isEqualJson(jsonOf(state.setting.after), jsonOf(after));
  return (
    <div ref={whileShown} className="flex min-h-full flex-col lg:h-full lg:min-h-0 lg:flex-row">
      <EditorPane
        text={text}
        onText={setText}
        read={read}
        runtime={runtime}
        row={row}
        version={cluster.trainerVersion}
      />
      <div className="flex min-w-0 flex-col gap-3 p-3 lg:min-h-0 lg:flex-3 lg:overflow-auto">
        <CompareBar run={run} onStart={setting && (() => run.start(setting))} isStale={isStale} />
        {hasSnapshots(cluster.trainerVersion) && <SnapshotNote version={cluster.trainerVersion} />}
        {state.phase !== "idle" && <ImpactResults state={state} />}
      </div>
    </div>
  );
}

function jsonOf(runtime: KubeObject | undefined) {
  return runtime === undefined ? undefined : toJson(runtime);
}

/** Drafts of this page view, so that a look at another tab does not cost the text. */
const drafts = new Map<string, string>();

function useDraft(uid: string, runtime: KubeObject) {
  const [text, setText] = useState(() => drafts.get(uid) ?? textOf(runtime));
  const change = (next: string) => {
    drafts.set(uid, next);
    setText(next);
  };
  return [text, change] as const;
}

/** Without what the API server keeps for itself. */
function textOf(runtime: KubeObject): string {
  const { uid, resourceVersion, generation, creationTimestamp, ...metadata } = runtime.metadata;
  const { status: _status, ...rest } = runtime;
  return stringifyYaml(toJson({ ...rest, metadata }));
}

function EditorPane({
  text,
  onText,
  read,
  runtime,
  row,
  version,
}: {
  text: string;
  onText: (text: string) => void;
  read: RuntimeText;
  runtime: KubeObject;
  row: RuntimeRow;
  version: Session["cluster"]["trainerVersion"];
}) {
  const t = useTranslations("runtimes.impact");
  const { data: served } = useQuery(schemaOptions(row.kind));
  const [generation, setGeneration] = useState(0);
  const [isPlain, setPlain] = useState(false);
  const reset = () => {
    onText(textOf(runtime));
    setGeneration(generation + 1);
  };
  return (
    <div className="flex min-w-0 flex-col border-line max-lg:border-b lg:min-h-0 lg:flex-2 lg:overflow-auto lg:border-r">
      <p className="px-3 pt-2 text-muted">{t("intro")}</p>
      <div className="flex flex-wrap gap-2 px-3 py-2">
        <Button size="sm" onClick={reset}>
          {t("reset")}
        </Button>
        <CopyButton text={() => text} label={t("copy")} />
      </div>
      <div className="h-[45vh] min-h-72 shrink-0 border-y border-line lg:flex-1">
        {isPlain ? (
          <textarea
            aria-label={t("editor")}
            value={text}
            onChange={({ target }) => onText(target.value)}
            className="h-full w-full resize-none bg-canvas p-2 font-mono text-xs"
          />
        ) : (
          <Suspense fallback={<Skeleton rows={6} label={t("loadingEditor")} />}>
            <YamlEditor
              key={generation}
              initial={text}
              onChange={onText}
              schema={served?.schema}
              marks={read.marks}
              label={t("editor")}
              loadingLabel={t("loadingEditor")}
              onFail={() => setPlain(true)}
              onLeave={blur}
            />
          </Suspense>
        )}
      </div>
      <TextFindings read={read} row={row} version={version} />
    </div>
  );
}

function blur(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

function TextFindings({
  read: { edited, marks },
  row,
  version,
}: {
  read: RuntimeText;
  row: RuntimeRow;
  version: Session["cluster"]["trainerVersion"];
}) {
  const t = useTranslations("runtimes.impact");
  return (
    <div className="flex flex-col gap-2 px-3 py-2">
      {marks.map(({ line, column, message }) => (
        <p key={`${line}:${column}:${message}`} className="text-bad">
          {t("notYaml", { line, message })}
        </p>
      ))}
      {edited !== undefined && "problem" in edited && (
        <Notice tone="bad" title={t(`problems.${edited.problem}`)} />
      )}
      {edited !== undefined && "runtime" in edited && (
        <>
          {edited.wasRenamed && <Notice title={t("renamed", { name: row.name })} />}
          <RuntimeChecks
            title={t("checksAfter")}
            findings={checkRuntime(edited.runtime, version)}
          />
        </>
      )}
    </div>
  );
}

function CompareBar({
  run,
  onStart,
  isStale,
}: {
  run: ImpactRun;
  onStart: (() => void) | undefined;
  isStale: boolean;
}) {
  const t = useTranslations("runtimes.impact");
  const isRunning = run.get().phase === "running";
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="primary" disabled={onStart === undefined} onClick={() => onStart?.()}>
        {t("compare")}
      </Button>
      {isRunning && <Button onClick={() => run.stop()}>{t("cancel")}</Button>}
      {!isRunning && isStale && <span className="text-warn">{t("stale")}</span>}
    </div>
  );
}

function SnapshotNote({ version }: { version: string }) {
  const t = useTranslations("runtimes.impact");
  return <Notice title={t("snapshotNote", { version })} />;
}
