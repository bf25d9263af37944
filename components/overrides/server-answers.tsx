"use client";
import { useTranslations } from "use-intl";
import { changeSearch } from "#components/shell/url-state.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { readEntries } from "#lib/dialect/read-entries.ts";
import { isAppError } from "#lib/errors/app-error.ts";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import type { AppendDryRunAnswer } from "#lib/protocol/overrides.ts";
import { isAnswerLost } from "./append-request.ts";
import { ConflictView } from "./conflict-view.tsx";
import { type DraftText, markAt } from "./draft-text.ts";
import type { AppendPrediction } from "./predict-append.ts";
import { freshObject, type SentEntry } from "./send-append.ts";
import type { AppendCalls } from "./use-append-calls.ts";

/** What the server said to the last try: saved, refused, conflict; beside a dry run what was predicted. */
export function ServerAnswers({
  detail,
  calls,
  text,
  prediction,
  onDone,
}: {
  detail: JobDetail;
  calls: AppendCalls;
  text: DraftText;
  prediction: AppendPrediction | undefined;
  onDone: () => void;
}) {
  return (
    <>
      {calls.saved !== undefined && (
        <Saved detail={detail} saved={calls.saved} onDone={onDone} onMore={calls.reset} />
      )}
      {calls.error !== undefined && (
        <Failed
          detail={detail}
          error={calls.error}
          calls={calls}
          text={text}
          prediction={prediction}
        />
      )}
      {calls.answer !== undefined && <DryRun answer={calls.answer} prediction={prediction} />}
    </>
  );
}

/** Pending until the object that the stream brings holds the entry. */
function Saved({
  detail,
  saved,
  onDone,
  onMore,
}: {
  detail: JobDetail;
  saved: SentEntry;
  onDone: () => void;
  onMore: () => void;
}) {
  const t = useTranslations("append");
  const { id, manager } = saved.entry;
  const isConfirmed = readEntries(detail.trainJob, detail.dialect).some((each) => each.id === id);
  if (!isConfirmed) return <Notice tone="busy" role="status" title={t("pendingTitle")} />;
  const show = () => {
    onDone();
    changeSearch({ append: undefined, tab: "overrides", entry: id }, "push");
  };
  return (
    <Notice
      tone="good"
      role="status"
      title={t("confirmedTitle")}
      action={
        <>
          <Button size="sm" onClick={show}>
            {t("showEntry")}
          </Button>
          <Button size="sm" onClick={onMore}>
            {t("appendAnother")}
          </Button>
        </>
      }
    >
      {manager === undefined ? t("confirmedOwnerless") : t("confirmed", { manager })}
    </Notice>
  );
}

type FailedProps = {
  detail: JobDetail;
  error: Error;
  calls: AppendCalls;
  text: DraftText;
  prediction: AppendPrediction | undefined;
};

/** The list moved on; a time that we chose ourselves is only another sign of that. */
function isConflict(error: Error, prediction: AppendPrediction | undefined): boolean {
  if (isAppError(error, "LIST_CHANGED", "CONFLICT", "CONTENDED")) return true;
  const isTime = isAppError(error, "TIME_TAKEN", "TIME_NOT_LATER");
  return isTime && prediction?.time !== undefined && "time" in prediction.time;
}

function Failed({ detail, error, calls, text, prediction }: FailedProps) {
  const t = useTranslations("append");
  if (isConflict(error, prediction))
    return (
      <ConflictView
        detail={detail}
        base={calls.base}
        fresh={freshObject(error)}
        prediction={prediction}
      />
    );
  if (isAnswerLost(error))
    return (
      <Notice tone="bad" role="alert" title={t("lostTitle")}>
        <p>{t("lost")}</p>
        <p>{error.message}</p>
      </Notice>
    );
  if (isAppError(error, "RECREATED"))
    return (
      <Notice tone="bad" role="alert" title={t("recreatedTitle")}>
        {t("recreated")}
      </Notice>
    );
  const title = isAppError(error, "REFUSED", "INVALID", "APPEND_ONLY")
    ? t("refusedTitle")
    : isAppError(error, "TIME_TAKEN", "TIME_NOT_LATER")
      ? t("timeTakenTitle")
      : isAppError(error, "FOREIGN_LANE")
        ? t("foreignTitle")
        : t("failedTitle");
  return (
    <Notice tone="bad" role="alert" title={title}>
      <p>{error.message}</p>
      {calls.errors.length > 0 && (
        <ul className="list-disc pl-4">
          {calls.errors.map(({ pointer, objectField, message }) => (
            <li key={`${pointer} ${message}`}>
              <Place pointer={pointer} objectField={objectField} text={text} />
              {message}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

function Place({
  pointer,
  objectField,
  text,
}: {
  pointer: string;
  objectField: string | undefined;
  text: DraftText;
}) {
  const t = useTranslations("append");
  const within = pointer.startsWith("/override") ? pointer.slice("/override".length) : undefined;
  const mark = markAt(text.document, within, "");
  const place = mark === undefined ? (objectField ?? pointer) : t("line", { line: mark.line });
  return place === "" ? undefined : <span className="font-medium">{place}: </span>;
}

function DryRun({
  answer,
  prediction,
}: {
  answer: AppendDryRunAnswer;
  prediction: AppendPrediction | undefined;
}) {
  const t = useTranslations("append.server");
  const { server } = answer;
  const isAdmitted = server.code < 300;
  const isPredicted = prediction?.admission?.admitted ?? answer.verdict.admitted;
  const predictedCode =
    prediction?.admission?.admitted === false ? prediction.admission.code : answer.verdict.code;
  const isSame = isAdmitted === isPredicted && (isAdmitted || predictedCode === server.code);
  const word = (admitted: boolean, code: number | undefined) =>
    admitted ? t("admitted") : t("refused", { code: code ?? 0 });
  return (
    <Notice tone={isSame ? (isAdmitted ? "good" : "bad") : "warn"} role="status" title={t("title")}>
      <p>{t("predicted", { verdict: word(isPredicted, predictedCode) })}</p>
      <p>{t("answered", { verdict: word(isAdmitted, server.code) })}</p>
      <p className="font-medium">{isSame ? t("same") : t("differs")}</p>
      {!isAdmitted && <p>{server.message}</p>}
      {server.causes.length > 0 && (
        <ul className="list-disc pl-4">
          {server.causes.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              <code className="font-mono text-xs">{field}</code> {message}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
