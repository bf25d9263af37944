import type { LeafBlame, Origin } from "#lib/render/index.ts";
import type { Json } from "#lib/util/json.ts";
import { paint } from "./paint.ts";
import type { ContainerView, PodValue, PodView } from "./pod-view.ts";

/** A pod for reading: each value with who wrote it. */
export function podLines(view: PodView): readonly string[] {
  return [
    paint("bold", `pod ${view.pod} (job ${view.job}, index ${view.index})`),
    ...section("nodeSelector", view.nodeSelector),
    ...view.containers.flatMap(containerLines),
  ];
}

function containerLines(view: ContainerView): readonly string[] {
  const fields = [view.image, view.command, view.args].filter((value) => value !== undefined);
  const kind = view.isInit ? "init container" : "container";
  return [
    paint("bold", `${kind} ${view.name}`),
    ...fields.map((value) => `  ${valueText(value, ": ")}`),
    ...section("env", view.env),
    ...section("resources", view.resources),
  ];
}

function section(title: string, values: readonly PodValue[]): readonly string[] {
  if (values.length === 0) return [];
  return [`  ${title}`, ...values.map((value) => `    ${valueText(value, "=")}`)];
}

function valueText({ name, value, blame }: PodValue, sign: string): string {
  return `${name}${sign}${shown(value)}  ${paint("dim", `# ${blame === undefined ? "Kubernetes" : blameText(blame)}`)}`;
}

function shown(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** `policy torch from trainJob /spec/trainer/numNodes, before: runtime /spec/…`. */
export function blameText({ origin, chain, inputs = [] }: LeafBlame): string {
  const from = inputs.length === 0 ? "" : ` from ${inputs.map(originText).join(" and ")}`;
  const before = chain.length === 0 ? "" : `, over ${chain.map(originText).join(", ")}`;
  return `${originText(origin)}${from}${before}`;
}

function originText({ layer, name, manager, time, path }: Origin): string {
  return [layer, name ?? manager, time, path].filter((part) => part !== undefined).join(" ");
}
