import { AppError } from "../errors/app-error.ts";
import { fromBody } from "../errors/problem.ts";
import * as z from "../protocol/zod.ts";
import { noteServerDate } from "./server-clock.ts";

/**
 * The one place where the browser's requests are made. The base path (the prefix under which the console is served, ""
 * or "/trainer") is read from `<html data-base-path>`; `setBasePath` overrides it.
 */
let basePath: string | undefined;

export function setBasePath(prefix: string): void {
  basePath = prefix;
}

export function getBasePath(): string {
  if (basePath !== undefined) return basePath;
  return typeof document === "undefined"
    ? ""
    : (document.documentElement.dataset["basePath"] ?? "");
}

export type QueryValues = { readonly [key: string]: string | number | boolean | undefined };

/** `/jobs` → `<prefix>/api/jobs?…`; undefined and empty values are left out, keys are in the order given. */
export function apiUrl(path: string, query: QueryValues = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== "") search.set(key, String(value));
  const text = search.toString();
  return `${getBasePath()}/api${path}${text === "" ? "" : `?${text}`}`;
}

/** Path segments, each encoded: `apiPath("jobs", ns, name)`. */
export function apiPath(...segments: readonly string[]): string {
  return segments.map((segment) => `/${encodeURIComponent(segment)}`).join("");
}

export type CallOptions = {
  readonly query?: QueryValues | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** Reads one answer and checks it; throws AppError (code of the problem document, OFFLINE or BAD_ANSWER). */
export async function getJson<S extends z.ZodType>(
  path: string,
  schema: S,
  options: CallOptions = {},
): Promise<z.output<S>> {
  return call("GET", path, schema, undefined, options);
}

/** A write. The body is JSON; the browser sends Origin and Sec-Fetch-Site, which the server checks. */
export async function sendJson<S extends z.ZodType>(
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  schema: S,
  body: unknown,
  options: CallOptions = {},
): Promise<z.output<S>> {
  return call(method, path, schema, body, options);
}

async function call<S extends z.ZodType>(
  method: string,
  path: string,
  schema: S,
  body: unknown,
  options: CallOptions,
): Promise<z.output<S>> {
  const response = await reach(apiUrl(path, options.query), {
    method,
    credentials: "same-origin",
    headers: {
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  noteServerDate(response.headers.get("date"), Date.now());
  const text = await response.text();
  if (!response.ok) throw fromBody(response.status, text);
  return parseAnswer(text, schema);
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new AppError("OFFLINE", { cause: error });
  }
}

function parseAnswer<S extends z.ZodType>(text: string, schema: S): z.output<S> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new AppError("BAD_ANSWER", { cause: error });
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw new AppError("BAD_ANSWER", { detail: z.prettifyError(parsed.error) });
  return parsed.data;
}
