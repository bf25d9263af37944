import { isJsonObject } from "../util/json.ts";
import { AppError, type ErrorCause, type FieldProblem } from "./app-error.ts";
import { ERROR_TABLE, type ErrorCode, isErrorCode } from "./error-table.ts";

/** RFC 9457. */
export type ProblemDocument = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string | undefined;
  readonly instance: string;
  readonly code: ErrorCode;
  readonly errors?: readonly FieldProblem[] | undefined;
  readonly causes?: readonly ErrorCause[] | undefined;
  readonly [extra: string]: unknown;
};

/** Any thrown value as a problem document. Of 5xx answers only the fixed title goes out: causes stay in the log. */
export function toProblem(error: unknown, requestId: string): ProblemDocument {
  const code = error instanceof AppError ? error.code : "INTERNAL";
  const row = ERROR_TABLE[code];
  const status = row.status === 0 ? 500 : row.status;
  const base = {
    type: `urn:trainer-dashboard:problem:${code}`,
    title: row.title,
    status,
    instance: requestId,
    code,
  };
  if (!(error instanceof AppError)) return { ...base, detail: "Something went wrong on our side." };
  const { detail, errors, causes, extra, retryAfterSeconds } = error.meta;
  if (status >= 500)
    return { ...base, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
  return {
    ...extra,
    ...base,
    ...(detail === undefined ? {} : { detail }),
    ...(errors === undefined ? {} : { errors }),
    ...(causes === undefined || causes.length === 0 ? {} : { causes }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

/** As much of a fetch Response as is needed here. */
export type AnswerLike = {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
};

/** Reads a failed answer: problem+json of this server, or a Kubernetes Status with its causes. Never throws. */
export async function fromResponse(response: AnswerLike): Promise<AppError> {
  const text = await response.text().catch(() => "");
  return fromBody(response.status, text, response.headers.get("retry-after") ?? undefined);
}

/** The same for a body that was read already. */
export function fromBody(status: number, text: string, retryAfter?: string | undefined): AppError {
  const body = parse(text);
  if (isJsonObject(body)) {
    if (isErrorCode(body["code"])) return fromProblem(body["code"], body, status);
    if (body["kind"] === "Status") return fromStatus(status, body, retryAfter);
  }
  // The API server's own 429 is plain text with a header.
  return new AppError(codeOfStatus(status, undefined), {
    detail: text.slice(0, 500) || undefined,
    upstreamStatus: status,
    retryAfterSeconds: secondsOf(retryAfter),
  });
}

const KNOWN = new Set([
  "type",
  "title",
  "status",
  "detail",
  "instance",
  "code",
  "errors",
  "causes",
  "retryAfterSeconds",
]);

function fromProblem(
  code: ErrorCode,
  body: { readonly [key: string]: unknown },
  status: number,
): AppError {
  const extra = Object.fromEntries(Object.entries(body).filter(([key]) => !KNOWN.has(key)));
  const retry = body["retryAfterSeconds"];
  return new AppError(code, {
    detail: textOf(body["detail"]),
    instance: textOf(body["instance"]),
    errors: Array.isArray(body["errors"]) ? body["errors"].flatMap(toFieldProblem) : undefined,
    causes: Array.isArray(body["causes"]) ? body["causes"].flatMap(toCause) : undefined,
    retryAfterSeconds: typeof retry === "number" ? retry : undefined,
    upstreamStatus: status,
    extra,
  });
}

function fromStatus(
  status: number,
  body: { readonly [key: string]: unknown },
  retryAfter: string | undefined,
): AppError {
  const details = isJsonObject(body["details"]) ? body["details"] : {};
  const causes = Array.isArray(details["causes"]) ? details["causes"].flatMap(toCause) : [];
  const reason = textOf(body["reason"]);
  const seconds = details["retryAfterSeconds"];
  const detail = textOf(body["message"]);
  // What etcd does not take comes as a plain 500, though the object is at fault and nothing else.
  const isTooLarge = status === 500 && /request is too large/.test(detail ?? "");
  // A mutating webhook's 400 has an empty reason.
  return new AppError(isTooLarge ? "REFUSED" : codeOfStatus(status, reason ?? ""), {
    detail,
    reason,
    causes,
    errors: causes.map(({ field, message }) => ({ pointer: "", objectField: field, message })),
    upstreamStatus: status,
    retryAfterSeconds: typeof seconds === "number" ? seconds : secondsOf(retryAfter),
  });
}

/** A Retry-After in seconds; the other spelling, a date, is not understood. */
function secondsOf(retryAfter: string | undefined): number | undefined {
  const seconds = Number(retryAfter ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

/** What an HTTP status of the API server means here. */
function codeOfStatus(status: number, reason: string | undefined): ErrorCode {
  switch (status) {
    case 400:
      return reason === undefined ? "MALFORMED_REQUEST" : "REFUSED";
    case 401:
      return "UNAUTHENTICATED";
    case 403:
      return "FORBIDDEN";
    case 404:
      return "NOT_FOUND";
    case 405:
      return "METHOD_NOT_ALLOWED";
    case 409:
      return "CONFLICT";
    case 410:
      return "TOO_OLD";
    case 413:
      return "BODY_TOO_LARGE";
    case 415:
      return "UNSUPPORTED_MEDIA_TYPE";
    case 422:
      return "REFUSED";
    case 429:
      return "TOO_MANY_REQUESTS";
    case 503:
      return "UPSTREAM_UNAVAILABLE";
    case 504:
      return "UPSTREAM_TIMEOUT";
    default:
      return status >= 500 ? "UPSTREAM_FAILED" : "INTERNAL";
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function toCause(value: unknown): ErrorCause[] {
  if (!isJsonObject(value)) return [];
  return [
    {
      reason: textOf(value["reason"]) ?? "",
      field: textOf(value["field"]) ?? "",
      message: textOf(value["message"]) ?? "",
    },
  ];
}

function toFieldProblem(value: unknown): FieldProblem[] {
  if (!isJsonObject(value)) return [];
  return [
    {
      pointer: textOf(value["pointer"]) ?? "",
      objectField: textOf(value["objectField"]),
      message: textOf(value["message"]) ?? "",
    },
  ];
}
