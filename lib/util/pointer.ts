/** JSON pointers (RFC 6901). The empty pointer is the whole document. */
export type JsonPointer = string;

export function toPointer(steps: readonly (string | number)[]): JsonPointer {
  return steps.map((step) => `/${escapeStep(step)}`).join("");
}

export function escapeStep(step: string | number): string {
  if (typeof step === "number") return String(step);
  if (!step.includes("~") && !step.includes("/")) return step;
  return step.replaceAll("~", "~0").replaceAll("/", "~1");
}

export function parsePointer(pointer: JsonPointer): readonly string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

export function joinPointer(
  base: JsonPointer,
  ...steps: readonly (string | number)[]
): JsonPointer {
  return base + toPointer(steps);
}
