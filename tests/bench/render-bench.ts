import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { render } from "#lib/render/index.ts";
import { readHandMadeCases } from "../support/render-fixtures.ts";
import { rounded } from "./figures.ts";

const WARM_UP_MS = 1_500;
const ROUND_MS = 1_000;
const ROUNDS = 5;

/** Renders a second of CPU time of a torch job with three patches, with and without provenance; the best of five rounds and all of them. */
export function benchRender(): Record<string, unknown> {
  const found = readHandMadeCases().find(
    ({ file, version }) => file.startsWith("13-") && version === "v2.3.0",
  );
  if (found === undefined) throw new Error("case 13 is missing");
  const { runtime, trainJob } = found;
  // A second of CPU time, garbage collection included: other processes do not count.
  const rate = (blame: boolean, ms: number): number => {
    const start = process.cpuUsage();
    let [count, spent] = [0, 0];
    while (spent < ms) {
      for (let index = 0; index < 50; index += 1) render({ runtime, trainJob, blame });
      count += 50;
      const { user, system } = process.cpuUsage(start);
      spent = (user + system) / 1_000;
    }
    return (count / spent) * 1_000;
  };
  rate(true, WARM_UP_MS);
  const withBlame = Array.from({ length: ROUNDS }, () => Math.round(rate(true, ROUND_MS)));
  const without = Array.from({ length: ROUNDS }, () => Math.round(rate(false, ROUND_MS)));
  const best = Math.max(...withBlame);
  return {
    case: "13, blame on",
    perSecond: best,
    rounds: withBlame,
    withoutBlame: Math.max(...without),
    budget: 15_000,
    ...comparedWithReference({ runtime, trainJob }, best),
  };
}

/** Against the released Go modules in the same run, where REFERENCE_RENDERER names the program that runs them. */
function comparedWithReference(
  documents: { readonly runtime: unknown; readonly trainJob: unknown },
  perSecond: number,
): Record<string, unknown> {
  const program = process.env["REFERENCE_RENDERER"];
  if (program === undefined || !existsSync(program)) return {};
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  try {
    const file = join(folder, "case.yaml");
    writeFileSync(
      file,
      `${JSON.stringify(documents.runtime)}\n---\n${JSON.stringify(documents.trainJob)}\n`,
    );
    const result = spawnSync(program, ["-n", "5000", "bench", file], { encoding: "utf8" });
    const text = `${result.stdout}${result.stderr}`;
    const ns = Number(/render only\s+json=false\s+(\d+) ns/.exec(text)?.[1]);
    if (!Number.isFinite(ns)) return { reference: text.trim().split("\n") };
    return {
      referencePerSecond: Math.round(1e9 / ns),
      ratio: rounded(perSecond / (1e9 / ns)),
      ratioBudget: 5,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
