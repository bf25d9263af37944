import { badRequest, expired, refuse } from "./refusal.ts";

/** A whole number that is not negative; throws the 400 of Go's parser. */
export function readCount(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === "") return undefined;
  if (!/^\d+$/.test(text))
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  return Number(text);
}

export function readFlag(query: URLSearchParams, name: string): boolean {
  const text = query.get(name);
  return text !== null && ["true", "1", "True", "TRUE", "t"].includes(text);
}

/** The version that a list or watch names: undefined for none, 0 for any. */
export function readVersion(query: URLSearchParams): number | undefined {
  const text = query.get("resourceVersion");
  if (text === null || text === "") return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const quoted = JSON.stringify(text);
  throw badRequest(
    `invalid resource version: resourceVersion: Invalid value: ${quoted}: strconv.ParseUint: parsing ${quoted}: invalid syntax`,
  );
}

export function tooOld(wanted: number, oldest: number): ReturnType<typeof expired> {
  return expired(`too old resource version: ${wanted} (${oldest})`);
}

/** The API server waits a while for a version that it has not seen yet, then gives up with this. */
export function tooLarge(wanted: number, current: number): ReturnType<typeof refuse> {
  const cause = {
    reason: "ResourceVersionTooLarge",
    field: "",
    message: "Too large resource version",
  };
  return refuse(
    504,
    "Timeout",
    `Timeout: Too large resource version: ${wanted}, current: ${current}`,
    {
      causes: [cause],
      retryAfterSeconds: 1,
    },
  );
}
