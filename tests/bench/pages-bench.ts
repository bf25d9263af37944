import { get } from "node:http";
import { gunzipSync } from "node:zlib";

const PAGES = ["/jobs", "/jobs/team-a/llama-sft-0412", "/runtimes"];
const BUDGET = 280_000;

type Wire = { readonly body: Buffer; readonly encoding: string | undefined };

/** What a page's HTML names, in bytes over the wire as a current browser asks for it. */
export async function benchPages(url: string): Promise<Record<string, unknown>> {
  const pages: Record<string, unknown> = {};
  for (const path of PAGES) pages[path] = await sizesOf(url, path);
  return { ...pages, budget: BUDGET };
}

async function sizesOf(url: string, path: string): Promise<Record<string, unknown>> {
  const page = await fetchWire(`${url}${path}`);
  const html = textOf(page);
  let [scripts, styles, editor] = [0, 0, false];
  for (const file of filesOf(html)) {
    const wire = await fetchWire(new URL(file, url).href);
    if (file.includes(".css")) styles += wire.body.length;
    else scripts += wire.body.length;
    editor ||= textOf(wire).includes("monaco-editor");
  }
  return {
    htmlBytes: page.body.length,
    scriptAndStyleBytes: scripts + styles,
    styleBytes: styles,
    namesEditor: editor,
  };
}

/** Scripts for browsers without modules are not counted: nobody else loads them. */
function filesOf(html: string): readonly string[] {
  const tags = html.match(/<(?:script|link)\b[^>]*>/gi) ?? [];
  const files = tags
    .filter((tag) => !/\bnomodule\b/i.test(tag))
    .flatMap((tag) => /(?:src|href)="([^"]+\.(?:js|css)(?:\?[^"]*)?)"/.exec(tag)?.[1] ?? []);
  return [...new Set(files)];
}

function textOf({ body, encoding }: Wire): string {
  return (encoding === "gzip" ? gunzipSync(body) : body).toString("utf8");
}

function fetchWire(url: string): Promise<Wire> {
  const headers = { "accept-encoding": "gzip", cookie: "trainer-persona=admin" };
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const encoding = response.headers["content-encoding"];
        resolve({ body: Buffer.concat(chunks), encoding });
      });
    }).on("error", reject);
  });
}
