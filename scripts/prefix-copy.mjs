import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** What next.config.js builds with; it appears in manifests, server chunks and some static chunks. */
const PLACEHOLDER = "/__BP__";
const PREFIX = /^(\/[A-Za-z0-9][A-Za-z0-9._~-]*)*$/;
/** Left by builds and the development server; nothing at run time reads them. */
const NOT_SERVED = new Set(["cache", "dev", "diagnostics", "types", "trace", "trace-build"]);

/**
 * Writes a copy of a finished build in which the placeholder prefix is the real one (`/trainer`, `/a/b` or empty).
 * `src` holds `.next`, `public`, `node_modules` and is only read; `dst` is emptied first and becomes the `dir` of `next()`.
 * Only static files without the placeholder are linked: Node resolves a link to its real path, so a linked server
 * chunk would load its neighbours from the build that still has the placeholder.
 *
 * @param {{ src: string, dst: string, prefix: string }} options
 * @returns {{ rewritten: number, copied: number, linked: number }}
 */
export function makePrefixedBuild({ src, dst, prefix }) {
  if (!PREFIX.test(prefix)) throw new Error(`not a path prefix: ${JSON.stringify(prefix)}`);
  const from = path.resolve(src);
  const to = path.resolve(dst);
  if (to === from || from.startsWith(to + path.sep)) throw new Error("dst would overwrite src");
  fs.rmSync(to, { recursive: true, force: true });
  const rewrite = rewriter(prefix);
  const count = { rewritten: 0, copied: 0, linked: 0 };

  /** @param {string} relative */
  const copyFile = (relative) => {
    const source = path.join(from, relative);
    const target = path.join(to, relative);
    const bytes = fs.readFileSync(source);
    if (bytes.includes("__BP__")) {
      fs.writeFileSync(target, rewrite(bytes.toString("utf8")));
      count.rewritten++;
    } else if (relative.startsWith(path.join(".next", "static") + path.sep)) {
      fs.symlinkSync(source, target);
      count.linked++;
    } else {
      fs.writeFileSync(target, bytes);
      count.copied++;
    }
  };

  /** @param {string} relative */
  const copyFolder = (relative) => {
    fs.mkdirSync(path.join(to, relative), { recursive: true });
    for (const entry of fs.readdirSync(path.join(from, relative), { withFileTypes: true })) {
      if (relative === ".next" && NOT_SERVED.has(entry.name)) continue;
      const inner = path.join(relative, entry.name);
      if (entry.isSymbolicLink()) link(from, to, inner);
      else if (entry.isDirectory()) copyFolder(inner);
      else if (entry.isFile()) copyFile(inner);
    }
  };

  copyFolder(".next");
  for (const file of ["package.json", "next.config.js"]) copyFile(file);
  for (const folder of ["public", "node_modules"]) {
    if (fs.existsSync(path.join(from, folder))) link(from, to, folder);
  }
  return count;
}

/**
 * The escaped form first: manifests hold regular expressions inside JSON strings.
 *
 * @param {string} prefix
 * @returns {(text: string) => string}
 */
function rewriter(prefix) {
  const inRegex = prefix.replaceAll(".", "\\\\.").replaceAll("/", "\\\\/");
  return (text) => text.replaceAll(`\\\\${PLACEHOLDER}`, inRegex).replaceAll(PLACEHOLDER, prefix);
}

/**
 * @param {string} from
 * @param {string} to
 * @param {string} relative
 */
function link(from, to, relative) {
  fs.symlinkSync(fs.realpathSync(path.join(from, relative)), path.join(to, relative));
}

if (
  process.argv[1] !== undefined &&
  path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)
) {
  const [src, dst, prefix = ""] = process.argv.slice(2);
  if (src === undefined || dst === undefined) {
    console.error("usage: prefix-copy.mjs SRC DST [PREFIX]");
    process.exit(2);
  }
  console.log(JSON.stringify(makePrefixedBuild({ src, dst, prefix })));
}
