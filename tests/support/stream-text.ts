import { expect } from "vitest";

export type StreamWrite = {
  readonly persona: string;
  readonly namespace: string;
  readonly name: string;
};

/** Everything that one person's stream brings while others suspend or resume jobs, up to the first match. */
export async function readStreamText(
  url: string,
  options: {
    readonly reader: string;
    readonly topics: string;
    readonly writes: readonly StreamWrite[];
    readonly until: RegExp;
  },
): Promise<string> {
  const controller = new AbortController();
  const stream = await fetch(`${url}/api/stream?topics=${options.topics}`, {
    headers: { cookie: `trainer-persona=${options.reader}` },
    signal: controller.signal,
  });
  expect(stream.status).toBe(200);
  let text = "";
  let isWritten = false;
  for await (const chunk of stream.body ?? []) {
    text += new TextDecoder().decode(chunk);
    if (!isWritten) {
      isWritten = true;
      for (const write of options.writes) await toggleSuspend(url, write);
    }
    if (options.until.test(text)) break;
  }
  controller.abort();
  return text;
}

/** Suspends a running job, resumes a suspended one. */
export async function toggleSuspend(
  url: string,
  { persona, namespace, name }: StreamWrite,
): Promise<void> {
  const path = `${url}/api/jobs/${namespace}/${name}`;
  const headers = { cookie: `trainer-persona=${persona}`, "content-type": "application/json" };
  const { row } = (await (await fetch(path, { headers })).json()) as {
    row: { uid: string; suspended: boolean };
  };
  const answer = await fetch(`${path}/suspend`, {
    method: "PATCH",
    headers,
    body: JSON.stringify({ uid: row.uid, suspend: !row.suspended }),
  });
  expect(answer.status).toBe(200);
}
