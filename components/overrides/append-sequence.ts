/** The steps of one action, in the order in which they run. */
export const SEQUENCE_STEPS = ["suspend", "wait", "append", "remake", "resume"] as const;
export type SequenceStep = (typeof SEQUENCE_STEPS)[number];

/** What of the job decides how a step goes on. */
export type SequenceFacts = {
  readonly isSuspended: boolean;
  /** Pods of the JobSet's jobs that have not ended. */
  readonly activePods: number;
  readonly jobSetUid: string | undefined;
};

export type SequenceState = {
  readonly steps: readonly SequenceStep[];
  /** Position in `steps` of the one that runs, or at which it stopped. */
  readonly at: number;
  readonly status: "running" | "done" | "stopped";
  readonly stop?: SequenceStop | undefined;
};

/**
 * byUser: stopped by hand; interrupted: the page went away; resumedByOther: somebody, such as Kueue, resumed the job
 * before its pods had ended; refused: the append was refused; failed: a write did not succeed.
 */
export type SequenceStop = {
  readonly reason: "byUser" | "interrupted" | "resumedByOther" | "refused" | "failed";
  readonly message?: string | undefined;
};

/** The steps for a job as it is; `remake` where the existing JobSet would refuse the change and the person may delete it. */
export function planSequence(args: {
  readonly isSuspended: boolean;
  readonly activePods: number;
  readonly remake: boolean;
}): readonly SequenceStep[] {
  const { isSuspended, activePods, remake } = args;
  return [
    ...(isSuspended ? [] : (["suspend"] as const)),
    ...(isSuspended && activePods === 0 ? [] : (["wait"] as const)),
    "append",
    ...(remake ? (["remake"] as const) : []),
    ...(isSuspended ? [] : (["resume"] as const)),
  ];
}

/** What the runner needs from outside; each write rejects where it does not succeed. */
export type SequencePorts = {
  readonly suspend: () => Promise<unknown>;
  readonly append: () => Promise<unknown>;
  /** Deletes the JobSet of this uid. */
  readonly deleteJobSet: (uid: string) => Promise<unknown>;
  readonly resume: () => Promise<unknown>;
  /** The job as known now. */
  readonly facts: () => SequenceFacts;
  /** Resolves with the first facts that answer true, rejects on abort. */
  readonly until: (
    isThere: (facts: SequenceFacts) => boolean,
    signal: AbortSignal,
  ) => Promise<SequenceFacts>;
  readonly report: (state: SequenceState) => void;
};

/**
 * Runs the steps in order and reports after each. It never resumes a job whose append did not succeed: that one stays
 * suspended, so that nothing starts with half of what was meant. A write that was sent is waited for, also when stopped.
 */
export async function runSequence(
  steps: readonly SequenceStep[],
  ports: SequencePorts,
  signal: AbortSignal,
): Promise<SequenceState> {
  for (const [at, step] of steps.entries()) {
    ports.report({ steps, at, status: "running" });
    const stop = signal.aborted ? BY_USER : await runStep(step, ports, signal);
    if (stop !== undefined) return ended(ports, { steps, at, status: "stopped", stop });
  }
  return ended(ports, { steps, at: steps.length, status: "done" });
}

const BY_USER: SequenceStop = { reason: "byUser" };

function ended(ports: SequencePorts, state: SequenceState): SequenceState {
  ports.report(state);
  return state;
}

async function runStep(
  step: SequenceStep,
  ports: SequencePorts,
  signal: AbortSignal,
): Promise<SequenceStop | undefined> {
  try {
    switch (step) {
      case "suspend":
        await ports.suspend();
        return undefined;
      case "wait":
        return await waitForPods(ports, signal);
      case "append":
        await ports.append();
        return undefined;
      case "remake":
        return await remake(ports, signal);
      case "resume":
        await ports.resume();
        return undefined;
    }
  } catch (error) {
    if (signal.aborted) return BY_USER;
    const message = error instanceof Error ? error.message : String(error);
    return { reason: step === "append" ? "refused" : "failed", message };
  }
}

/** Suspended and idle; a job that was seen suspended and is no more was resumed by somebody else. */
async function waitForPods(
  { until }: SequencePorts,
  signal: AbortSignal,
): Promise<SequenceStop | undefined> {
  let wasSuspended = false;
  const facts = await until(({ isSuspended, activePods }) => {
    const isResumed = wasSuspended && !isSuspended;
    wasSuspended ||= isSuspended;
    return isResumed || (isSuspended && activePods === 0);
  }, signal);
  return facts.isSuspended ? undefined : { reason: "resumedByOther" };
}

async function remake(
  { facts, deleteJobSet, until }: SequencePorts,
  signal: AbortSignal,
): Promise<SequenceStop | undefined> {
  const { jobSetUid: old } = facts();
  if (old === undefined) return undefined;
  await deleteJobSet(old);
  await until(({ jobSetUid }) => jobSetUid !== undefined && jobSetUid !== old, signal);
  return undefined;
}
