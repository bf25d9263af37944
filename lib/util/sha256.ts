/** SHA-256 (FIPS 180-4) of a text's UTF-8 bytes, as lower-case hex. Pure, for digests of small values; not for secrets. */
export function sha256Hex(text: string): string {
  const message = toPaddedUtf8(text);
  const state = Int32Array.from(INITIAL);
  const words = new Int32Array(64);
  for (let offset = 0; offset < message.length; offset += 64) {
    expand(message, offset, words);
    compress(state, words);
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

const INITIAL = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const ROUND = Int32Array.from(roundConstants());

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

/** The bytes, a one bit, zeros, and the length in bits as the last eight of whole blocks of 64 bytes. */
function toPaddedUtf8(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3 + 72);
  const end = writeUtf8(text.toWellFormed(), bytes);
  const length = Math.ceil((end + 9) / 64) * 64;
  bytes[end] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(length - 8, Math.floor(end / 0x20000000));
  view.setUint32(length - 4, (end * 8) >>> 0);
  return bytes.subarray(0, length);
}

function writeUtf8(text: string, bytes: Uint8Array): number {
  let end = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.codePointAt(index) ?? 0;
    if (code < 0x80) {
      bytes[end++] = code;
      continue;
    }
    if (code < 0x800) bytes[end++] = 0xc0 | (code >> 6);
    else {
      if (code < 0x10000) bytes[end++] = 0xe0 | (code >> 12);
      else {
        bytes[end++] = 0xf0 | (code >> 18);
        bytes[end++] = tail(code >> 12);
        // A code point beyond the first plane takes two places in the text.
        index++;
      }
      bytes[end++] = tail(code >> 6);
    }
    bytes[end++] = tail(code);
  }
  return end;
}

function tail(code: number): number {
  return 0x80 | (code & 0x3f);
}

function expand(message: Uint8Array, offset: number, words: Int32Array): void {
  for (let i = 0; i < 16; i++) {
    const start = offset + i * 4;
    words[i] =
      (at(message, start) << 24) |
      (at(message, start + 1) << 16) |
      (at(message, start + 2) << 8) |
      at(message, start + 3);
  }
  for (let i = 16; i < 64; i++) {
    const early = at(words, i - 15);
    const late = at(words, i - 2);
    const s0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const s1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[i] = at(words, i - 16) + s0 + at(words, i - 7) + s1;
  }
}

function compress(state: Int32Array, words: Int32Array): void {
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
  for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = at(state, i) + value;
}

function at(values: Int32Array | Uint8Array, index: number): number {
  return values[index] ?? 0;
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
