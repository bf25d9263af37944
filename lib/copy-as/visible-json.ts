import type { Json } from "#lib/util/json.ts";

/** Control characters that JSON leaves as they are, and those that nobody sees or that turn the direction of the text. */
const UNSEEN =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** The same JSON with everything unseen escaped, so that what is pasted is what is read. */
export function visibleJson(value: Json): string {
  return JSON.stringify(value).replace(
    UNSEEN,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
