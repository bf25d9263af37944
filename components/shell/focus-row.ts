/** Moves the focus to the link of the next or previous row of the one table in the main region; to the first from elsewhere. */
export function focusRow(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>("main tbody tr")].flatMap(
    (row) => row.querySelector<HTMLElement>("a") ?? [],
  );
  const at = links.findIndex((link) => link.contains(document.activeElement));
  const next = at === -1 ? 0 : Math.min(links.length - 1, Math.max(0, at + step));
  links[next]?.focus();
}
