/**
 * The one table of expected and unexpected failures: code → HTTP status, title, and whether it is expected
 * (logged at info) or a defect (logged at error). Status 0 marks failures that only a client sees.
 */
export const ERROR_TABLE = {
  MALFORMED_REQUEST: { status: 400, title: "Malformed request", expected: true },
  UNAUTHENTICATED: { status: 401, title: "Not signed in", expected: true },
  FORBIDDEN: { status: 403, title: "Not allowed", expected: true },
  READ_ONLY: { status: 403, title: "Read-only mode", expected: true },
  CROSS_SITE: { status: 403, title: "Cross-site request refused", expected: true },
  /** The lane of another manager; an admin may confirm. */
  FOREIGN_LANE: { status: 403, title: "Another manager's lane", expected: true },
  NOT_FOUND: { status: 404, title: "Not found", expected: true },
  NOT_INSTALLED: { status: 404, title: "Not installed in this cluster", expected: true },
  METHOD_NOT_ALLOWED: { status: 405, title: "Method not allowed", expected: true },
  CONFLICT: { status: 409, title: "The object changed meanwhile", expected: true },
  /** The override list differs from the one that the draft was made on; `trainJob` holds the fresh object. */
  LIST_CHANGED: { status: 409, title: "The overrides changed meanwhile", expected: true },
  /** Another object of that name: the uid differs. */
  RECREATED: { status: 409, title: "The object was deleted and made anew", expected: true },
  /** Another entry stands at the requested time. */
  TIME_TAKEN: { status: 409, title: "That time is taken", expected: true },
  /** The manager has a newer entry than the requested time. */
  TIME_NOT_LATER: { status: 409, title: "A newer entry exists", expected: true },
  /** Many tries lost against other writers. */
  CONTENDED: { status: 409, title: "Too many writers at once", expected: true },
  /** Only while the TrainJob is suspended and nothing of it runs. */
  NOT_SUSPENDED: { status: 409, title: "The TrainJob is not suspended", expected: true },
  TOO_OLD: { status: 410, title: "Too old", expected: true },
  BODY_TOO_LARGE: { status: 413, title: "Body too large", expected: true },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: "Unsupported media type", expected: true },
  HOST_REFUSED: { status: 421, title: "Host not served here", expected: true },
  /** The request's own shape; `errors` points into it. */
  INVALID: { status: 422, title: "Invalid request", expected: true },
  /** The cluster's rules (schema, CEL, webhook) refuse the object; `errors` points into the request. */
  REFUSED: { status: 422, title: "Refused", expected: true },
  APPEND_ONLY: { status: 422, title: "Entries are append-only", expected: true },
  UNSUPPORTED_BY_DIALECT: {
    status: 422,
    title: "Not possible in this override API",
    expected: true,
  },
  /** A further request than the server now takes; come back later. */
  TOO_MANY_REQUESTS: { status: 429, title: "Too many requests", expected: true },
  INTERNAL: { status: 500, title: "Internal error", expected: false },
  UPSTREAM_FAILED: { status: 502, title: "The Kubernetes API server failed", expected: false },
  UPSTREAM_UNAVAILABLE: {
    status: 503,
    title: "The Kubernetes API server is not reachable",
    expected: true,
  },
  STARTING: { status: 503, title: "Still starting", expected: true },
  UPSTREAM_TIMEOUT: {
    status: 504,
    title: "The Kubernetes API server did not answer in time",
    expected: true,
  },
  /** Client only: no answer came. */
  OFFLINE: { status: 0, title: "The server is not reachable", expected: true },
  /** Client only: an answer that does not fit the protocol. */
  BAD_ANSWER: { status: 0, title: "The answer was not understood", expected: false },
} as const satisfies Record<string, { status: number; title: string; expected: boolean }>;

export type ErrorCode = keyof typeof ERROR_TABLE;

export function isErrorCode(text: unknown): text is ErrorCode {
  return typeof text === "string" && Object.hasOwn(ERROR_TABLE, text);
}
