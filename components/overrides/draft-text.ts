import type { Dialect } from "#lib/dialect/entry.ts";
import type { Diagnostic } from "#lib/util/diagnostic.ts";
import { isJsonObject, type JsonObject } from "#lib/util/json.ts";
import type { JsonPointer } from "#lib/util/pointer.ts";
import { parseDocuments, type YamlDocument } from "#lib/yaml/parse-documents.ts";
import type { AppendDraft } from "./append-draft.ts";

export type DraftTrouble = "yamlNotMap" | "yamlEmpty" | "yamlMany";

/** What stands in the editor: the override of the request where it can be read, else what is wrong with the text. */
export type DraftText = {
  readonly override: JsonObject | undefined;
  readonly trouble: DraftTrouble | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly document: YamlDocument | undefined;
  /** The text itself names its targets; they count instead of the chosen ones. */
  readonly namesTargets: boolean;
};

export function readDraftText(draft: AppendDraft, dialect: Dialect): DraftText {
  const { documents, diagnostics } = parseDocuments(draft.text);
  const [document] = documents;
  const value = document?.value;
  const isMap = isJsonObject(value);
  const hasErrors = diagnostics.some(({ severity }) => severity === "error");
  const trouble =
    document === undefined
      ? "yamlEmpty"
      : documents.length > 1
        ? "yamlMany"
        : isMap
          ? undefined
          : "yamlNotMap";
  const namesTargets = isMap && value["targetJobs"] !== undefined;
  return {
    override: isMap && !hasErrors ? withTargets(value, draft, dialect, namesTargets) : undefined,
    trouble,
    diagnostics,
    document,
    namesTargets,
  };
}

function withTargets(
  value: JsonObject,
  draft: AppendDraft,
  dialect: Dialect,
  namesTargets: boolean,
): JsonObject {
  if (dialect !== "templateOverrides" || namesTargets || draft.targets.length === 0) return value;
  return { targetJobs: draft.targets.map((name) => ({ name })), ...value };
}

export type TextMark = {
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
};

/**
 * A place for a finding in the text: the value at the pointer, or the nearest one above it that is written there.
 * Undefined for what does not stand in the text at all (the manager, the chosen targets).
 */
export function markAt(
  document: YamlDocument | undefined,
  pointer: JsonPointer | undefined,
  message: string,
  severity: TextMark["severity"] = "error",
): TextMark | undefined {
  if (document === undefined || pointer === undefined) return undefined;
  let place = pointer;
  for (;;) {
    const range =
      document.rangeOf(place, place === "" ? "value" : "key") ?? document.rangeOf(place);
    if (range !== undefined) return { severity, message, ...range };
    if (place === "") return undefined;
    place = place.slice(0, place.lastIndexOf("/"));
  }
}

/** The pointer within the override of a pointer into the TrainJob; undefined where it is elsewhere. */
export function withinOverride(
  pointer: JsonPointer,
  entryPath: JsonPointer,
  dialect: Dialect,
): JsonPointer | undefined {
  const base = dialect === "runtimePatches" ? `${entryPath}/trainingRuntimeSpec` : entryPath;
  if (pointer === base) return "";
  if (pointer.startsWith(`${base}/`)) return pointer.slice(base.length);
  return pointer === entryPath || pointer.startsWith(`${entryPath}/`) ? "" : undefined;
}
