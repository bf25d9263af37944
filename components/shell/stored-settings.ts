import { useSyncExternalStore } from "react";

export type Settings = {
  /** `UTC`, `local`, or a name of the IANA database. */
  readonly timeZone: string;
  /** The tip to show next; at the number of tips there is none. */
  readonly tip: number;
};

export const DEFAULT_SETTINGS: Settings = { timeZone: "UTC", tip: 0 };
/** Past every tip. */
export const NO_TIPS = 99;

const KEY = "trainer-dashboard:settings";
const listeners = new Set<() => void>();
let cached: { readonly text: string | undefined; readonly value: Settings } | undefined;
/** Where the browser keeps nothing, choices last as long as the page. */
let unstored: string | undefined;

/** What this browser keeps beside the theme; on the server the defaults without tips. */
export function useSettings(): readonly [Settings, (change: Partial<Settings>) => void] {
  const settings = useSyncExternalStore(subscribe, readSettings, () => ON_SERVER);
  return [settings, changeSettings];
}

const ON_SERVER: Settings = { ...DEFAULT_SETTINGS, tip: NO_TIPS };

function readSettings(): Settings {
  const text = readText();
  if (cached === undefined || cached.text !== text) cached = { text, value: parseSettings(text) };
  return cached.value;
}

function readText(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? unstored;
  } catch {
    return unstored;
  }
}

/** What cannot be read, or names a time zone that the browser does not know, falls back to the default. */
export function parseSettings(text: string | undefined): Settings {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? "{}");
  } catch {
    return DEFAULT_SETTINGS;
  }
  if (typeof stored !== "object" || stored === null) return DEFAULT_SETTINGS;
  const { timeZone, tip } = { timeZone: undefined, tip: undefined, ...stored };
  return {
    timeZone:
      typeof timeZone === "string" && isTimeZone(timeZone) ? timeZone : DEFAULT_SETTINGS.timeZone,
    tip: typeof tip === "number" ? tip : DEFAULT_SETTINGS.tip,
  };
}

function isTimeZone(name: string): boolean {
  if (name === "local") return true;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function changeSettings(change: Partial<Settings>): void {
  const text = JSON.stringify({ ...readSettings(), ...change });
  unstored = text;
  try {
    localStorage.setItem(KEY, text);
  } catch {
    // Kept for this page only.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}
