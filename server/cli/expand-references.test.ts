import { expect, test } from "vitest";
import { expandReferences } from "./expand-references.ts";

test.each([
  ["$(A)/x", "1/x"],
  ["$(B)", "$(B)"],
  ["$$(A)", "$(A)"],
  ["$A $", "$A $"],
])("%s becomes %s", (text, expected) => {
  expect(expandReferences(text, new Map([["A", "1"]]))).toBe(expected);
});
