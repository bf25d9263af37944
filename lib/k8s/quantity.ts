/**
 * resource.Quantity as the API machinery parses and prints it. `nano` is the value times 10^9 (finer values are rounded
 * away from zero); `text` is the original spelling where the parser keeps it.
 */
export type QuantityFormat = "decimal" | "exponent" | "binary";
export type Quantity = {
  readonly nano: bigint;
  readonly format: QuantityFormat;
  readonly text?: string | undefined;
};

const NANO = 1_000_000_000n;
const DECIMAL_SUFFIXES = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"] as const;
const BINARY_SUFFIXES = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"] as const;
const LARGEST_BINARY = (2n ** 63n - 1n) * NANO;
/** Larger exponents cannot be a resource; they would only cost time. */
const EXPONENT_LIMIT = 400;
/** Longer texts are not looked at: nobody means them, and reading them is slow. */
const LENGTH_LIMIT = 64;
const SYNTAX = /^([+-]?)(0*)(\d*)(?:(\.)(\d*))?([eEinumkKMGTP]*[+-]?\d*)$/;

export const ZERO_QUANTITY: Quantity = { nano: 0n, format: "decimal", text: "0" };

/** Undefined when the text is not a quantity. */
export function parseQuantity(text: string): Quantity | undefined {
  if (text === "0") return ZERO_QUANTITY;
  if (text === "" || text.length > LENGTH_LIMIT) return undefined;
  const match = SYNTAX.exec(text);
  if (match === null) return undefined;
  const negative = match[1] === "-";
  const integer = match[3] === "" ? "0" : (match[3] ?? "0");
  const fraction = match[5] ?? "";
  const suffix = parseSuffix(match[6] ?? "");
  if (suffix === undefined) return undefined;
  const digits = integer + fraction;
  const nano = toNano(BigInt(digits), fraction.length, suffix);
  const kept = isKept(digits, integer, fraction, suffix) ? text : undefined;
  const small = suffix.format === "binary" && kept === undefined && nano > 0n && nano < NANO;
  return { nano: negative ? -nano : nano, format: small ? "decimal" : suffix.format, text: kept };
}

/** How the API machinery writes this quantity; undefined when it is none. */
export function canonicalQuantity(text: string): string | undefined {
  const quantity = parseQuantity(text);
  return quantity === undefined ? undefined : printQuantity(quantity);
}

export function printQuantity(quantity: Quantity): string {
  if (quantity.text !== undefined) return quantity.text;
  const { nano } = quantity;
  if (nano === 0n) return "0";
  const isBinary =
    quantity.format === "binary" &&
    (nano <= -1024n * NANO || nano >= 1024n * NANO) &&
    nano % NANO === 0n;
  return isBinary ? printBinary(nano / NANO) : printDecimal(nano, quantity.format === "exponent");
}

/** The sum takes its format from the first term that is not zero. */
export function addQuantities(a: Quantity, b: Quantity): Quantity {
  return { nano: a.nano + b.nano, format: a.nano === 0n ? b.format : a.format };
}

export function multiplyQuantity(quantity: Quantity, factor: number): Quantity {
  return { nano: quantity.nano * BigInt(factor), format: quantity.format };
}

export function maxQuantity(a: Quantity, b: Quantity): Quantity {
  return b.nano > a.nano ? b : a;
}

/** The integer value, rounded up. */
export function ceilQuantity(quantity: Quantity): number {
  const whole = quantity.nano / NANO;
  return Number(quantity.nano > whole * NANO ? whole + 1n : whole);
}

type Suffix = { readonly format: QuantityFormat; readonly exponent: number };

function parseSuffix(text: string): Suffix | undefined {
  if (text === "") return { format: "decimal", exponent: 0 };
  const decimal = DECIMAL_SUFFIXES.indexOf(text as (typeof DECIMAL_SUFFIXES)[number]);
  if (decimal >= 0) return { format: "decimal", exponent: decimal * 3 - 9 };
  const binary = BINARY_SUFFIXES.indexOf(text as (typeof BINARY_SUFFIXES)[number]);
  if (binary > 0) return { format: "binary", exponent: binary * 10 };
  if (!/^[eE][+-]?\d+$/.test(text)) return undefined;
  const exponent = Number(text.slice(1));
  return Math.abs(exponent) > EXPONENT_LIMIT ? undefined : { format: "exponent", exponent };
}

function toNano(digits: bigint, fractionDigits: number, suffix: Suffix): bigint {
  if (suffix.format === "binary") {
    const exact = divideUp(digits * 2n ** BigInt(suffix.exponent) * NANO, fractionDigits);
    return exact > LARGEST_BINARY ? LARGEST_BINARY : exact;
  }
  const exponent = suffix.exponent + 9 - fractionDigits;
  return exponent >= 0 ? digits * 10n ** BigInt(exponent) : divideUp(digits, -exponent);
}

function divideUp(value: bigint, powerOfTen: number): bigint {
  const divisor = 10n ** BigInt(powerOfTen);
  return (value + divisor - 1n) / divisor;
}

/** The parser keeps short spellings that it takes for canonical. */
function isKept(digits: string, integer: string, fraction: string, suffix: Suffix): boolean {
  if (suffix.format === "binary") {
    const precision = 15 - integer.length - Math.trunc((suffix.exponent * 3) / 10) - 1;
    return fraction === "" && precision >= 0 && (BigInt(digits) & 7n) !== 0n;
  }
  const scale = suffix.exponent - fraction.length;
  return (
    digits.length <= 18 &&
    scale >= -9 &&
    scale % 3 === 0 &&
    !digits.endsWith("000") &&
    !digits.startsWith("0")
  );
}

function printDecimal(nano: bigint, withExponent: boolean): string {
  let mantissa = nano;
  let exponent = -9;
  while (mantissa % 1000n === 0n) {
    mantissa /= 1000n;
    exponent += 3;
  }
  if (exponent === 0) return mantissa.toString();
  const suffix = withExponent ? undefined : DECIMAL_SUFFIXES[(exponent + 9) / 3];
  return `${mantissa}${suffix ?? `e${exponent}`}`;
}

function printBinary(value: bigint): string {
  let mantissa = value;
  let index = 0;
  while (mantissa % 1024n === 0n && index < BINARY_SUFFIXES.length - 1) {
    mantissa /= 1024n;
    index += 1;
  }
  return `${mantissa}${BINARY_SUFFIXES[index]}`;
}
