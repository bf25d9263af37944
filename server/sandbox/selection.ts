import type { KubeObject } from "#lib/k8s/object.ts";
import { toJson } from "#lib/k8s/object.ts";
import {
  type FieldSelector,
  type LabelSelector,
  matchesFields,
  matchesLabels,
  parseFieldSelector,
  parseLabelSelector,
} from "#lib/k8s/selectors.ts";
import { getIn } from "#lib/util/json.ts";
import { badRequest } from "./refusal.ts";
import type { ServedKind } from "./served-kinds.ts";

/** Which objects of a kind a list, watch or review is about. */
export type Selection = {
  readonly namespace?: string | undefined;
  readonly labels: LabelSelector;
  readonly fields: FieldSelector;
};

export function isSelective(selection: Selection): boolean {
  return selection.labels.length > 0 || selection.fields.length > 0;
}

/** Throws the API server's 400 for a selector that cannot be read or names a field the kind does not select by. */
export function parseSelection(
  query: URLSearchParams,
  served: ServedKind,
  namespace: string | undefined,
): Selection {
  const labels = parseLabelSelector(query.get("labelSelector") ?? "");
  if (!labels.ok) throw badRequest(labels.message);
  const fields = parseFieldSelector(query.get("fieldSelector") ?? "");
  if (!fields.ok) throw badRequest(fields.message);
  for (const { field } of fields.selector) {
    const isKnown =
      field === "metadata.name" || field === "metadata.namespace" || served.fields.includes(field);
    if (!isKnown) throw badRequest(unknownField(field, served));
  }
  return { namespace, labels: labels.selector, fields: fields.selector };
}

function fieldText(object: KubeObject, field: string): string {
  const value = getIn(toJson(object), ...field.split("."));
  // An event's "source" is selected by its component.
  if (field === "source") return String(getIn(toJson(object), "source", "component") ?? "");
  return value === undefined || value === null || typeof value === "object" ? "" : String(value);
}

export function isSelected(selection: Selection, object: KubeObject): boolean {
  if (selection.namespace !== undefined && object.metadata.namespace !== selection.namespace)
    return false;
  return (
    matchesLabels(selection.labels, object.metadata.labels) &&
    matchesFields(selection.fields, (field) => fieldText(object, field))
  );
}

function unknownField(field: string, { native, fields }: ServedKind): string {
  return native && fields.length === 0
    ? `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`
    : `field label not supported: ${field}`;
}
