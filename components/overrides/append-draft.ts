import type { Dialect } from "#lib/dialect/entry.ts";

/** What is being written; survives closing the sheet and reloading the page. */
export type AppendDraft = {
  readonly manager: string;
  readonly kind: "job" | "pod";
  /** Names of jobs; empty with kind job = the JobSet itself. */
  readonly targets: readonly string[];
  readonly text: string;
  /** Empty: the server chooses. */
  readonly time: string;
};

const STARTS: Record<Dialect, (job: string) => string> = {
  templateOverrides: () => "",
  podTemplateOverrides: (job) => `targetJobs:\n- name: ${job}\nspec: {}\n`,
  podSpecOverrides: (job) => `targetJobs:\n- name: ${job}\n`,
  runtimePatches: (job) =>
    `template:\n  spec:\n    replicatedJobs:\n    - name: ${job}\n      template:\n        spec:\n          template:\n            spec: {}\n`,
};

const POD_START = "spec:\n  nodeSelector: {}\n";
const JOB_START = "metadata:\n  labels: {}\n";

export function startText(dialect: Dialect, kind: "job" | "pod", job: string): string {
  if (dialect === "templateOverrides") return kind === "pod" ? POD_START : JOB_START;
  return STARTS[dialect](job);
}

export function newDraft(dialect: Dialect, manager: string, jobs: readonly string[]): AppendDraft {
  const job = jobs.includes("node") ? "node" : (jobs[0] ?? "node");
  return {
    manager,
    kind: "pod",
    targets: [job],
    text: startText(dialect, "pod", job),
    time: "",
  };
}

export function isUntouched(
  draft: AppendDraft,
  dialect: Dialect,
  jobs: readonly string[],
): boolean {
  const fresh = newDraft(dialect, draft.manager, jobs);
  return draft.text === fresh.text || draft.text.trim() === "";
}
