/** SHA-1 of a text (UTF-8) as 40 hex digits. Only for names that Kubernetes derives with it; never for security. */
export function sha1Hex(text: string): string {
  const words = padded(utf8(text));
  const state = new Int32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]);
  const w = new Int32Array(80);
  for (let block = 0; block < words.length; block += 16) {
    w.set(words.subarray(block, block + 16));
    digestBlock(state, w);
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** One block of 16 words at the start of `w`, whose rest is room for its expansion. */
function digestBlock(state: Int32Array, w: Int32Array): void {
  for (let index = 16; index < 80; index++)
    w[index] = rotate(
      at(w, index - 3) ^ at(w, index - 8) ^ at(w, index - 14) ^ at(w, index - 16),
      1,
    );
  let [a, b, c, d, e] = [at(state, 0), at(state, 1), at(state, 2), at(state, 3), at(state, 4)];
  for (let round = 0; round < 80; round++) {
    const next = (rotate(a, 5) + mix(round, b, c, d) + e + at(w, round)) | 0;
    e = d;
    d = c;
    c = rotate(b, 30);
    b = a;
    a = next;
  }
  state[0] = at(state, 0) + a;
  state[1] = at(state, 1) + b;
  state[2] = at(state, 2) + c;
  state[3] = at(state, 3) + d;
  state[4] = at(state, 4) + e;
}

function at(words: Int32Array, index: number): number {
  return words[index] ?? 0;
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

function mix(round: number, b: number, c: number, d: number): number {
  if (round < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (round < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (round < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}

function padded(bytes: readonly number[]): Int32Array {
  const length = Math.ceil((bytes.length + 9) / 64) * 16;
  const words = new Int32Array(length);
  for (let index = 0; index <= bytes.length; index++) {
    const byte = bytes[index] ?? 0x80;
    words[index >> 2] = at(words, index >> 2) | (byte << (24 - (index % 4) * 8));
  }
  words[length - 1] = bytes.length * 8;
  return words;
}

function utf8(text: string): readonly number[] {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000)
      bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else
      bytes.push(
        0xf0 | (code >> 18),
        0x80 | ((code >> 12) & 63),
        0x80 | ((code >> 6) & 63),
        0x80 | (code & 63),
      );
  }
  return bytes;
}
