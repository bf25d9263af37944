import { expect, test } from "vitest";
import { addQuantities, canonicalQuantity, ceilQuantity, parseQuantity } from "./quantity.ts";

const CASES: readonly (readonly [string, string | undefined])[] = [
  ["0", "0"],
  ["0Gi", "0"],
  ["1000", "1k"],
  ["1000000", "1M"],
  ["1500m", "1500m"],
  ["2000m", "2"],
  ["0.5", "500m"],
  ["1.5k", "1500"],
  ["1.25", "1250m"],
  ["10e2", "1e3"],
  ["1e10", "10e9"],
  ["1.5E3", "1500"],
  ["0.1Gi", "107374182400m"],
  ["1.5Gi", "1536Mi"],
  ["1024Mi", "1Gi"],
  ["0.5Ki", "512"],
  ["1.250", "1.250"],
  ["1.500", "1.500"],
  ["1.234", "1.234"],
  ["2.000", "2"],
  ["0.500", "500m"],
  ["+5", "+5"],
  ["007", "007"],
  ["1500e-3", "1500e-3"],
  ["1e3", "1e3"],
  ["1E3", "1E3"],
  ["1.Gi", "1.Gi"],
  ["0.1n", "1n"],
  ["", undefined],
  ["one", undefined],
  ["1 Gi", undefined],
  ["1ki", undefined],
  ["1e999999999", undefined],
];

for (const [text, expected] of CASES) {
  test(`[Q1] the quantity "${text}" is written as ${expected ?? "nothing"}`, () => {
    expect(canonicalQuantity(text)).toBe(expected);
  });
}

test("[Q2] a sum takes the format of its first term that is not zero", () => {
  const sum = (...texts: string[]): string | undefined => {
    const terms = texts.map((text) => parseQuantity(text)).filter((term) => term !== undefined);
    const total = terms.reduce(addQuantities);
    return canonicalQuantity(`${total.nano}n`) === undefined ? undefined : total.format;
  };
  expect(sum("0", "1Gi", "1G")).toBe("binary");
  expect(sum("1G", "1Gi")).toBe("decimal");
});

test("[Q3] an integer value is rounded up", () => {
  expect(
    ["1500m", "2", "1n", "0"].map((text) =>
      ceilQuantity(parseQuantity(text) ?? { nano: 0n, format: "decimal" }),
    ),
  ).toEqual([2, 2, 1, 0]);
});
