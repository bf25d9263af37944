import type { AppendDraft } from "./append-draft.ts";
import type { OpenAttempt } from "./append-request.ts";

const PREFIX = "trainer-dashboard:draft:";
const SENT = "trainer-dashboard:sent:";

function keyOf(uid: string, manager: string): string {
  return `${PREFIX}${uid}:${manager}`;
}

/** The stored draft of a lane; undefined where there is none, or none that can be read. */
export function readDraft(uid: string, manager: string): AppendDraft | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(uid, manager)) ?? "null");
    return parseDraft(value, manager);
  } catch {
    return undefined;
  }
}

export function writeDraft(uid: string, draft: AppendDraft): void {
  try {
    localStorage.setItem(keyOf(uid, draft.manager), JSON.stringify(draft));
  } catch {
    // Without storage the draft lives as long as the sheet.
  }
}

export function dropDraft(uid: string, manager: string): void {
  try {
    localStorage.removeItem(keyOf(uid, manager));
  } catch {
    // Nothing was stored.
  }
}

function parseDraft(value: unknown, manager: string): AppendDraft | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (!("text" in value && "kind" in value && "targets" in value)) return undefined;
  const { text, kind, targets } = value;
  if (typeof text !== "string" || (kind !== "job" && kind !== "pod") || !Array.isArray(targets))
    return undefined;
  const time = "time" in value && typeof value.time === "string" ? value.time : "";
  const names = targets.filter((name) => typeof name === "string");
  return { manager, kind, targets: names, text, time };
}

/** A try of the lane's draft whose answer is missing; kept so that a reload does not send it as a new entry. */
export function readAttempt(uid: string, manager: string): OpenAttempt | undefined {
  try {
    return parseAttempt(JSON.parse(localStorage.getItem(`${SENT}${uid}:${manager}`) ?? "null"));
  } catch {
    return undefined;
  }
}

export function writeAttempt(uid: string, manager: string, attempt: OpenAttempt | undefined): void {
  try {
    const key = `${SENT}${uid}:${manager}`;
    if (attempt === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(attempt));
  } catch {
    // Without storage a try is remembered as long as it runs.
  }
}

function parseAttempt(value: unknown): OpenAttempt | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (!("key" in value && "seen" in value && "count" in value)) return undefined;
  const { key, seen, count } = value;
  if (typeof key !== "string" || typeof seen !== "string" || typeof count !== "number")
    return undefined;
  const time = "time" in value && typeof value.time === "string" ? value.time : undefined;
  return { key, seen, count, time };
}
