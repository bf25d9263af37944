import { ceilQuantity, parseQuantity } from "../../k8s/quantity.ts";
import type { FieldError } from "../../schema/field-error.ts";
import { toGoValue } from "../../schema/go-value.ts";
import { asArray, getIn, isJsonObject, type Json } from "../../util/json.ts";
import { isSince, numberAt, type PluginContext } from "./plugin-context.ts";

const SUPPORTED_FIRST: ReadonlySet<string> = new Set([
  "llama3_2/1B",
  "llama3_2/7B",
  "llama3_3/70B",
]);
const SUPPORTED: ReadonlySet<string> = new Set([
  "llama3_2/1B",
  "llama3_2/3B",
  "llama3_3/70B",
  "qwen2_5/1.5B",
]);
const MULTI_NODE_MODEL = "llama3_3/70B";
const IMMUTABLE_CONFIGS: ReadonlySet<string> = new Set([
  "output_dir",
  "tokenizer.path",
  "checkpointer.checkpoint_dir",
  "tokenizer.merges_file",
]);

type Recipe = {
  readonly model: string;
  readonly nodes: number;
  readonly args: readonly string[];
  readonly isLora: boolean;
  readonly isQlora: boolean;
  readonly isSingleDevice: boolean;
};

/** The rules for `tune run`. */
export function checkTorchTune(context: PluginContext): readonly FieldError[] {
  const recipe = recipeOf(context);
  const { model, nodes } = recipe;
  const { name } = context.runtimeRef;
  const errors: FieldError[] = [];
  const add = (field: string, value: Json | undefined, message: string): void => {
    errors.push({ type: "Invalid", field, value: toGoValue(value), message });
  };
  const isFirst = !isSince(context.version, "v2.1");
  if (!(isFirst ? SUPPORTED_FIRST : SUPPORTED).has(model))
    add(
      "spec.runtimeRef.name",
      name,
      `must have a supported pretrained model, invalid model configured: ${model}`,
    );
  if (nodes > 1 && model !== MULTI_NODE_MODEL)
    add("spec.trainer.numNodes", nodes, `must be 1 for ${model} model`);
  if (!isFirst) checkQlora(context, recipe, add);
  if (isSince(context.version, "v2.3")) checkArgs(recipe, add);
  return errors;
}

type Add = (field: string, value: Json | undefined, message: string) => void;

function checkQlora(context: PluginContext, recipe: Recipe, add: Add): void {
  const { model, isSingleDevice, nodes } = recipe;
  // Several nodes always take the full configuration.
  if (!recipe.isQlora || (nodes > 1 && !isSingleDevice)) return;
  if (model === "qwen2_5/1.5B")
    add(
      "spec.runtimeRef.name",
      context.runtimeRef.name,
      `QLoRA is not supported for ${model} model`,
    );
  if (isSingleDevice || (model !== "llama3_2/1B" && model !== "llama3_2/3B")) return;
  const { trainer } = context;
  const suffix = `for ${model} model when using QLoRA`;
  add(
    "spec.trainer.numProcPerNode",
    trainer?.["numProcPerNode"] ?? "auto",
    `must be auto or 1 ${suffix}`,
  );
  add(
    "spec.trainer.resourcesPerNode",
    trainer?.["resourcesPerNode"] ?? null,
    `must have gpu resource with value 1 ${suffix}`,
  );
}

function checkArgs(recipe: Recipe, add: Add): void {
  if (recipe.nodes > 1 && (recipe.isLora || recipe.isQlora))
    add(
      "spec.trainer.numNodes",
      recipe.nodes,
      "LoRA fine-tuning is not supported for multi-node training in TorchTune",
    );
  recipe.args.forEach((arg, index) => {
    const key = arg.split("=")[0] ?? "";
    if (IMMUTABLE_CONFIGS.has(key))
      add(
        `spec.trainer.args[${index}]`,
        arg,
        `must not set immutable config ${JSON.stringify(key)} in trainer args; it is managed by the runtime`,
      );
  });
}

function recipeOf(context: PluginContext): Recipe {
  const { trainer, mlPolicy } = context;
  const args = (asArray(trainer?.["args"]) ?? []).filter((arg) => typeof arg === "string");
  const nodes = numberAt(trainer, "numNodes") ?? numberAt(mlPolicy, "numNodes") ?? 1;
  const isEnabled = (key: string): boolean =>
    args.some((arg) => {
      if (!isSince(context.version, "v2.3")) return arg.includes(key);
      const split = arg.indexOf("=");
      if (split === -1) return false;
      return (
        arg.slice(0, split).includes(key) &&
        arg
          .slice(split + 1)
          .trim()
          .toLowerCase() === "true"
      );
    });
  return {
    model: modelOf(context.runtimeRef.name),
    nodes,
    args,
    isLora: args.some((arg) => arg.includes("model.lora_attn_modules")),
    isQlora: isEnabled("model.quantize_base") && !isEnabled("model.use_dora"),
    isSingleDevice:
      nodes === 1 && (trainer?.["numProcPerNode"] === 1 || gpusPerNode(context) === 1),
  };
}

/** `torchtune-llama3.2-1b` names the model llama3_2/1B; any other number of parts names none. */
function modelOf(runtimeName: string): string {
  const [first, family, size, ...more] = runtimeName.split("-");
  if (first === undefined || family === undefined || size === undefined || more.length > 0)
    return "";
  return `${family.replaceAll(".", "_")}/${size.toUpperCase()}`;
}

function gpusPerNode({ trainer, jobs }: PluginContext): number {
  const own = trainer?.["resourcesPerNode"];
  const runtime = jobs()
    .find((job) => job.ancestor === "trainer")
    ?.containers.find((container) => container.name === "node")?.resources;
  const resources = isJsonObject(own) ? own : runtime;
  return gpusIn(getIn(resources, "requests")) || gpusIn(getIn(resources, "limits"));
}

function gpusIn(list: Json | undefined): number {
  if (!isJsonObject(list)) return 0;
  const name = Object.keys(list).find((key) => key.toLowerCase().includes("gpu"));
  const quantity = name === undefined ? undefined : parseQuantity(String(list[name]));
  return quantity === undefined ? 0 : ceilQuantity(quantity);
}
