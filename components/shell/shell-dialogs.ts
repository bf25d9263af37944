import { useSyncExternalStore } from "react";

export type ShellDialog = "help" | "commands" | "settings";

let open: ShellDialog | undefined;
const listeners = new Set<() => void>();

/** At most one of the shell's dialogs is open; buttons in several places open them. */
export function openShellDialog(dialog: ShellDialog | undefined): void {
  open = dialog;
  for (const listener of listeners) listener();
}

export function useShellDialog(): ShellDialog | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
    () => undefined,
  );
}
