/** metav1.Status: how the API server says no. */
export type StatusCause = {
  readonly reason: string;
  readonly field: string;
  readonly message: string;
};

export type KubeStatus = {
  readonly kind: "Status";
  readonly apiVersion: "v1";
  readonly metadata: { readonly [key: string]: never };
  readonly status: "Success" | "Failure";
  readonly code: number;
  readonly reason?: string | undefined;
  readonly message: string;
  readonly details?:
    | {
        readonly name?: string | undefined;
        readonly group?: string | undefined;
        readonly kind?: string | undefined;
        readonly uid?: string | undefined;
        readonly causes?: readonly StatusCause[] | undefined;
        readonly retryAfterSeconds?: number | undefined;
      }
    | undefined;
};
