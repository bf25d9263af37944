import { containersOf, isNodeContainer, trainerJob } from "../jobs.ts";
import {
  type ListNode,
  leaf,
  list,
  listField,
  markComputed,
  type Node,
  type Pen,
} from "../node.ts";
import type { DeviceCount } from "../resources.ts";
import { type Scope, TRAINER_ANCESTOR, TRAINER_PORT } from "../scope.ts";
import type { TrainerValues } from "../trainer-values.ts";
import type { VersionRules } from "../version-rules.ts";
import { inputsOf, masterAddress } from "./node-count.ts";
import type { Processes } from "./processes.ts";

/** What remains when nothing else fits: more nodes, processes or arguments would not change it. */
const FALLBACK = "full_finetune_distributed";

/** Arguments that come from the runtime and cannot be changed. */
const RUNTIME_KEYS = new Set([
  "output_dir",
  "tokenizer.path",
  "checkpointer.checkpoint_dir",
  "tokenizer.merges_file",
]);

/** True when `trainer.command` is exactly `[tune, run]`. */
export function isTorchtune(trainer: TrainerValues | undefined): boolean {
  const command = textsOf(trainer?.command);
  return command.length === 2 && command[0] === "tune" && command[1] === "run";
}

/** Completes `trainer.command` with the rendezvous, the recipe, its configuration and the runtime's own arguments. */
export function applyTorchtune(
  scope: Scope,
  pen: Pen,
  processes: Processes,
  gpus: DeviceCount,
): void {
  const { trainer } = scope;
  if (trainer?.command === undefined) return;
  const nodes = trainerJob(scope.jobs)?.count.value ?? 1;
  const computed = markComputed(pen, []);
  const isDistributed = needsRendezvous(scope, nodes, processes, gpus);
  const rendezvous = isDistributed ? [rendezvousArgument(scope, pen)] : [];
  const recipe = recipeOf(scope, nodes, processes, gpus);
  const decisive = [
    ...inputsOf(trainerJob(scope.jobs)?.count.mark),
    ...processes.inputs,
    ...gpus.inputs,
    ...(trainer.args?.items ?? []).map((item) => item.mark),
  ];
  const model = `${modelOf(scope.runtimeName.value)}${recipe.suffix}`;
  const items: Node[] = [
    ...trainer.command.items,
    ...rendezvous,
    leaf(recipe.name, markComputed(pen, recipe.name === FALLBACK ? [] : decisive)),
    leaf("--config", computed),
    leaf(model, markComputed(pen, [scope.runtimeName.mark, ...decisive])),
    ...runtimeArguments(scope),
  ];
  scope.trainer = { ...trainer, command: list(items, trainer.command.mark) };
}

function needsRendezvous(
  scope: Scope,
  nodes: number,
  { value }: Processes,
  gpus: DeviceCount,
): boolean {
  if (nodes > 1) return true;
  if (scope.rules.torchtune === "fullOnly") return value !== 1;
  return typeof value === "number" ? value > 1 : gpus.value > 1;
}

function rendezvousArgument(scope: Scope, pen: Pen): Node {
  const address = masterAddress(scope, pen, TRAINER_PORT);
  return address.kind === "leaf"
    ? leaf(`--rdzv_endpoint=${String(address.value)}`, address.mark)
    : address;
}

type Recipe = { readonly name: string; readonly suffix: string };

function recipeOf(scope: Scope, nodes: number, processes: Processes, gpus: DeviceCount): Recipe {
  const { torchtune } = scope.rules;
  const { isLora, isQlora } = adaptersOf(torchtune, textsOf(scope.trainer?.args));
  const isOneDevice = processes.value === 1 || (torchtune !== "fullOnly" && gpus.value === 1);
  if (nodes === 1 && isOneDevice) {
    if (isQlora) return { name: "lora_finetune_single_device", suffix: "_qlora_single_device" };
    if (isLora) return { name: "lora_finetune_single_device", suffix: "_lora_single_device" };
    return { name: "full_finetune_single_device", suffix: "_full_single_device" };
  }
  if (nodes === 1 && isQlora) return { name: "lora_finetune_distributed", suffix: "_qlora" };
  if (nodes === 1 && isLora) return { name: "lora_finetune_distributed", suffix: "_lora" };
  return { name: FALLBACK, suffix: nodes > 1 ? "_full_multinode" : "_full" };
}

type Adapters = { readonly isLora: boolean; readonly isQlora: boolean };

/** 2.3 looks at the values of the switches, 2.1 and 2.2 only whether they are named, 2.0 at nothing. */
function adaptersOf(torchtune: VersionRules["torchtune"], args: readonly string[]): Adapters {
  if (torchtune === "fullOnly") return { isLora: false, isQlora: false };
  const isNamed = (key: string): boolean => args.some((arg) => arg.includes(key));
  const isOn = (key: string): boolean =>
    torchtune === "byText" ? isNamed(key) : isSwitchedOn(args, key);
  return {
    isLora: isNamed("model.lora_attn_modules"),
    isQlora: isOn("model.quantize_base") && !isOn("model.use_dora"),
  };
}

function isSwitchedOn(args: readonly string[], key: string): boolean {
  return args.some((arg) => {
    const at = arg.indexOf("=");
    if (at < 0 || !arg.slice(0, at).includes(key)) return false;
    return (
      arg
        .slice(at + 1)
        .trim()
        .toLowerCase() === "true"
    );
  });
}

/** The model that a runtime's name stands for: `torchtune-llama3.2-1b` is `llama3_2/1B`. */
export function modelOf(runtimeName: string): string {
  const [, family, size, ...rest] = runtimeName.split("-");
  if (family === undefined || size === undefined || rest.length > 0) return "";
  return `${family.replaceAll(".", "_")}/${size.toUpperCase()}`;
}

function runtimeArguments(scope: Scope): readonly Node[] {
  const found: Node[] = [];
  for (const job of scope.jobs) {
    if (job.ancestor !== TRAINER_ANCESTOR) continue;
    for (const container of containersOf(job).filter(isNodeContainer)) {
      for (const item of listField(container, "command")?.items ?? []) {
        const text = item.kind === "leaf" ? String(item.value) : "";
        if (RUNTIME_KEYS.has(text.split("=", 1)[0] ?? "")) found.push(item);
      }
    }
  }
  return found;
}

function textsOf(node: ListNode | undefined): readonly string[] {
  return (node?.items ?? []).map((item) => (item.kind === "leaf" ? String(item.value) : ""));
}
