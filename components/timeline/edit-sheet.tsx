"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { AppendCheckItems } from "#components/overrides/append-check-items.tsx";
import { isSendable, refusalsOf } from "#components/overrides/append-checks.ts";
import type { AppendDraft } from "#components/overrides/append-draft.ts";
import { AppendPreview } from "#components/overrides/append-preview.tsx";
import { markAt, readDraftText } from "#components/overrides/draft-text.ts";
import { editorSchema } from "#components/overrides/editor-schema.ts";
import { OverrideEditor } from "#components/overrides/override-editor.tsx";
import { predictWrite } from "#components/overrides/predict-append.ts";
import { CopyAs } from "#components/preview/copy-as.tsx";
import { currentTime } from "#components/shell/now.tsx";
import { announce } from "#components/ui/announcer.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { overrideAction } from "#lib/copy-as/copy-action.ts";
import type { OverrideEntry } from "#lib/dialect/entry.ts";
import { readEntries } from "#lib/dialect/read-entries.ts";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import { removeOverrideOptions, replaceOverrideOptions } from "#lib/queries/overrides.ts";
import { schemaOptions } from "#lib/queries/render.ts";
import { parseStructuralSchema } from "#lib/schema/structural-schema.ts";
import { isEqualJson } from "#lib/util/json.ts";
import { stringifyYaml } from "#lib/yaml/stringify-yaml.ts";
import { EditAnswer } from "./edit-answer.tsx";
import { editPlan, storedOverride, targetOf } from "./edit-plan.ts";
import { StoredTextDiff } from "./stored-text-diff.tsx";

/** Changes or takes out an entry where the API allows it: text against what is stored, effect, the server's answer. */
export function EditSheet({
  detail,
  entry: first,
  mode,
  onClose,
}: {
  detail: JobDetail;
  entry: OverrideEntry;
  mode: "edit" | "remove";
  onClose: () => void;
}) {
  const t = useTranslations("timeline.edit");
  const common = useTranslations("common");
  const entry =
    readEntries(detail.trainJob, detail.dialect).find(({ id }) => id === first.id) ?? first;
  const [text, setText] = useState(() => stringifyYaml(storedOverride(first)));
  const [isConfirmed, setConfirmed] = useState(false);
  const { data: served } = useQuery(schemaOptions("TrainJob"));
  const schema = served === undefined ? undefined : parseStructuralSchema(served.schema);
  const client = useQueryClient();
  const replacing = useMutation(replaceOverrideOptions(client));
  const removing = useMutation(removeOverrideOptions(client));
  const { manager } = entry;
  const isMine = manager === undefined || detail.rights.managers.includes(manager);
  const draft: AppendDraft = {
    manager: manager ?? "",
    kind: "pod",
    targets: [],
    text: mode === "edit" ? text : stringifyYaml(storedOverride(entry)),
    time: "",
  };
  const read = readDraftText(draft, detail.dialect);
  const plan =
    mode === "remove"
      ? editPlan(detail, entry, undefined)
      : read.override && editPlan(detail, entry, read.override);
  const prediction =
    plan === undefined
      ? undefined
      : { time: undefined, ...predictWrite({ detail, schema, plan, now: currentTime() }) };
  const isDone = replacing.isSuccess || removing.isSuccess;
  const isPending = replacing.isPending || removing.isPending;
  const isSame = mode === "edit" && isEqualJson(read.override, storedOverride(entry));
  const canSend =
    !isSame && isSendable(prediction) && (isMine || isConfirmed) && !isPending && !isDone;
  const write = () => {
    const { namespace, name, uid } = detail.row;
    const request = {
      uid,
      seen: detail.overridesDigest,
      ...(isMine ? {} : { confirm: true }),
    };
    const at = { namespace, name, entry: targetOf(entry) };
    if (mode === "remove")
      removing.mutate({ ...at, request }, { onSuccess: () => announce(t("removed")) });
    else if (read.override !== undefined)
      replacing.mutate(
        { ...at, request: { ...request, override: read.override } },
        { onSuccess: () => announce(t("saved")) },
      );
  };
  const marks =
    prediction === undefined || mode === "remove"
      ? []
      : refusalsOf(prediction, detail.dialect).flatMap(
          ({ pointer, message }) => markAt(read.document, pointer, message) ?? [],
        );
  return (
    <Dialog
      open
      variant="sheet"
      title={mode === "edit" ? t("title") : t("removeTitle")}
      description={t("description", { name: manager ?? targetOf(entry), dialect: detail.dialect })}
      closeLabel={common("close")}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      keepOnEscape={(event) =>
        event.target instanceof Element && event.target.closest(".monaco-editor") !== null
      }
    >
      <div className="flex min-h-0 flex-1 flex-col overflow-auto md:flex-row md:overflow-hidden">
        <div className="flex min-h-0 flex-col border-line md:w-1/2 md:overflow-auto md:border-r">
          {mode === "edit" && (
            <OverrideEditor
              text={text}
              onChange={setText}
              schema={
                schema === undefined ? undefined : editorSchema(schema, detail.dialect, "pod")
              }
              marks={marks}
              onLeave={() => document.getElementById(FOOT_ID)?.focus()}
            />
          )}
          <StoredTextDiff
            stored={storedOverride(entry)}
            next={mode === "edit" ? read.override : {}}
          />
        </div>
        <AppendPreview prediction={prediction} />
      </div>
      <div
        id={FOOT_ID}
        tabIndex={-1}
        className="flex max-h-[45%] shrink-0 flex-col gap-2 overflow-auto border-t border-line bg-panel px-3 py-2 outline-none"
      >
        <AppendCheckItems
          detail={detail}
          draft={draft}
          text={read}
          prediction={prediction}
          isConfirmed={isConfirmed}
        />
        {!isMine && (
          <label className="flex items-center gap-2 text-warn">
            <input
              type="checkbox"
              checked={isConfirmed}
              onChange={({ target }) => setConfirmed(target.checked)}
            />
            {t("confirmForeign")}
          </label>
        )}
        <EditAnswer
          error={replacing.error ?? removing.error}
          done={isDone ? (mode === "remove" ? "removed" : "saved") : undefined}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            variant={mode === "remove" ? "danger" : "primary"}
            disabled={!canSend}
            onClick={write}
          >
            {isPending ? t("saving") : mode === "remove" ? t("confirmRemove") : t("save")}
          </Button>
          <Button onClick={onClose}>{common(isDone ? "close" : "cancel")}</Button>
          {plan !== undefined && !isSame && !isDone && (
            <CopyAs action={overrideAction(detail.row, { manager, patch: plan.patch })} />
          )}
        </div>
      </div>
    </Dialog>
  );
}

const FOOT_ID = "edit-checks";
