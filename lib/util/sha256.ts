/** SHA-256 (FIPS 180-4) of a text's UTF-8 bytes, as lower-case hex. Pure, for digests of small values; not for secrets. */
export function sha256Hex(text: string): string {
  const message = pad(toUtf8(text));
  const state = [...INITIAL];
  const words = new Array<number>(64).fill(0);
  for (let offset = 0; offset < message.length; offset += 64) {
    expand(message, offset, words);
    compress(state, words);
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

const INITIAL = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const ROUND = roundConstants();

function roundConstants(): readonly number[] {
  const constants: number[] = [];
  for (let candidate = 2; constants.length < 64; candidate++) {
    if (isPrime(candidate)) constants.push(cubeRootBits(candidate));
  }
  return constants;
}

function isPrime(candidate: number): boolean {
  for (let divisor = 2; divisor * divisor <= candidate; divisor++) {
    if (candidate % divisor === 0) return false;
  }
  return true;
}

/** floor(frac(cbrt(n)) * 2^32), with integers so that no platform's floating point can differ. */
function cubeRootBits(n: number): number {
  const target = BigInt(n) << 96n;
  let low = 0n;
  let high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle * middle * middle <= target) low = middle;
    else high = middle;
  }
  return Number(low & 0xffffffffn) | 0;
}

function toUtf8(text: string): number[] {
  const bytes: number[] = [];
  for (const character of text.toWellFormed()) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), tail(code));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), tail(code >> 6), tail(code));
    else bytes.push(0xf0 | (code >> 18), tail(code >> 12), tail(code >> 6), tail(code));
  }
  return bytes;
}

function tail(code: number): number {
  return 0x80 | (code & 0x3f);
}

function pad(bytes: number[]): Uint8Array {
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(length - 4, (bytes.length * 8) >>> 0);
  return padded;
}

function expand(message: Uint8Array, offset: number, words: number[]): void {
  const view = new DataView(message.buffer);
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(offset + i * 4);
  for (let i = 16; i < 64; i++) {
    const early = at(words, i - 15);
    const late = at(words, i - 2);
    const s0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const s1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[i] = (at(words, i - 16) + s0 + at(words, i - 7) + s1) | 0;
  }
}

function compress(state: number[], words: readonly number[]): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + at(ROUND, i) + at(words, i)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  for (const [i, value] of [a, b, c, d, e, f, g, h].entries())
    state[i] = (at(state, i) + value) | 0;
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? 0;
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
