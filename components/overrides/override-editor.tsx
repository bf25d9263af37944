"use client";
import { lazy, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { Notice } from "#components/ui/notice.tsx";
import type { JsonObject } from "#lib/util/json.ts";
import type { TextMark } from "./draft-text.ts";

const YamlEditor = lazy(async () => {
  const { YamlEditor: component } = await import("#components/editor/yaml-editor.tsx");
  return { default: component };
});

/** The editor of a draft; a plain field where Monaco cannot be loaded. Below it each finding with its line. */
export function OverrideEditor({
  text,
  onChange,
  schema,
  marks,
  onLeave,
}: {
  text: string;
  onChange: (text: string) => void;
  schema: JsonObject | undefined;
  marks: readonly TextMark[];
  onLeave: () => void;
}) {
  const t = useTranslations("append");
  const [isPlain, setPlain] = useState(false);
  const loading = <p className="appear-late p-3 text-muted">{t("editorLoading")}</p>;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {isPlain && <Notice tone="warn" title={t("editorFailed")} />}
      <div className="min-h-56 flex-1 border-y border-line">
        {isPlain ? (
          <textarea
            aria-label={t("editorPlain")}
            spellCheck={false}
            value={text}
            onChange={({ target }) => onChange(target.value)}
            className="h-full w-full resize-none bg-canvas p-3 font-mono text-sm focus-visible:-outline-offset-2"
          />
        ) : (
          <Suspense fallback={loading}>
            <YamlEditor
              initial={text}
              onChange={onChange}
              schema={schema}
              marks={marks}
              label={t("editor")}
              loadingLabel={t("editorLoading")}
              onFail={() => setPlain(true)}
              onLeave={onLeave}
            />
          </Suspense>
        )}
      </div>
      {!isPlain && <p className="px-3 py-1 text-xs text-muted">{t("editorHint")}</p>}
    </div>
  );
}
