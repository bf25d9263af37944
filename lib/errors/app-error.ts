import { ERROR_TABLE, type ErrorCode } from "./error-table.ts";

/** `pointer` points into the request, `objectField` is the field as the API server writes it. */
export type FieldProblem = {
  readonly pointer: string;
  readonly objectField?: string | undefined;
  readonly message: string;
};

/** metav1.StatusCause, as the API server sent it. */
export type ErrorCause = {
  readonly reason: string;
  readonly field: string;
  readonly message: string;
};

export type ErrorMeta = {
  readonly detail?: string | undefined;
  readonly errors?: readonly FieldProblem[] | undefined;
  /** Causes of a Kubernetes Status; kept beside `errors` so that a caller can map them to its request. */
  readonly causes?: readonly ErrorCause[] | undefined;
  /** HTTP status of the upstream or of the answer that this error was read from. */
  readonly upstreamStatus?: number | undefined;
  /** Reason of a Kubernetes Status. */
  readonly reason?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** Request id of the answer. */
  readonly instance?: string | undefined;
  /** Further members of the problem document, such as the fresh object of a conflict. */
  readonly extra?: { readonly [key: string]: unknown } | undefined;
  readonly cause?: unknown;
};

/** An expected failure at a boundary. Everything else that is thrown is a defect. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly meta: ErrorMeta;

  constructor(code: ErrorCode, meta: ErrorMeta = {}) {
    super(
      meta.detail ?? ERROR_TABLE[code].title,
      meta.cause === undefined ? undefined : { cause: meta.cause },
    );
    this.name = "AppError";
    this.code = code;
    this.meta = meta;
  }

  get status(): number {
    return ERROR_TABLE[this.code].status;
  }

  get expected(): boolean {
    return ERROR_TABLE[this.code].expected;
  }
}

export function isAppError(error: unknown, ...codes: readonly ErrorCode[]): error is AppError {
  return error instanceof AppError && (codes.length === 0 || codes.includes(error.code));
}
