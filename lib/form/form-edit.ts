import type {
  ContainerList,
  ContainerSecurityForm,
  EnvForm,
  MountForm,
  NamedItem,
  PodSecurityForm,
  StringMap,
  VolumeForm,
} from "./form-model.ts";
import type { AffinityForm, Toleration } from "./scheduling-model.ts";

/** Which of the model's parts: its index, or all of them alike. */
export type PartChoice = number | "all";

/** `set` and `remove` name an element by its index in the model; out of range they do nothing. */
export type ListChange<Item> =
  | { readonly type: "add"; readonly item: Item }
  | { readonly type: "set"; readonly index: number; readonly item: Item }
  | { readonly type: "remove"; readonly index: number };

export type MapName =
  | "jobSetLabels"
  | "jobSetAnnotations"
  | "jobLabels"
  | "jobAnnotations"
  | "podLabels"
  | "podAnnotations"
  | "nodeSelector";

/** `remove` and `rename` of an absent key do nothing; `rename` onto a key that is there replaces it. */
export type MapChange =
  | { readonly type: "set"; readonly key: string; readonly value: string }
  | { readonly type: "remove"; readonly key: string }
  | { readonly type: "rename"; readonly key: string; readonly to: string }
  | { readonly type: "mode"; readonly mode: StringMap["mode"] };

type InPart = { readonly part: PartChoice };
type InContainer = InPart & { readonly list: ContainerList; readonly container: string };

type AffinityListEdit = {
  readonly [List in keyof AffinityForm]: InPart & {
    readonly op: "affinity";
    readonly terms: List;
    readonly change: ListChange<AffinityForm[List][number]>;
  };
}[keyof AffinityForm];

/**
 * One act of the user in the form. Containers are named, not counted: the first edit of one that the draft does not
 * mention adds it.
 */
export type FormEdit =
  /** No names: the JobSet. A job that is new in a runtime patch starts as a copy of the first one's part. */
  | { readonly op: "setJobs"; readonly names: readonly string[] }
  | (Partial<InPart> & {
      readonly op: "map";
      readonly map: MapName;
      readonly change: MapChange;
    })
  | (InPart & { readonly op: "serviceAccountName"; readonly value: string })
  | (InPart & { readonly op: "terminationGracePeriodSeconds"; readonly value: number | undefined })
  | (InPart & { readonly op: "podSecurity"; readonly value: PodSecurityForm })
  | (InPart & { readonly op: "tolerations"; readonly change: ListChange<Toleration> })
  | AffinityListEdit
  | (InPart & { readonly op: "volumes"; readonly change: ListChange<VolumeForm> })
  | (InPart & {
      readonly op: "imagePullSecrets" | "schedulingGates";
      readonly change: ListChange<NamedItem>;
    })
  | (InContainer & { readonly op: "addContainer" | "removeContainer" })
  | (InContainer & { readonly op: "env"; readonly change: ListChange<EnvForm> })
  /** Every env of that name. */
  | (InContainer & { readonly op: "removeEnv"; readonly name: string })
  | (InContainer & { readonly op: "volumeMounts"; readonly change: ListChange<MountForm> })
  | (InContainer & { readonly op: "containerSecurity"; readonly value: ContainerSecurityForm });

/** The edits that change one part's pod. */
export type PodEdit = Exclude<FormEdit, { readonly op: "setJobs" | "map" }>;
export type ContainerEdit = Extract<FormEdit, { readonly container: string }>;

export function changeList<Item>(
  items: readonly Item[],
  change: ListChange<Item>,
): readonly Item[] {
  if (change.type === "add") return [...items, change.item];
  const { index } = change;
  if (index < 0 || index >= items.length) return items;
  if (change.type === "remove") return items.filter((_, at) => at !== index);
  return items.map((item, at) => (at === index ? change.item : item));
}

export function changeMap(map: StringMap, change: MapChange): StringMap {
  const { entries, mode } = map;
  if (change.type === "mode") return { mode: change.mode, entries };
  if (change.type === "set") return { mode, entries: { ...entries, [change.key]: change.value } };
  if (!(change.key in entries)) return map;
  const kept = Object.entries(entries).flatMap(([key, value]) => {
    if (change.type === "remove") return key === change.key ? [] : [[key, value] as const];
    if (key === change.key) return [[change.to, value] as const];
    return key === change.to ? [] : [[key, value] as const];
  });
  return { mode, entries: Object.fromEntries(kept) };
}
