import {
  type FieldError,
  toAggregateText,
  toCauses,
  toErrorText,
  toInvalidMessage,
} from "../schema/field-error.ts";
import type { AdmissionResult } from "./admission.ts";
import type { WebhookName } from "./webhook-names.ts";

export type Refused = Extract<AdmissionResult, { readonly admitted: false }>;

type Notes = { readonly warnings: readonly string[]; readonly pruned: readonly string[] };

const denied = (webhook: WebhookName, text: string): string =>
  `admission webhook "${webhook}" denied the request: ${text}`;

/** 400: the mutating webhook could not read the object. Reason empty, no causes. */
export function refuseUndecodable(webhook: WebhookName, text: string, notes: Notes): Refused {
  const message = denied(webhook, text);
  return { admitted: false, code: 400, reason: "", message, causes: [], ...notes };
}

/** 422: the API server itself, by schema or CEL. */
export function refuseInvalid(
  object: { readonly kind: string; readonly group: string; readonly name: string },
  errors: readonly FieldError[],
  notes: Notes,
): Refused {
  return {
    admitted: false,
    code: 422,
    reason: "Invalid",
    message: toInvalidMessage(object.kind, object.group, object.name, errors),
    causes: toCauses(errors),
    ...notes,
  };
}

/**
 * 403: the validating webhook. The wire carries the findings in the message only; here they also stand in `causes`, so
 * that an editor can mark the lines.
 */
export function refuseForbidden(
  webhook: WebhookName,
  errors: readonly FieldError[],
  notes: Notes,
): Refused {
  return {
    admitted: false,
    code: 403,
    reason: "Forbidden",
    message: denied(webhook, toAggregateText(errors.map(toErrorText))),
    causes: toCauses(errors),
    ...notes,
  };
}

/** 403 with a text that belongs to no field. */
export function refuseForbiddenText(webhook: WebhookName, text: string, notes: Notes): Refused {
  return {
    admitted: false,
    code: 403,
    reason: "Forbidden",
    message: denied(webhook, text),
    causes: [],
    ...notes,
  };
}
