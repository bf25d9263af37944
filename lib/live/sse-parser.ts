/** One server-sent event. */
export type SseMessage = {
  readonly event: string;
  readonly data: string;
  readonly id?: string | undefined;
};

export type SseListener = {
  readonly onMessage: (message: SseMessage) => void;
  /** A comment line: only a sign of life. */
  readonly onComment?: ((text: string) => void) | undefined;
};

/** Feed it decoded text in pieces of any size; it keeps an unfinished line for the next piece. CR, LF and CRLF end lines. */
export function createSseParser(listener: SseListener): (chunk: string) => void {
  let rest = "";
  let event = "";
  let id: string | undefined;
  let data: string[] = [];

  const field = (line: string): void => {
    const colon = line.indexOf(":");
    const name = colon === -1 ? line : line.slice(0, colon);
    const raw = colon === -1 ? "" : line.slice(colon + 1);
    const value = raw.startsWith(" ") ? raw.slice(1) : raw;
    if (name === "event") event = value;
    else if (name === "data") data.push(value);
    else if (name === "id") id = value;
  };
  const endLine = (line: string): void => {
    if (line === "") {
      if (data.length > 0) {
        listener.onMessage({ event: event === "" ? "message" : event, data: data.join("\n"), id });
      }
      event = "";
      id = undefined;
      data = [];
    } else if (line.startsWith(":")) listener.onComment?.(line.slice(1).trimStart());
    else field(line);
  };

  return (chunk) => {
    rest += chunk;
    // A CR at the very end may be half of a CRLF: it waits for the next piece.
    const whole = rest.endsWith("\r") ? rest.slice(0, -1) : rest;
    const lines = whole.split(/\r\n|\r|\n/);
    const last = lines.pop() ?? "";
    rest = last + rest.slice(whole.length);
    for (const line of lines) endLine(line);
  };
}
