import type { Json } from "../util/json.ts";

/** What has no sentence of its own in the form; shown as YAML, kept as it is. */
export type RawItem = { readonly kind: "raw"; readonly value: Json };

/** `effect` "" = every effect. `seconds`: how long a NoExecute taint is tolerated. */
export type Toleration =
  | { readonly kind: "everything"; readonly effect: string; readonly seconds: number | undefined }
  | {
      readonly kind: "exists";
      readonly key: string;
      readonly effect: string;
      readonly seconds: number | undefined;
    }
  | {
      readonly kind: "equals";
      readonly key: string;
      readonly value: string;
      readonly effect: string;
      readonly seconds: number | undefined;
    }
  | RawItem;

/** In, NotIn, Exists, DoesNotExist, Gt, Lt; all of a term's expressions must hold. */
export type NodeExpression = {
  readonly key: string;
  readonly operator: string;
  readonly values: readonly string[];
};

export type NodeTerm =
  | { readonly kind: "labels"; readonly expressions: readonly NodeExpression[] }
  | RawItem;

export type WeightedNodeTerm =
  | {
      readonly kind: "labels";
      readonly weight: number;
      readonly expressions: readonly NodeExpression[];
    }
  | RawItem;

/** Pods with these labels, in the same place as the node label `topologyKey` says. */
export type PodTerm =
  | {
      readonly kind: "topology";
      readonly topologyKey: string;
      readonly labels: { readonly [key: string]: string };
    }
  | RawItem;

export type WeightedPodTerm =
  | {
      readonly kind: "topology";
      readonly weight: number;
      readonly topologyKey: string;
      readonly labels: { readonly [key: string]: string };
    }
  | RawItem;

/** A node must match one of `nodeRequired`. Pack = pod affinity, spread = pod anti-affinity. */
export type AffinityForm = {
  readonly nodeRequired: readonly NodeTerm[];
  readonly nodePreferred: readonly WeightedNodeTerm[];
  readonly packRequired: readonly PodTerm[];
  readonly packPreferred: readonly WeightedPodTerm[];
  readonly spreadRequired: readonly PodTerm[];
  readonly spreadPreferred: readonly WeightedPodTerm[];
};
