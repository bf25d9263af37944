import type { Diagnostic } from "../util/diagnostic.ts";
import { isJsonObject, type JsonObject } from "../util/json.ts";
import { parseDocuments } from "../yaml/parse-documents.ts";
import type { FormContext, FormModel } from "./form-model.ts";
import { formOf } from "./form-object.ts";
import { type UnknownField, unknownFields } from "./unknown-fields.ts";

export const FORM_CODES = ["FORM_NOT_A_MAP", "FORM_MANY_DOCUMENTS"] as const;
export type FormCode = (typeof FORM_CODES)[number];

export type ReadForm = {
  /** Undefined where the text cannot be read: the form waits, the text is what counts. */
  readonly model: FormModel | undefined;
  /** What the draft says beside it; pointers into the override as it stands in the text. */
  readonly unknown: readonly UnknownField[];
  readonly diagnostics: readonly Diagnostic[];
};

/** The draft's text as a form. A text without content is an empty override. */
export function readForm(text: string, context: FormContext): ReadForm {
  const { override, diagnostics } = readOverride(text);
  if (override === undefined) return { model: undefined, unknown: [], diagnostics };
  const model = formOf(override, context);
  return { model, unknown: unknownFields(model), diagnostics };
}

/** The override that a text holds; undefined with the reason in the diagnostics. */
export function readOverride(text: string): {
  readonly override: JsonObject | undefined;
  readonly diagnostics: readonly Diagnostic[];
} {
  const { documents, diagnostics } = parseDocuments(text);
  if (diagnostics.some(({ severity }) => severity === "error"))
    return { override: undefined, diagnostics };
  const second = documents[1];
  if (second !== undefined)
    return refused("FORM_MANY_DOCUMENTS", "more than one document", second.line);
  const [document] = documents;
  if (document === undefined || document.value === null) return { override: {}, diagnostics };
  if (!isJsonObject(document.value))
    return refused("FORM_NOT_A_MAP", "an override is a map", document.line);
  return { override: document.value, diagnostics };
}

function refused(code: FormCode, message: string, line: number) {
  const source = { line, column: 1 };
  const diagnostic: Diagnostic = { code, severity: "error", path: "", message, source };
  return { override: undefined, diagnostics: [diagnostic] };
}
