import { useSyncExternalStore } from "react";
import { THEME_KEY } from "./theme-script.ts";

export const THEME_CHOICES = ["system", "light", "dark"] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

const listeners = new Set<() => void>();

/** The choice and its setter; the page itself reads only the `data-theme` attribute. */
export function useThemeChoice(): readonly [ThemeChoice, (choice: ThemeChoice) => void] {
  const choice = useSyncExternalStore(subscribe, readChoice, () => "system" as const);
  return [choice, setThemeChoice];
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia("(prefers-color-scheme: dark)");
  listeners.add(listener);
  query.addEventListener("change", apply);
  return () => {
    listeners.delete(listener);
    query.removeEventListener("change", apply);
  };
}

function readChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(THEME_KEY);
    return THEME_CHOICES.find((choice) => choice === stored) ?? "system";
  } catch {
    return "system";
  }
}

function setThemeChoice(choice: ThemeChoice): void {
  try {
    localStorage.setItem(THEME_KEY, choice);
  } catch {
    // A browser without storage keeps the choice until the next page.
  }
  apply();
  for (const listener of listeners) listener();
}

function apply(): void {
  const choice = readChoice();
  const isDark =
    choice === "dark" ||
    (choice === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
}
