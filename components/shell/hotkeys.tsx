"use client";

export type Bindings = { readonly [keys: string]: (() => void) | undefined };

const CHORD_MS = 1000;

/**
 * Page-wide keys: `"j"`, `"/"`, `"esc"`, or two in a row as `"g j"`. Silent while one types, while a dialog or menu is
 * open, and with Ctrl, Alt or Meta; but `"mod k"` is Ctrl or Cmd with that key, also while one types. The listener lives as long as the element does.
 */
export function Hotkeys({ bindings }: { bindings: Bindings }) {
  return <span hidden ref={(element) => (element === null ? undefined : listen(bindings))} />;
}

let firstOfChord: { key: string; at: number } | undefined;

function listen(bindings: Bindings): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      const action = bindings[`mod ${event.key.toLowerCase()}`];
      if (action === undefined || isCovered()) return;
      event.preventDefault();
      action();
      return;
    }
    if (isBusy(event.target)) return;
    const key = event.key === "Escape" ? "esc" : event.key;
    const chord =
      firstOfChord !== undefined && event.timeStamp - firstOfChord.at < CHORD_MS
        ? `${firstOfChord.key} ${key}`
        : undefined;
    const action = (chord === undefined ? undefined : bindings[chord]) ?? bindings[key];
    if (action !== undefined) {
      event.preventDefault();
      firstOfChord = undefined;
      action();
    } else if (key === "g") {
      firstOfChord = { key: "g", at: event.timeStamp };
    }
  };
  document.addEventListener("keydown", onKeyDown);
  return () => document.removeEventListener("keydown", onKeyDown);
}

function isCovered(): boolean {
  return document.querySelector('[role="dialog"],[role="menu"]') !== null;
}

function isBusy(target: EventTarget | null): boolean {
  if (isCovered()) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select"))
  );
}
