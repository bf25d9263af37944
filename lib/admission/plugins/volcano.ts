import { partsOf } from "../../dialect/entry-parts.ts";
import { readEntries } from "../../dialect/read-entries.ts";
import type { FieldError } from "../../schema/field-error.ts";
import { asObject, getIn, isJsonObject } from "../../util/json.ts";
import { isSince, type PluginContext } from "./plugin-context.ts";

const QUEUE = "scheduling.volcano.sh/queue-name";

/** The queue annotation may not be empty. Priority classes are the cluster's to look up. */
export function checkVolcano(context: PluginContext): readonly FieldError[] {
  const { podGroupPolicy, version, rules } = context;
  if (!isSince(version, "v2.1") || !isJsonObject(getIn(podGroupPolicy, "volcano"))) return [];
  const { object, request } = rules;
  const own = object.spec?.["annotations"];
  const layers = [
    getIn(request.runtime?.spec, "template", "metadata", "annotations"),
    ...readEntries(object, request.dialect).map(
      (entry) => partsOf(entry).jobSetMetadata?.value["annotations"],
    ),
    own,
  ];
  const queue = layers
    .map((layer) => asObject(layer)?.[QUEUE])
    .findLast((value) => value !== undefined);
  if (queue !== "") return [];
  return [
    {
      type: "Invalid",
      field: `spec.annotations[${QUEUE}]`,
      value: '""',
      message: "Volcano queue name must not be empty",
    },
  ];
}
