const SPACE = /\s/;

/** Reads JSON text that is known to be well formed, for what JSON.parse does not tell. */
class Scanner {
  readonly found: string[] = [];
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(path: string): void {
    this.#space();
    const first = this.#text.charAt(this.#at);
    if (first === "{") this.#object(path);
    else if (first === "[") this.#list(path);
    else if (first === '"') this.#string();
    else
      while (this.#at < this.#text.length && !",]}".includes(this.#text.charAt(this.#at)))
        this.#at += 1;
  }

  #object(path: string): void {
    const seen = new Set<string>();
    this.#at += 1;
    for (this.#space(); this.#text.charAt(this.#at) === '"'; this.#space()) {
      const key = JSON.parse(this.#string()) as string;
      const field = path === "" ? key : `${path}.${key}`;
      this.#space();
      this.#at += 1;
      this.value(field);
      if (seen.has(key) && !this.found.includes(field)) this.found.push(field);
      seen.add(key);
      this.#space();
      if (this.#text.charAt(this.#at) === ",") this.#at += 1;
    }
    this.#at += 1;
  }

  #list(path: string): void {
    this.#at += 1;
    this.#space();
    for (
      let index = 0;
      this.#at < this.#text.length && this.#text.charAt(this.#at) !== "]";
      index += 1
    ) {
      this.value(`${path}[${index}]`);
      this.#space();
      if (this.#text.charAt(this.#at) === ",") this.#at += 1;
      this.#space();
    }
    this.#at += 1;
  }

  #string(): string {
    const start = this.#at;
    for (this.#at += 1; this.#text.charAt(this.#at) !== '"'; this.#at += 1)
      if (this.#text.charAt(this.#at) === "\\") this.#at += 1;
    this.#at += 1;
    return this.#text.slice(start, this.#at);
  }

  #space(): void {
    while (SPACE.test(this.#text.charAt(this.#at))) this.#at += 1;
  }
}

/** Fields that a JSON text gives twice, as `spec.suspend`; the last one holds. The text must be well-formed JSON. */
export function duplicateFields(text: string): readonly string[] {
  const scanner = new Scanner(text);
  scanner.value("");
  return scanner.found;
}
