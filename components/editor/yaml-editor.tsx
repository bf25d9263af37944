"use client";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { JsonObject } from "#lib/util/json.ts";

export type EditorMark = {
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
};

type Loaded = typeof import("./monaco.ts");
type Editor = ReturnType<Loaded["monaco"]["editor"]["create"]>;

type Opened = { readonly loaded: Loaded; readonly editor: Editor };

export type YamlEditorProps = {
  /** The text to begin with; later texts come from the person. A new key makes a new editor. */
  readonly initial: string;
  /** At most once per animation frame. */
  readonly onChange: (text: string) => void;
  readonly schema: JsonObject | undefined;
  readonly marks: readonly EditorMark[];
  readonly label: string;
  readonly loadingLabel: string;
  /** Monaco could not be loaded: show something simpler. */
  readonly onFail: () => void;
  /** Escape, with no suggestion list open. */
  readonly onLeave: () => void;
};

/** Monaco with YAML, loaded when it first stands on the screen. */
export function YamlEditor(props: YamlEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<Opened | undefined>(undefined);
  const { schema, marks } = props;
  const change = useEffectEvent(props.onChange);
  const fail = useEffectEvent(props.onFail);
  const leave = useEffectEvent(props.onLeave);
  const start = useEffectEvent((loaded: Loaded, element: HTMLElement) =>
    createEditor(loaded, element, { text: props.initial, label: props.label, change, leave }),
  );

  // Monaco lives outside React: it is made once and disposed with the component.
  useEffect(() => {
    // The guard keeps Monaco out of the server's bundle.
    if (typeof window === "undefined") return;
    let isGone = false;
    let dispose: (() => void) | undefined;
    import("./monaco.ts").then(
      (loaded) => {
        if (isGone || host.current === null) return;
        const made = start(loaded, host.current);
        dispose = made.dispose;
        setOpen({ loaded, editor: made.editor });
      },
      () => fail(),
    );
    return () => {
      isGone = true;
      dispose?.();
    };
  }, []);

  // Monaco keeps its schema and its markers itself.
  useEffect(() => {
    open?.loaded.setYamlSchema(schema);
  }, [open, schema]);
  useEffect(() => {
    if (open !== undefined) showMarks(open.loaded, open.editor, marks);
  }, [open, marks]);

  return (
    <div className="relative h-full min-h-0">
      {open === undefined && (
        <div role="status" className="appear-late absolute inset-0 p-3 text-muted">
          {props.loadingLabel}
        </div>
      )}
      <div ref={host} className="h-full" />
    </div>
  );
}

type Start = {
  readonly text: string;
  readonly label: string;
  readonly change: (text: string) => void;
  readonly leave: () => void;
};

/** Where the key has something of the editor's own to close, it closes that first. */
const IDLE_ESCAPE = [
  "suggestWidgetVisible",
  "findWidgetVisible",
  "parameterHintsVisible",
  "hasOtherSuggestions",
  "markersNavigationVisible",
]
  .map((what) => `!${what}`)
  .join(" && ");

function createEditor(loaded: Loaded, element: HTMLElement, { text, label, change, leave }: Start) {
  const { monaco, applyEditorTheme } = loaded;
  applyEditorTheme();
  const model = monaco.editor.createModel(
    text,
    "yaml",
    monaco.Uri.parse("inmemory://draft/override.yaml"),
  );
  model.updateOptions({ tabSize: 2, insertSpaces: true });
  const editor = monaco.editor.create(element, {
    model,
    ariaLabel: label,
    automaticLayout: true,
    minimap: { enabled: false },
    fontSize: 13,
    lineHeight: 20,
    lineNumbersMinChars: 3,
    folding: false,
    scrollBeyondLastLine: false,
    fixedOverflowWidgets: true,
    renderLineHighlight: "line",
    overviewRulerLanes: 0,
    quickSuggestions: { other: true, comments: false, strings: true },
  });
  editor.addCommand(monaco.KeyCode.Escape, leave, IDLE_ESCAPE);
  let frame: number | undefined;
  model.onDidChangeContent(() => {
    frame ??= requestAnimationFrame(() => {
      frame = undefined;
      change(model.getValue());
    });
  });
  const observer = new MutationObserver(applyEditorTheme);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const dispose = () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    observer.disconnect();
    editor.dispose();
    model.dispose();
  };
  return { editor, dispose };
}

function showMarks({ monaco }: Loaded, editor: Editor, marks: readonly EditorMark[]): void {
  const model = editor.getModel();
  if (model === null) return;
  monaco.editor.setModelMarkers(
    model,
    "trainer",
    marks.map((mark) => ({
      severity:
        mark.severity === "error" ? monaco.MarkerSeverity.Error : monaco.MarkerSeverity.Warning,
      message: mark.message,
      startLineNumber: mark.line,
      startColumn: mark.column,
      endLineNumber: mark.endLine,
      endColumn: mark.endColumn,
    })),
  );
}
