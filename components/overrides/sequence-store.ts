"use client";
import { MutationObserver, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { activePodCount } from "#components/jobs/active-pods.ts";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import {
  deleteJobSetOptions,
  jobDetailOptions,
  refreshJob,
  suspendJobOptions,
} from "#lib/queries/jobs.ts";
import {
  runSequence,
  SEQUENCE_STEPS,
  type SequenceFacts,
  type SequencePorts,
  type SequenceState,
  type SequenceStep,
} from "./append-sequence.ts";

export type JobSequence = {
  /** The last or running sequence of the job in this tab. */
  readonly state: SequenceState | undefined;
  readonly start: (steps: readonly SequenceStep[], append: () => Promise<unknown>) => void;
  readonly stop: () => void;
  /** Forgets an ended one. */
  readonly dismiss: () => void;
};

type Running = { readonly state: SequenceState; readonly abort?: AbortController | undefined };

const running = new Map<string, Running>();
const looked = new Set<string>();
const listeners = new Set<() => void>();

/** It outlives the sheet that started it; of one that the page took away the last step is known. */
export function useJobSequence(detail: JobDetail): JobSequence {
  const client = useQueryClient();
  const { uid } = detail.row;
  const state = useSyncExternalStore(
    subscribe,
    () => stateOf(uid),
    () => undefined,
  );
  return {
    state,
    start: (steps, append) => void run(client, detail, steps, append),
    stop: () => running.get(uid)?.abort?.abort(),
    dismiss: () => put(uid, undefined),
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function stateOf(uid: string): SequenceState | undefined {
  if (!looked.has(uid)) {
    looked.add(uid);
    const state = interrupted(readMark(uid));
    if (state !== undefined) running.set(uid, { state });
  }
  return running.get(uid)?.state;
}

function put(uid: string, value: Running | undefined): void {
  looked.add(uid);
  if (value === undefined) running.delete(uid);
  else running.set(uid, value);
  writeMark(uid, value?.state.status === "running" ? value.state : undefined);
  for (const each of listeners) each();
}

async function run(
  client: QueryClient,
  detail: JobDetail,
  steps: readonly SequenceStep[],
  append: () => Promise<unknown>,
): Promise<void> {
  const { uid } = detail.row;
  if (running.get(uid)?.state.status === "running") return;
  const abort = new AbortController();
  const report = (state: SequenceState) => put(uid, { state, abort });
  await runSequence(steps, portsOf(client, detail, append, report), abort.signal);
}

const POLL_MS = 2000;

function portsOf(
  client: QueryClient,
  detail: JobDetail,
  append: () => Promise<unknown>,
  report: (state: SequenceState) => void,
): SequencePorts {
  const { namespace, name, uid } = detail.row;
  const ref = { namespace, name };
  const facts = () => factsOf(client.getQueryData(jobDetailOptions(ref).queryKey) ?? detail);
  const suspend = (value: boolean) =>
    new MutationObserver(client, suspendJobOptions(client)).mutate({ ...ref, uid, suspend: value });
  return {
    suspend: () => suspend(true),
    resume: () => suspend(false),
    append,
    deleteJobSet: (jobSetUid) =>
      new MutationObserver(client, deleteJobSetOptions(client)).mutate({ ...ref, uid: jobSetUid }),
    facts,
    report,
    until: (isThere, signal) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const now = facts();
          if (!isThere(now)) return;
          end();
          resolve(now);
        };
        const onAbort = () => {
          end();
          reject(new Error("stopped"));
        };
        const unsubscribe = client.getQueryCache().subscribe(look);
        const timer = setInterval(() => void refreshJob(client, ref), POLL_MS);
        const end = () => {
          unsubscribe();
          clearInterval(timer);
          signal.removeEventListener("abort", onAbort);
        };
        signal.addEventListener("abort", onAbort);
        if (signal.aborted) onAbort();
        else look();
      }),
  };
}

export function factsOf(detail: JobDetail): SequenceFacts {
  const { trainJob, jobSet } = detail;
  return {
    isSuspended: trainJob.spec?.["suspend"] === true,
    activePods: activePodCount(detail),
    jobSetUid: jobSet?.metadata.uid,
  };
}

const MARK = "trainer-dashboard:sequence:";

function readMark(uid: string): string | undefined {
  try {
    return sessionStorage.getItem(`${MARK}${uid}`) ?? undefined;
  } catch {
    return undefined;
  }
}

function writeMark(uid: string, state: SequenceState | undefined): void {
  try {
    if (state === undefined) sessionStorage.removeItem(`${MARK}${uid}`);
    else sessionStorage.setItem(`${MARK}${uid}`, `${state.at} ${state.steps.join(" ")}`);
  } catch {
    // Without storage an interrupted one is forgotten; the job itself shows that it is suspended.
  }
}

function interrupted(mark: string | undefined): SequenceState | undefined {
  if (mark === undefined) return undefined;
  const [at = "", ...names] = mark.split(" ");
  const steps = names.flatMap((name) => SEQUENCE_STEPS.find((step) => step === name) ?? []);
  return { steps, at: Number(at), status: "stopped", stop: { reason: "interrupted" } };
}
