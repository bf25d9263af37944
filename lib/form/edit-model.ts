import { unreachable } from "../util/assert.ts";
import {
  type ContainerEdit,
  changeList,
  changeMap,
  type FormEdit,
  type MapName,
  type PartChoice,
  type PodEdit,
} from "./form-edit.ts";
import {
  type ContainerForm,
  type ContainerList,
  emptyContainer,
  emptyForm,
  type FormModel,
  type FormPart,
  NO_METADATA,
  type PodForm,
  type StringMap,
} from "./form-model.ts";
import { layoutOf } from "./layout.ts";

/** The form after an edit. An edit of a place that the dialect does not have changes nothing. */
export function editModel(model: FormModel, edit: FormEdit): FormModel {
  if (edit.op === "setJobs") return withJobs(model, edit.names);
  if (edit.op === "map") return withMap(model, edit);
  return inParts(model, edit.part, (part) => {
    const hasPod = layoutOf(model, part.targets.length > 0).podSpec !== undefined;
    return hasPod ? { ...part, pod: editPod(part.pod, edit) } : part;
  });
}

function inParts(
  model: FormModel,
  choice: PartChoice | undefined,
  change: (part: FormPart) => FormPart,
): FormModel {
  const parts = model.parts.map((part, index) =>
    choice === "all" || choice === index ? change(part) : part,
  );
  return { ...model, parts };
}

function withJobs(model: FormModel, names: readonly string[]): FormModel {
  const wanted = [...new Set(names)];
  if (model.dialect === "runtimePatches") return { ...model, parts: partsFor(model, wanted) };
  const [part] = model.parts;
  if (part === undefined) return model;
  const kept = part.targets.filter(({ name }) => wanted.includes(name));
  const known = new Set(kept.map(({ name }) => name));
  const added = wanted.filter((name) => !known.has(name)).map((name) => ({ name, rest: {} }));
  const targets = [...kept, ...added];
  const moved = movedMetadata(model, part, targets.length > 0);
  return { ...model, ...moved.model, parts: [{ ...part, ...moved.part, targets }] };
}

/** The metadata of a `job` entry stays where it is written and changes its owner. */
function movedMetadata(model: FormModel, part: FormPart, hasTargets: boolean) {
  const isShared = model.dialect === "templateOverrides" && model.kind === "job";
  if (!isShared || hasTargets === part.targets.length > 0) return { model: {}, part: {} };
  return hasTargets
    ? { model: { jobSetMetadata: NO_METADATA }, part: { jobMetadata: model.jobSetMetadata } }
    : { model: { jobSetMetadata: part.jobMetadata }, part: { jobMetadata: NO_METADATA } };
}

function partsFor(model: FormModel, names: readonly string[]): readonly FormPart[] {
  const nameOf = (part: FormPart): string => part.targets[0]?.name ?? "";
  const kept = model.parts.filter((part) => names.includes(nameOf(part)));
  const known = new Set(kept.map(nameOf));
  const first = model.parts[0];
  const added = emptyForm(
    model,
    names.filter((name) => !known.has(name)),
  ).parts.map((part) => (first === undefined ? part : { ...first, targets: part.targets }));
  return [...kept, ...added];
}

function withMap(model: FormModel, edit: Extract<FormEdit, { readonly op: "map" }>): FormModel {
  const change = (map: StringMap): StringMap => changeMap(map, edit.change);
  const isJobSet = edit.map === "jobSetLabels" || edit.map === "jobSetAnnotations";
  if (isJobSet) {
    const hasTargets = model.parts.some(({ targets }) => targets.length > 0);
    if (layoutOf(model, hasTargets).jobSetMetadata === undefined) return model;
    const { labels, annotations } = model.jobSetMetadata;
    const jobSetMetadata =
      edit.map === "jobSetLabels"
        ? { labels: change(labels), annotations }
        : { labels, annotations: change(annotations) };
    return { ...model, jobSetMetadata };
  }
  return inParts(model, edit.part, (part) =>
    hasMap(model, part, edit.map) ? withPartMap(part, edit.map, change) : part,
  );
}

function hasMap(model: FormModel, part: FormPart, map: MapName): boolean {
  const layout = layoutOf(model, part.targets.length > 0);
  if (map === "nodeSelector") return layout.podSpec !== undefined;
  const isJob = map === "jobLabels" || map === "jobAnnotations";
  return (isJob ? layout.jobMetadata : layout.podMetadata) !== undefined;
}

function withPartMap(
  part: FormPart,
  map: MapName,
  change: (map: StringMap) => StringMap,
): FormPart {
  const { jobMetadata: job, podMetadata: own, pod } = part;
  switch (map) {
    case "jobLabels":
      return { ...part, jobMetadata: { ...job, labels: change(job.labels) } };
    case "jobAnnotations":
      return { ...part, jobMetadata: { ...job, annotations: change(job.annotations) } };
    case "podLabels":
      return { ...part, podMetadata: { ...own, labels: change(own.labels) } };
    case "podAnnotations":
      return { ...part, podMetadata: { ...own, annotations: change(own.annotations) } };
    case "nodeSelector":
      return { ...part, pod: { ...pod, nodeSelector: change(pod.nodeSelector) } };
    case "jobSetLabels":
    case "jobSetAnnotations":
      return part;
    default:
      return unreachable(map);
  }
}

function editPod(pod: PodForm, edit: PodEdit): PodForm {
  switch (edit.op) {
    case "serviceAccountName":
      return { ...pod, serviceAccountName: edit.value };
    case "terminationGracePeriodSeconds":
      return { ...pod, terminationGracePeriodSeconds: edit.value };
    case "podSecurity":
      return { ...pod, securityContext: edit.value };
    case "tolerations":
      return { ...pod, tolerations: changeList(pod.tolerations, edit.change) };
    case "volumes":
      return { ...pod, volumes: changeList(pod.volumes, edit.change) };
    case "imagePullSecrets":
    case "schedulingGates":
      return { ...pod, [edit.op]: changeList(pod[edit.op], edit.change) };
    case "affinity":
      return { ...pod, affinity: editAffinity(pod.affinity, edit) };
    case "addContainer":
    case "removeContainer":
    case "env":
    case "removeEnv":
    case "volumeMounts":
    case "containerSecurity":
      return { ...pod, [edit.list]: editContainers(pod[edit.list], edit) };
    default:
      return unreachable(edit);
  }
}

function editAffinity(
  affinity: PodForm["affinity"],
  edit: Extract<FormEdit, { readonly op: "affinity" }>,
): PodForm["affinity"] {
  switch (edit.terms) {
    case "nodeRequired":
      return { ...affinity, nodeRequired: changeList(affinity.nodeRequired, edit.change) };
    case "nodePreferred":
      return { ...affinity, nodePreferred: changeList(affinity.nodePreferred, edit.change) };
    case "packRequired":
    case "spreadRequired":
      return { ...affinity, [edit.terms]: changeList(affinity[edit.terms], edit.change) };
    case "packPreferred":
    case "spreadPreferred":
      return { ...affinity, [edit.terms]: changeList(affinity[edit.terms], edit.change) };
    default:
      return unreachable(edit);
  }
}

function editContainers(
  containers: PodForm[ContainerList],
  edit: ContainerEdit,
): readonly ContainerForm[] {
  if (edit.op === "removeContainer")
    return containers.filter(({ name }) => name !== edit.container);
  const isKnown = containers.some(({ name }) => name === edit.container);
  if (!isKnown && takesAway(edit)) return containers;
  const all = isKnown ? containers : [...containers, emptyContainer(edit.container)];
  const at = all.findIndex(({ name }) => name === edit.container);
  return all.map((container, index) => (index === at ? editContainer(container, edit) : container));
}

function takesAway(edit: ContainerEdit): boolean {
  if (edit.op === "removeEnv") return true;
  return (edit.op === "env" || edit.op === "volumeMounts") && edit.change.type !== "add";
}

function editContainer(container: ContainerForm, edit: ContainerEdit): ContainerForm {
  switch (edit.op) {
    case "addContainer":
    case "removeContainer":
      return container;
    case "env":
      return { ...container, env: changeList(container.env, edit.change) };
    case "removeEnv":
      return { ...container, env: container.env.filter(({ name }) => name !== edit.name) };
    case "volumeMounts":
      return { ...container, volumeMounts: changeList(container.volumeMounts, edit.change) };
    case "containerSecurity":
      return { ...container, securityContext: edit.value };
    default:
      return unreachable(edit);
  }
}
