import type { Random } from "#lib/util/clock.ts";

/** A number in [0, 1) that depends on the text alone: the same world for the same seed. */
export function chance(text: string): number {
  return createRandom(text)();
}

/** Mulberry32 over an FNV-1a hash of the text. */
export function createRandom(text: string): Random {
  let state = hashText(text);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const SUFFIX_LETTERS = "bcdfghjklmnpqrstvwxz2456789";

/** Five letters as Kubernetes ends generated names. */
export function nameSuffix(text: string): string {
  const random = createRandom(text);
  let suffix = "";
  while (suffix.length < 5)
    suffix += SUFFIX_LETTERS[Math.floor(random() * SUFFIX_LETTERS.length)] ?? "b";
  return suffix;
}

function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash | 0;
}
