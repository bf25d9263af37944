import type { KubeObject } from "#lib/k8s/object.ts";
import { parsePointer } from "#lib/util/pointer.ts";
import { readFlag } from "./read-query.ts";
import { badRequest, invalidOptions, type KubeRefusal, refuse } from "./refusal.ts";

export const APPLY_PATCH = "application/apply-patch+yaml";
export const STRATEGIC_PATCH = "application/strategic-merge-patch+json";

/** The query parameters that every write takes. */
export type WriteOptions = {
  readonly dryRun: boolean;
  readonly manager: string;
  readonly fieldValidation: "Ignore" | "Warn" | "Strict";
};

export type WriteOptionsKind = "CreateOptions" | "UpdateOptions" | "PatchOptions" | "DeleteOptions";

const MAX_MANAGER_LENGTH = 128;

export function headerOf(
  headers: Readonly<Record<string, string>> | undefined,
  name: string,
): string {
  const found = Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name);
  return found?.[1] ?? "";
}

export function readContentType(headers: Readonly<Record<string, string>> | undefined): string {
  return (headerOf(headers, "content-type").split(";")[0] ?? "").trim().toLowerCase();
}

function readManager(
  query: URLSearchParams,
  headers: Readonly<Record<string, string>> | undefined,
  kind: WriteOptionsKind,
): string {
  const manager = query.get("fieldManager") ?? "";
  const field = "fieldManager";
  if (manager.length > MAX_MANAGER_LENGTH)
    throw invalidOptions(kind, {
      reason: "FieldValueTooLong",
      field,
      message: `Too long: may not be more than ${MAX_MANAGER_LENGTH} bytes`,
    });
  const unprintable = [...manager].findIndex((char) => /\p{C}/u.test(char));
  if (unprintable >= 0) {
    const code = manager.codePointAt(unprintable)?.toString(16).toUpperCase().padStart(4, "0");
    const quoted = JSON.stringify(manager);
    throw invalidOptions(kind, {
      reason: "FieldValueInvalid",
      field,
      message: `Invalid value: ${quoted}: invalid character U+${code} (at position ${unprintable})`,
    });
  }
  if (manager !== "") return manager;
  // Without a name, the first word of the client's user agent.
  const agent = headerOf(headers, "user-agent").split("/")[0] ?? "";
  return agent === "" ? "unknown" : agent.slice(0, MAX_MANAGER_LENGTH);
}

export function readDryRun(values: readonly string[], kind: WriteOptionsKind): boolean {
  const wrong = values.find((value) => value !== "All" && value !== "");
  if (wrong !== undefined)
    throw invalidOptions(kind, {
      reason: "FieldValueNotSupported",
      field: "dryRun",
      message: `Unsupported value: ${JSON.stringify(values)}: supported values: "All"`,
    });
  return values.includes("All");
}

/** Throws the 422 of the API server for a parameter that it refuses. */
export function readWriteOptions(
  query: URLSearchParams,
  headers: Readonly<Record<string, string>> | undefined,
  kind: WriteOptionsKind,
): WriteOptions {
  const validation = query.get("fieldValidation") ?? "";
  if (!["", "Ignore", "Warn", "Strict"].includes(validation))
    throw invalidOptions(kind, {
      reason: "FieldValueNotSupported",
      field: "fieldValidation",
      message: `Unsupported value: ${JSON.stringify(validation)}: supported values: "", "Ignore", "Strict", "Warn"`,
    });
  return {
    dryRun: readDryRun(query.getAll("dryRun"), kind),
    manager: readManager(query, headers, kind),
    fieldValidation: validation === "Ignore" || validation === "Strict" ? validation : "Warn",
  };
}

/** Whether an apply takes over what others own. Throws 422 for a patch of another type, and for an apply without a manager. */
export function readForce(query: URLSearchParams, isApply: boolean): boolean {
  const force = query.get("force");
  if (!isApply && force !== null)
    throw invalidOptions("PatchOptions", {
      reason: "FieldValueForbidden",
      field: "force",
      message: "Forbidden: may not be specified for non-apply patch",
    });
  if (isApply && (query.get("fieldManager") ?? "") === "")
    throw invalidOptions("PatchOptions", {
      reason: "FieldValueRequired",
      field: "fieldManager",
      message: "Required value: is required for apply patch",
    });
  return readFlag(query, "force");
}

/** `/spec/jobs/0/name` as `spec.jobs[0].name`. */
function fieldPath(pointer: string): string {
  return parsePointer(pointer)
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join("")
    .replace(/^\./, "");
}

/** Fields given twice are warnings or refusals like unknown ones, and come before them. */
export type SentObject = {
  readonly duplicates?: readonly string[] | undefined;
  readonly kind: string;
  readonly version: string;
  readonly isPatch: boolean;
  readonly sent: KubeObject;
};

/** Warnings for fields that the schema dropped; with `Strict` they refuse the request: 400, or a patch's odd 422. */
export function unknownFieldWarnings(
  pruned: readonly string[],
  validation: WriteOptions["fieldValidation"],
  { kind, version, isPatch, sent, duplicates = [] }: SentObject,
): readonly string[] {
  const texts = [
    ...duplicates.map((field) => `duplicate field ${JSON.stringify(field)}`),
    ...pruned.map((pointer) => `unknown field ${JSON.stringify(fieldPath(pointer))}`),
  ];
  if (texts.length === 0 || validation === "Ignore") return [];
  if (validation === "Warn") return texts;
  const problem = `strict decoding error: ${texts.join(", ")}`;
  throw undecodable({ kind, version, isPatch, sent }, problem);
}

/** An object that the typed decoder does not take: 400, or the odd 422 of a patch. */
export function undecodable(
  { kind, version, isPatch, sent }: SentObject,
  problem: string,
): KubeRefusal {
  if (!isPatch)
    return badRequest(
      `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: ${problem}`,
    );
  const message = `Invalid value: ${JSON.stringify(JSON.stringify(sent))}: ${problem}`;
  const cause = { reason: "FieldValueInvalid", field: "patch", message };
  return refuse(422, "Invalid", ` "" is invalid: patch: ${message}`, { causes: [cause] });
}
