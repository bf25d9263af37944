export type DraftView = "form" | "yaml";

const KEY = "trainer-dashboard:append-view";

/** The view that was chosen last in this browser. */
export function readView(): DraftView {
  try {
    return localStorage.getItem(KEY) === "form" ? "form" : "yaml";
  } catch {
    return "yaml";
  }
}

export function writeView(view: DraftView): void {
  try {
    localStorage.setItem(KEY, view);
  } catch {
    // Without storage the choice lasts as long as the sheet.
  }
}
