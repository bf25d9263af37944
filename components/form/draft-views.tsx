"use client";
import { Redo2, Undo2 } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslations } from "use-intl";
import { Button } from "#components/ui/button.tsx";
import { pushDraft, redo, startUndo, type UndoStack, undo } from "#lib/form/undo-stack.ts";
import { OverrideForm, type OverrideFormProps } from "./override-form.tsx";
import { type DraftView, readView, writeView } from "./stored-view.ts";

/** Two views of one text. Whatever a view does, the text is what counts; the steps back are over the text, too. */
export function DraftViews({
  text,
  onText,
  children,
  ...rest
}: Omit<OverrideFormProps, "onText" | "onShowYaml"> & {
  onText: (text: string) => void;
  /** The editor, which begins with the text when it comes on the screen. */
  children: (onChange: (text: string) => void) => ReactNode;
}) {
  const t = useTranslations("form");
  const [view, setView] = useState<DraftView>(readView);
  const [stack, setStack] = useState(() => startUndo(text));
  const show = (next: DraftView) => {
    writeView(next);
    setView(next);
  };
  const yamlButton = useRef<HTMLButtonElement>(null);
  const change = (next: string, group: string | undefined) => {
    setStack((old) => pushDraft(old, next, { at: performance.now(), group }));
    onText(next);
  };
  const step = (move: (stack: UndoStack<string>) => UndoStack<string>) => {
    const next = move(stack);
    if (next === stack) return;
    setStack(next);
    onText(next.present);
  };
  const stepByKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    const form = event.currentTarget;
    flushSync(() => step(key === "y" || event.shiftKey ? redo : undo));
    // The field that had the focus may be undone.
    if (!form.contains(document.activeElement)) form.focus();
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-3 pb-2">
        <fieldset aria-label={t("views")} className="flex gap-1">
          {(["form", "yaml"] as const).map((each) => (
            <Button
              key={each}
              size="sm"
              variant={view === each ? "primary" : "default"}
              aria-pressed={view === each}
              ref={each === "yaml" ? yamlButton : undefined}
              onClick={() => show(each)}
            >
              {t(`view.${each}`)}
            </Button>
          ))}
        </fieldset>
        {view === "form" && (
          <>
            <Button size="sm" aria-disabled={stack.past.length === 0} onClick={() => step(undo)}>
              <Undo2 aria-hidden className="size-4" />
              {t("undo")}
            </Button>
            <Button size="sm" aria-disabled={stack.future.length === 0} onClick={() => step(redo)}>
              <Redo2 aria-hidden className="size-4" />
              {t("redo")}
            </Button>
          </>
        )}
      </div>
      {view === "yaml" ? (
        children((next) => change(next, "editor"))
      ) : (
        <form
          aria-label={t("title")}
          className="min-h-56 shrink-0 border-t border-line"
          onSubmit={(event) => event.preventDefault()}
          tabIndex={-1}
          onKeyDown={stepByKey}
        >
          <OverrideForm
            {...rest}
            text={text}
            onText={change}
            onShowYaml={() => {
              yamlButton.current?.focus();
              show("yaml");
            }}
          />
        </form>
      )}
    </>
  );
}
