import { AppError } from "#lib/errors/app-error.ts";
import { isJsonObject, type JsonObject } from "#lib/util/json.ts";

/** An object of etcd is at most 1.5 MiB; a watch line holds one. */
const MAX_LINE = 8 * 1024 * 1024;

/** One JSON object for each line. Leaving the loop cancels the body. */
export async function* readJsonLines(body: ReadableStream<Uint8Array>): AsyncGenerator<JsonObject> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    let start = 0;
    for (let end = rest.indexOf("\n"); end !== -1; end = rest.indexOf("\n", start)) {
      const line = rest.slice(start, end).trim();
      start = end + 1;
      if (line !== "") yield parseLine(line);
    }
    rest = rest.slice(start);
    if (rest.length > MAX_LINE) throw new AppError("UPSTREAM_FAILED", { detail: "line too long" });
  }
  if (rest.trim() !== "") yield parseLine(rest);
}

function parseLine(line: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new AppError("UPSTREAM_FAILED", { cause: error });
  }
  if (!isJsonObject(value)) throw new AppError("UPSTREAM_FAILED", { detail: "line is no object" });
  return value;
}
