import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** A key and its own certificate, both PEM. */
export type SelfSigned = { readonly key: string; readonly certificate: string };

const DAY_MS = 86_400_000;
const YEARS = 10;
const SEQUENCE = 0x30;
const SET = 0x31;

/** One DER value: tag, length, content. */
function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const hex = body.length.toString(16);
  const length = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex");
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, body]);
}

function oid(...hex: readonly string[]): Buffer {
  return der(0x06, Buffer.from(hex.join(""), "hex"));
}

const ECDSA_WITH_SHA256 = der(SEQUENCE, oid("2a8648ce3d040302"));
const COMMON_NAME = oid("550403");
const TRUE = der(0x01, Buffer.from([0xff]));

function nameOf(commonName: string): Buffer {
  const attribute = der(SEQUENCE, COMMON_NAME, der(0x0c, Buffer.from(commonName)));
  return der(SEQUENCE, der(SET, attribute));
}

/** GeneralizedTime: `20260318100500Z`. */
function timeOf(ms: number): Buffer {
  const digits = new Date(ms).toISOString().slice(0, 19).replaceAll(/\D/g, "");
  return der(0x18, Buffer.from(`${digits}Z`));
}

function extension(id: Buffer, isCritical: boolean, value: Buffer): Buffer {
  return der(SEQUENCE, id, ...(isCritical ? [TRUE] : []), der(0x04, value));
}

/** A certificate authority of one: it signs nothing but itself, and serves this machine's own names. */
function extensions(): Buffer {
  const names = der(
    SEQUENCE,
    der(0x82, Buffer.from("localhost")),
    der(0x87, Buffer.from([127, 0, 0, 1])),
  );
  const serverAuth = der(SEQUENCE, oid("2b06010505070301"));
  const list = der(
    SEQUENCE,
    extension(oid("551d13"), true, der(SEQUENCE, TRUE)),
    extension(oid("551d0f"), true, der(0x03, Buffer.from([2, 0x84]))),
    extension(oid("551d25"), false, serverAuth),
    extension(oid("551d11"), false, names),
  );
  return der(0xa3, list);
}

function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`;
}

/**
 * For 127.0.0.1 and localhost, valid from yesterday for ten years. kubectl sends no credentials over plain HTTP, so
 * even a loopback port needs one; the key never leaves the process.
 */
export function createSelfSigned(commonName: string, now: number): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const serial = randomBytes(16);
  serial.writeUInt8((serial.readUInt8(0) & 0x3f) | 0x40, 0);
  const validity = der(SEQUENCE, timeOf(now - DAY_MS), timeOf(now + YEARS * 365 * DAY_MS));
  const body = der(
    SEQUENCE,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    ECDSA_WITH_SHA256,
    nameOf(commonName),
    validity,
    nameOf(commonName),
    publicKey.export({ type: "spki", format: "der" }),
    extensions(),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", body, privateKey));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    certificate: pem("CERTIFICATE", der(SEQUENCE, body, ECDSA_WITH_SHA256, signature)),
  };
}
