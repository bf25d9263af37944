import { AppError } from "#lib/errors/app-error.ts";

/** Twice what etcd stores of one object. */
export const MAX_BODY_BYTES = 3 * 1024 * 1024;

/** Real manifests have some thirty levels; what walks objects recursively must never meet thousands. */
const MAX_DEPTH = 200;

/** The JSON body of a write. An absent body is an empty object where the content type is absent too. */
export async function readJsonBody(request: Request): Promise<unknown> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > MAX_BODY_BYTES) throw new AppError("BODY_TOO_LARGE");
  const text = await readText(request);
  if (text === "" && type === undefined) return {};
  if (type !== "application/json")
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", { detail: "the body must be application/json" });
  const value = parseJson(text);
  if (isDeeperThan(value, MAX_DEPTH))
    throw new AppError("MALFORMED_REQUEST", {
      detail: `the body has more than ${MAX_DEPTH} levels`,
    });
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError("MALFORMED_REQUEST", { detail: "the body is not JSON", cause: error });
  }
}

/** Level by level: a recursion would be what it is to prevent. */
function isDeeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((item) =>
      typeof item === "object" && item !== null ? Object.values(item) : [],
    );
  }
  return false;
}

async function readText(request: Request): Promise<string> {
  if (request.body === null) return "";
  const decoder = new TextDecoder();
  let size = 0;
  let text = "";
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw new AppError("BODY_TOO_LARGE");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
