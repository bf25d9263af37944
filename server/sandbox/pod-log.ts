import type { KubeObject } from "#lib/k8s/object.ts";

/** What GET pods/NAME/log asked for; times in milliseconds since the epoch. */
export type PodLogRequest = {
  readonly pod: KubeObject;
  readonly container?: string | undefined;
  readonly follow: boolean;
  readonly previous: boolean;
  readonly timestamps: boolean;
  readonly tailLines?: number | undefined;
  readonly sinceSeconds?: number | undefined;
  readonly sinceTime?: string | undefined;
  readonly limitBytes?: number | undefined;
  /** Aborts when the reader leaves. */
  readonly signal: AbortSignal;
};

/** Lines as text, each with its line break; a string is a refusal (400 with that message). Follows until the signal aborts. */
export type PodLogSource = (request: PodLogRequest) => AsyncIterable<string> | string;
