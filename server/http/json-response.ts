/** A value as JSON with its length: compression leaves short answers alone only where it knows that they are short. */
export function jsonResponse(
  value: unknown,
  init: { readonly status?: number; readonly headers: Readonly<Record<string, string>> },
): Response {
  const text = JSON.stringify(value);
  const length = String(Buffer.byteLength(text));
  return new Response(text, { ...init, headers: { ...init.headers, "content-length": length } });
}
