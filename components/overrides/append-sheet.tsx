"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { DraftViews } from "#components/form/draft-views.tsx";
import { runtimeNamesOf } from "#components/preview/job-runtime.ts";
import { currentTime } from "#components/shell/now.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import { schemaOptions } from "#lib/queries/render.ts";
import { parseStructuralSchema } from "#lib/schema/structural-schema.ts";
import { AppendActions } from "./append-actions.tsx";
import { AppendCheckItems } from "./append-check-items.tsx";
import { refusalsOf } from "./append-checks.ts";
import { type AppendDraft, isUntouched, newDraft } from "./append-draft.ts";
import { appendLimit } from "./append-limits.ts";
import { AppendPreview } from "./append-preview.tsx";
import { warningsOf } from "./append-warnings.ts";
import { dropDraft, readDraft, writeDraft } from "./draft-store.ts";
import { type DraftText, markAt, readDraftText, type TextMark } from "./draft-text.ts";
import { editorSchema } from "./editor-schema.ts";
import { ForEverNote } from "./for-ever-note.tsx";
import { LaneFields } from "./lane-fields.tsx";
import { LimitNotice } from "./limit-notice.tsx";
import { OverrideEditor } from "./override-editor.tsx";
import { type AppendPrediction, predictAppend } from "./predict-append.ts";
import { SequencePanel } from "./sequence-panel.tsx";
import { useJobSequence } from "./sequence-store.ts";
import { ServerAnswers } from "./server-answers.tsx";
import { useAppendCalls } from "./use-append-calls.ts";
import { WarningList } from "./warning-list.tsx";

/** Writes one override: lane, YAML, what it would do, what the server says. The draft outlives the sheet. */
export function AppendSheet({
  detail,
  lane,
  onClose,
}: {
  detail: JobDetail;
  /** The manager whose draft is shown first; one's own first lane when absent. */
  lane?: string | undefined;
  onClose: () => void;
}) {
  const t = useTranslations("append");
  const common = useTranslations("common");
  const jobs = runtimeNamesOf(detail)?.jobs ?? [];
  const editing = useDraft(detail, jobs, lane);
  const { draft } = editing;
  const [isConfirmed, setConfirmed] = useState(false);
  const { data: served } = useQuery(schemaOptions("TrainJob"));
  const schema = served === undefined ? undefined : parseStructuralSchema(served.schema);
  const text = readDraftText(draft, detail.dialect);
  const prediction =
    text.override === undefined
      ? undefined
      : predictAppend({ detail, schema, draft, override: text.override, now: currentTime() });
  const calls = useAppendCalls({ detail, draft, override: text.override, isConfirmed });
  const sequence = useJobSequence(detail);
  const limit = appendLimit(detail, draft, prediction?.plan);
  const marks = [...marksOf(text, prediction, detail), ...serverMarks(text, calls.errors)];
  return (
    <Dialog
      open
      variant="sheet"
      title={t("title")}
      description={t("description", { name: detail.row.name, dialect: detail.dialect })}
      closeLabel={common("close")}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      keepOnEscape={isInEditor}
    >
      <div className="flex min-h-0 flex-1 flex-col overflow-auto md:flex-row md:overflow-hidden">
        <div className="flex min-h-0 flex-col border-line md:w-1/2 md:overflow-auto md:border-r">
          <LaneFields
            detail={detail}
            draft={draft}
            jobs={jobs}
            namesTargets={text.namesTargets}
            isConfirmed={isConfirmed}
            onManager={(manager) => {
              setConfirmed(false);
              editing.toManager(manager);
            }}
            onChange={editing.change}
            onConfirm={setConfirmed}
            onRestart={editing.restart}
          />
          {limit !== undefined && <LimitNotice limit={limit} draft={draft} />}
          {editing.isRestored && <p className="px-3 pb-1 text-xs text-muted">{t("restored")}</p>}
          <DraftViews
            key={editing.version}
            detail={detail}
            manager={draft.manager}
            kind={draft.kind}
            targets={draft.targets}
            text={draft.text}
            onText={(value) => editing.change({ ...draft, text: value })}
          >
            {(onChange) => (
              <OverrideEditor
                text={draft.text}
                onChange={onChange}
                schema={
                  schema === undefined
                    ? undefined
                    : editorSchema(schema, detail.dialect, draft.kind)
                }
                marks={marks}
                onLeave={() => document.getElementById(CHECKS_ID)?.focus()}
              />
            )}
          </DraftViews>
        </div>
        <AppendPreview prediction={prediction} />
      </div>
      <div
        id={CHECKS_ID}
        tabIndex={-1}
        className="flex max-h-[45%] shrink-0 flex-col gap-2 overflow-auto border-t border-line bg-panel px-3 py-2 outline-none"
      >
        <AppendCheckItems
          detail={detail}
          draft={draft}
          text={text}
          prediction={prediction}
          isConfirmed={isConfirmed}
        />
        {prediction !== undefined && <WarningList warnings={warningsOf(prediction)} />}
        <SequencePanel detail={detail} sequence={sequence} />
        <ServerAnswers
          detail={detail}
          calls={calls}
          text={text}
          prediction={prediction}
          onDone={onClose}
        />
        <AppendActions
          detail={detail}
          calls={calls}
          sequence={sequence}
          prediction={prediction}
          isConfirmed={isConfirmed}
          onSaved={editing.discard}
          onDiscard={editing.discard}
        />
        <ForEverNote detail={detail} prediction={prediction} />
      </div>
    </Dialog>
  );
}

const CHECKS_ID = "append-checks";

function isInEditor(event: KeyboardEvent): boolean {
  return event.target instanceof Element && event.target.closest(".monaco-editor") !== null;
}

/** The draft, kept in the browser's storage at each change; `version` counts texts that did not come from the editor. */
function useDraft(detail: JobDetail, jobs: readonly string[], lane: string | undefined) {
  const { uid } = detail.row;
  const open = (manager: string) => {
    const stored = readDraft(uid, manager);
    return {
      draft: stored ?? newDraft(detail.dialect, manager, jobs),
      isRestored: stored !== undefined,
    };
  };
  const [state, setState] = useState(() => ({
    ...open(lane ?? firstManager(detail)),
    version: 0,
  }));
  const keep = (draft: AppendDraft) => {
    if (isUntouched(draft, detail.dialect, jobs)) dropDraft(uid, draft.manager);
    else writeDraft(uid, draft);
  };
  return {
    ...state,
    change: (draft: AppendDraft) => {
      keep(draft);
      setState((old) => ({ ...old, draft }));
    },
    restart: (draft: AppendDraft) => {
      keep(draft);
      setState((old) => ({ draft, isRestored: false, version: old.version + 1 }));
    },
    toManager: (manager: string) =>
      setState((old) => ({ ...open(manager), version: old.version + 1 })),
    discard: () => {
      dropDraft(uid, state.draft.manager);
      setState((old) => ({ ...open(old.draft.manager), version: old.version + 1 }));
    },
  };
}

function firstManager({ dialect, rights }: JobDetail): string {
  const hasManagers = dialect === "templateOverrides" || dialect === "runtimePatches";
  return hasManagers ? (rights.managers[0] ?? "") : "";
}

/** What we know to be wrong, at its line. */
function marksOf(
  text: DraftText,
  prediction: AppendPrediction | undefined,
  { dialect }: JobDetail,
): readonly TextMark[] {
  const syntax = text.diagnostics.flatMap(({ message, severity, source }) =>
    source === undefined || severity === "info"
      ? []
      : [
          {
            severity,
            message,
            line: source.line,
            column: source.column,
            endLine: source.line,
            endColumn: source.column + 1,
          },
        ],
  );
  if (prediction === undefined) return syntax;
  return [
    ...syntax,
    ...refusalsOf(prediction, dialect).flatMap(
      ({ pointer, message }) => markAt(text.document, pointer, message) ?? [],
    ),
  ];
}

/** What the server said, at its line. */
function serverMarks(
  text: DraftText,
  errors: readonly { readonly pointer: string; readonly message: string }[],
): readonly TextMark[] {
  return errors.flatMap(({ pointer, message }) => {
    if (pointer !== "/override" && !pointer.startsWith("/override/")) return [];
    return markAt(text.document, pointer.slice("/override".length), message) ?? [];
  });
}
