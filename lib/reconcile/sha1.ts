/** SHA-1 of a text (UTF-8) as 40 hex digits. Only for names that Kubernetes derives with it; never for security. */
export function sha1Hex(text: string): string {
  const words = padded(utf8(text));
  let [h0, h1, h2, h3, h4] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  for (let block = 0; block < words.length; block += 16) {
    const w = expanded(words, block);
    let [a, b, c, d, e] = [h0, h1, h2, h3, h4];
    for (let round = 0; round < 80; round++) {
      const next = (rotate(a, 5) + mix(round, b, c, d) + e + (w[round] ?? 0)) | 0;
      [e, d, c, b, a] = [d, c, rotate(b, 30), a, next];
    }
    [h0, h1, h2, h3, h4] = [(h0 + a) | 0, (h1 + b) | 0, (h2 + c) | 0, (h3 + d) | 0, (h4 + e) | 0];
  }
  return [h0, h1, h2, h3, h4].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
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

function expanded(words: readonly number[], block: number): readonly number[] {
  const w = words.slice(block, block + 16);
  for (let index = 16; index < 80; index++) {
    const mixed =
      (w[index - 3] ?? 0) ^ (w[index - 8] ?? 0) ^ (w[index - 14] ?? 0) ^ (w[index - 16] ?? 0);
    w.push(rotate(mixed, 1));
  }
  return w;
}

function padded(bytes: readonly number[]): readonly number[] {
  const length = Math.ceil((bytes.length + 9) / 64) * 16;
  const words = new Array<number>(length).fill(0);
  for (const [index, byte] of [...bytes, 0x80].entries())
    words[index >> 2] = (words[index >> 2] ?? 0) | (byte << (24 - (index % 4) * 8));
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
