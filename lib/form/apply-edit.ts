import { editText } from "../yaml/edit-text.ts";
import { editModel } from "./edit-model.ts";
import type { FormEdit } from "./form-edit.ts";
import type { FormContext } from "./form-model.ts";
import { formOf, writeForm } from "./form-object.ts";
import { readOverride } from "./read-form.ts";
import { textEdits } from "./text-edits.ts";

/**
 * A form edit done in the draft's text: reading the result gives the form that `editModel` makes. Everything else in the
 * text stays, unknown fields and comments too. A text that cannot be read comes back as it is.
 */
export function applyEdit(text: string, edit: FormEdit, context: FormContext): string {
  const { override } = readOverride(text);
  if (override === undefined) return text;
  const model = formOf(override, context);
  const edited = editModel(model, edit);
  // The difference of the two forms, not of form and text: how the text spells a default is left alone.
  return editText(text, textEdits(writeForm(model), writeForm(edited)));
}
