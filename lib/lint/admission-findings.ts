import { explainRefusal } from "../admission/explain-refusal.ts";
import { isOwnWarning } from "../admission/own-warnings.ts";
import { unknownFieldWarning } from "../admission/unknown-fields.ts";
import type { OwnLintCode } from "./lint-codes.ts";
import type { LintContext } from "./lint-context.ts";

const CODES: { readonly [code in 400 | 403 | 422]: OwnLintCode } = {
  400: "UNDECODABLE",
  403: "WEBHOOK_DENIED",
  422: "SCHEMA_INVALID",
};
const NOT_CHECKED = "some validation rules were not checked";

/** What the API server would say. Names that the runtime does not have are told by rendering. */
export function admissionFindings({ admission, input, report }: LintContext): void {
  for (const pointer of admission.pruned)
    report("UNKNOWN_FIELD", pointer, unknownFieldWarning(pointer));
  for (const warning of admission.warnings)
    if (!isOwnWarning(warning)) report("ADMISSION_WARNING", "", warning);
  if (admission.admitted) return;
  const code = CODES[admission.code];
  const causes = explainRefusal(admission.causes, input.object).filter(
    ({ message }) => !message.includes(NOT_CHECKED),
  );
  for (const { pointer, field, message } of causes) report(code, pointer, `${field}: ${message}`);
  if (causes.length === 0) report(code, "", admission.message);
}
