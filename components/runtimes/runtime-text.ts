import type { EditorMark } from "#components/editor/yaml-editor.tsx";
import { type EditedRuntime, editedRuntime } from "#lib/impact/edited-runtime.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { parseDocuments } from "#lib/yaml/parse-documents.ts";

export type RuntimeText = {
  /** Undefined where the text is no YAML. */
  readonly edited: EditedRuntime | undefined;
  readonly marks: readonly EditorMark[];
};

/** What stands in the editor; of several documents the first counts. */
export function readRuntimeText(text: string, live: KubeObject): RuntimeText {
  const { documents, diagnostics } = parseDocuments(text);
  const marks = diagnostics.flatMap(({ severity, message, source }): readonly EditorMark[] =>
    source === undefined
      ? []
      : [
          {
            severity: severity === "error" ? "error" : "warning",
            message,
            line: source.line,
            column: source.column,
            endLine: source.line,
            endColumn: source.column + 1,
          },
        ],
  );
  const hasErrors = diagnostics.some(({ severity }) => severity === "error");
  return { edited: hasErrors ? undefined : editedRuntime(documents[0]?.value, live), marks };
}
