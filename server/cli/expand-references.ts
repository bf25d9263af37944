/**
 * `$(NAME)` as the kubelet expands it: names that are not known stay as they are, `$$` is one dollar sign and
 * keeps what follows from being expanded.
 */
export function expandReferences(text: string, known: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\$\$|\$\(([^()]+)\)/g, (written, name: string | undefined) => {
    if (name === undefined) return "$";
    return known.get(name) ?? written;
  });
}
