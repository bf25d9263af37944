import { expect, test } from "vitest";
import {
  planSequence,
  runSequence,
  type SequenceFacts,
  type SequencePorts,
  type SequenceState,
  type SequenceStep,
} from "./append-sequence.ts";

const ALL: readonly SequenceStep[] = ["suspend", "wait", "append", "resume"];

function aWorld(later: readonly SequenceFacts[], fail: Partial<SequencePorts> = {}) {
  const log: string[] = [];
  const states: SequenceState[] = [];
  const note = (what: string) => async () => {
    log.push(what);
  };
  const ports: SequencePorts = {
    suspend: note("suspend"),
    append: note("append"),
    resume: note("resume"),
    deleteJobSet: (uid) => note(`delete ${uid}`)(),
    facts: () => ({ isSuspended: true, activePods: 0, jobSetUid: "old" }),
    until: async (isThere, signal) => {
      for (const facts of later) {
        if (signal.aborted) break;
        log.push("look");
        if (isThere(facts)) return facts;
      }
      throw new Error("nothing more comes");
    },
    report: (state) => states.push(state),
    ...fail,
  };
  return { ports, log, states };
}

const facts = (isSuspended: boolean, activePods: number, jobSetUid = "old"): SequenceFacts => ({
  isSuspended,
  activePods,
  jobSetUid,
});
const never = new AbortController().signal;

test("a running job is suspended, waited for, appended to and resumed; a suspended one stays suspended", () => {
  expect(planSequence({ isSuspended: false, activePods: 4, remake: false })).toEqual(ALL);
  expect(planSequence({ isSuspended: true, activePods: 0, remake: true })).toEqual([
    "append",
    "remake",
  ]);
  expect(planSequence({ isSuspended: true, activePods: 2, remake: false })).toEqual([
    "wait",
    "append",
  ]);
});

test("the append waits until the job is suspended and no pod is active", async () => {
  const { ports, log, states } = aWorld([facts(false, 4), facts(true, 4), facts(true, 0)]);
  const last = await runSequence(ALL, ports, never);
  expect(log).toEqual(["suspend", "look", "look", "look", "append", "resume"]);
  expect(last.status).toBe("done");
  expect(states.map(({ at }) => at)).toEqual([0, 1, 2, 3, 4]);
});

test("a refused append leaves the job suspended and says why", async () => {
  const refuse = () => Promise.reject(new Error("must be later"));
  const { ports, log } = aWorld([facts(true, 0)], { append: refuse });
  const last = await runSequence(ALL, ports, never);
  expect(last).toMatchObject({
    status: "stopped",
    at: 2,
    stop: { reason: "refused", message: "must be later" },
  });
  expect(log).not.toContain("resume");
});

test("a job that somebody else resumes meanwhile is not appended to", async () => {
  const { ports, log } = aWorld([facts(true, 4), facts(false, 4)]);
  const last = await runSequence(ALL, ports, never);
  expect(last.stop?.reason).toBe("resumedByOther");
  expect(log).not.toContain("append");
});

test("stopped by hand it does nothing further, but finishes the write that was sent", async () => {
  const abort = new AbortController();
  const { ports, log } = aWorld([facts(true, 0)], {
    suspend: async () => {
      abort.abort();
    },
  });
  const last = await runSequence(ALL, ports, abort.signal);
  expect(last).toMatchObject({ status: "stopped", at: 1, stop: { reason: "byUser" } });
  expect(log).toEqual([]);
});

test("the JobSet is deleted after the append and waited for before resuming", async () => {
  const { ports, log } = aWorld([facts(true, 0), facts(true, 0, "new")]);
  const last = await runSequence(["append", "remake", "resume"], ports, never);
  expect(log).toEqual(["append", "delete old", "look", "look", "resume"]);
  expect(last.status).toBe("done");
});
