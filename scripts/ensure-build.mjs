import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run } from "./ensure-install.mjs";

const INPUTS = [
  "app",
  "components",
  "lib",
  "public",
  "next.config.js",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
];
const STAMP = join(ROOT, ".next", ".built-from");

/** One hash over everything that the build reads; tests are not among it. */
function hashInputs() {
  const hash = createHash("sha256");
  const visit = (relative) => {
    const full = join(ROOT, relative);
    const entries = readdirSync(full, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    );
    for (const entry of entries) {
      const path = `${relative}/${entry.name}`;
      if (entry.isDirectory()) visit(path);
      else if (!/\.test\.tsx?$|\.md$/.test(entry.name))
        hash.update(path).update(readFileSync(join(ROOT, path)));
    }
  };
  for (const input of INPUTS) {
    const full = join(ROOT, input);
    if (!existsSync(full)) continue;
    if (/\.[a-z]+$/.test(input)) hash.update(input).update(readFileSync(full));
    else visit(input);
  }
  return hash.digest("hex");
}

/** Builds the pages, unless the build that is there was made from exactly these sources. */
export function ensureBuilt() {
  const wanted = hashInputs();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return;
  console.log("Building the pages (next build) …");
  const code = run("next", ["build"], { env: { NODE_ENV: "production" } });
  if (code !== 0) {
    console.error("The build failed: see above.");
    process.exit(code);
  }
  writeFileSync(STAMP, wanted);
}
