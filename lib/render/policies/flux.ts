import { containersOf, isNodeContainer, trainerContainer } from "../jobs.ts";
import {
  ensureList,
  type ListNode,
  leaf,
  leafField,
  list,
  listField,
  type Mark,
  markComputed,
  type Node,
  type ObjectNode,
  objectItems,
  type Pen,
  textField,
  toObjectNode,
} from "../node.ts";
import { type Job, NODE, type Scope } from "../scope.ts";
import { upsertMount, upsertVolume } from "../upsert.ts";

const DEFAULT_VIEW_IMAGE = "ghcr.io/converged-computing/flux-view-ubuntu:tag-jammy";
const VIEW_IMAGE = "FLUX_VIEW_IMAGE";

export const fluxConfigName = (scope: Scope): string => `${scope.name.value}-flux-entrypoint`;
export const fluxSecretName = (scope: Scope): string => `${scope.name.value}-flux-curve`;

/** Wraps the command of the trainer and prepares the job called `node`. Needs `trainer.numNodes`. */
export function applyFlux(scope: Scope): void {
  const pen = scope.pen("policy", "flux");
  const { trainer } = scope;
  if (trainer?.numNodes === undefined) {
    const path = trainer === undefined ? "/spec/trainer" : "/spec/trainer/numNodes";
    scope.report("REQUIRED_VALUE_MISSING", path, "the flux policy needs spec.trainer.numNodes");
    return;
  }
  const image = viewImage(scope, pen);
  const mark = markComputed(pen, []);
  const command = [
    leaf("/bin/bash", mark),
    leaf("/etc/flux-config/entrypoint.sh", mark),
    originalCommand(scope, pen),
  ];
  scope.trainer = { ...trainer, command: list(command, mark), args: undefined };
  for (const job of scope.jobs) if (job.name === NODE) prepareJob(scope, pen, job, image);
}

function originalCommand(scope: Scope, pen: Pen): Node {
  const ofRuntime = scope.rules.flux.runtimeCommand ? trainerContainer(scope.jobs) : undefined;
  const command = scope.trainer?.command ?? listField(ofRuntime, "command");
  const items = [...textsOf(command), ...textsOf(scope.trainer?.args)];
  const text = items
    .map((item) => item.text)
    .join(" ")
    .trim();
  return leaf(
    text,
    markComputed(
      pen,
      items.map((item) => item.mark),
    ),
  );
}

function textsOf(node: ListNode | undefined): readonly { text: string; mark: Mark }[] {
  return (node?.items ?? []).map((item) => ({
    text: item.kind === "leaf" ? String(item.value) : "",
    mark: item.mark,
  }));
}

/** The trainer's env wins over the runtime's, which counts only with a literal value. */
function viewImage(scope: Scope, pen: Pen): Node {
  const own = scope.trainer?.env.find((entry) => textField(entry, "name") === VIEW_IMAGE);
  if (own !== undefined) {
    const value = leafField(own, "value");
    return leaf(value?.value ?? "", markComputed(pen, value === undefined ? [] : [value.mark]));
  }
  const value = objectItems(trainerContainer(scope.jobs), "env")
    .filter((entry) => textField(entry, "name") === VIEW_IMAGE)
    .map((entry) => leafField(entry, "value"))
    .find((found) => found !== undefined);
  if (value === undefined) return leaf(DEFAULT_VIEW_IMAGE, markComputed(pen, []));
  return leaf(value.value, markComputed(pen, [value.mark]));
}

function prepareJob(scope: Scope, pen: Pen, job: Job, image: Node): void {
  const mark = markComputed(pen, []);
  const named = (text: string): Node => leaf(text, markComputed(pen, [scope.name.mark]));
  const config = fluxConfigName(scope);
  const { sharedMemory } = scope.rules.flux;
  const volumes = [
    { name: "spack-install", emptyDir: {} },
    { name: "flux-install", emptyDir: {} },
    { name: named(config), configMap: { name: named(config), defaultMode: 0o755 } },
    ...(sharedMemory ? [{ name: "shared-memory", emptyDir: { medium: "Memory" } }] : []),
    {
      name: "flux-curve",
      secret: { secretName: named(fluxSecretName(scope)), defaultMode: 0o400 },
    },
  ];
  for (const volume of volumes) upsertVolume(job.podSpec, toObjectNode(volume, mark));
  const view = { name: "flux-install", mountPath: "/mnt/flux" };
  const entry = { name: named(config), mountPath: "/etc/flux-config", readOnly: true };
  const mounts = [
    view,
    { name: "spack-install", mountPath: "/opt/software" },
    entry,
    { name: "flux-curve", mountPath: "/curve", readOnly: true },
    ...(sharedMemory ? [{ name: "shared-memory", mountPath: "/dev/shm", readOnly: true }] : []),
  ];
  for (const container of containersOf(job).filter(isNodeContainer)) {
    for (const mount of mounts) upsertMount(container, toObjectNode(mount, mark));
  }
  const installer = {
    name: "flux-installer",
    image,
    command: ["/bin/bash", "/etc/flux-config/init.sh"],
    volumeMounts: [view, entry],
  };
  ensureList(job.podSpec, "initContainers", mark).items.push(
    withoutEmptyImage(toObjectNode(installer, mark)),
  );
}

/** An empty image is not copied into the container. */
function withoutEmptyImage(container: ObjectNode): ObjectNode {
  if (textField(container, "image") === "") container.fields.delete("image");
  return container;
}
