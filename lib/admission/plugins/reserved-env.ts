import { byCodeUnit } from "../../schema/code-unit-order.ts";
import type { FieldError } from "../../schema/field-error.ts";
import { toGoJson } from "../../schema/go-value.ts";
import { inStructOrder } from "../struct-order.ts";
import { envNames, type PluginContext } from "./plugin-context.ts";

/** One finding with the whole env list; the reserved names sorted, in brackets, separated by blanks. */
export function reservedEnvErrors(
  { trainer }: PluginContext,
  reserved: ReadonlySet<string>,
): readonly FieldError[] {
  const used = [...new Set(envNames(trainer).filter((name) => reserved.has(name)))];
  if (used.length === 0) return [];
  return [
    {
      type: "Invalid",
      field: "spec.trainer.env",
      value: toGoJson(inStructOrder("EnvVar", trainer?.["env"] ?? null)),
      message: `must not have reserved envs, invalid envs configured: [${used.sort(byCodeUnit).join(" ")}]`,
    },
  ];
}
