/**
 * The only door to a cluster. Behind it is a real API server (client-node loads configuration, credentials and TLS)
 * or the sandbox; nothing above it can tell which.
 */
export type KubeIdentity =
  | { readonly kind: "self" }
  /** Act as this user and these groups (impersonation). */
  | { readonly kind: "user"; readonly user: string; readonly groups: readonly string[] }
  | { readonly kind: "token"; readonly token: string };

export type KubeCall = {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path below the API server's root, already encoded, without query: `/apis/trainer.kubeflow.org/v1alpha1/trainjobs`. */
  readonly path: string;
  readonly query?: URLSearchParams | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  readonly identity: KubeIdentity;
  readonly signal?: AbortSignal | undefined;
};

export type KubeAnswer = {
  readonly status: number;
  readonly headers: Headers;
  /** Ends, or errors, when the call's signal aborts. A reader that stops reading must cancel it. */
  readonly body: ReadableStream<Uint8Array>;
};

export type KubeTransport = { request(call: KubeCall): Promise<KubeAnswer> };
