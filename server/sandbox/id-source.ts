const ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

/** Identifiers that look random and are the same in every run with the same seed. */
export class IdSource {
  #state: number;

  constructor(seed = 1) {
    this.#state = seed >>> 0;
  }

  uid(): string {
    const hex = [0, 1, 2, 3].map(() => this.#next().toString(16).padStart(8, "0")).join("");
    const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
  }

  /** What generateName appends. */
  suffix(): string {
    return [0, 1, 2, 3, 4].map(() => ALPHABET.charAt(this.#next() % ALPHABET.length)).join("");
  }

  /** Mulberry32. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let value = this.#state;
    value = Math.imul(value ^ (value >>> 15), value | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return (value ^ (value >>> 14)) >>> 0;
  }
}
