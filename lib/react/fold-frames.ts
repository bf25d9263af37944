import type { QueryClient } from "@tanstack/react-query";
import { applyFrame } from "../live/apply-frame.ts";
import { compareCursors } from "../live/cursor-order.ts";
import type { Frame } from "../protocol/frames.ts";
import type { JobList } from "../protocol/jobs.ts";
import { jobKeys } from "../queries/jobs.ts";
import { runtimeKeys } from "../queries/runtimes.ts";

/** How long outdated pages wait before they are read again, so that a burst of frames costs one request. */
const REFETCH_DELAY_MS = 700;

export type FrameFolder = {
  push(frame: Frame): void;
  refetch(olderThan: string | undefined): void;
  close(): void;
};

/** Folds frames into the query cache, batched per animation frame. */
export function createFrameFolder(client: QueryClient): FrameFolder {
  let queue: Frame[] = [];
  let scheduled: number | undefined;
  let refetchTimer: ReturnType<typeof setTimeout> | undefined;

  const flush = (): void => {
    scheduled = undefined;
    const frames = queue;
    queue = [];
    if (foldIntoLists(client, frames)) scheduleRefetch();
    for (const ref of touchedJobs(frames)) {
      void client.invalidateQueries({ queryKey: jobKeys.detail(ref) });
    }
  };
  const scheduleRefetch = (): void => {
    refetchTimer ??= setTimeout(() => {
      refetchTimer = undefined;
      void client.invalidateQueries({ queryKey: jobKeys.lists });
    }, REFETCH_DELAY_MS);
  };

  return {
    push: (frame) => {
      queue.push(frame);
      scheduled ??= requestAnimationFrame(flush);
      // Hidden tabs get no animation frames: the queue must not grow for hours.
      if (queue.length > 500) flush();
    },
    refetch: (olderThan) => {
      void client.invalidateQueries({
        predicate: ({ queryKey, state }) =>
          (queryKey[0] === jobKeys.all[0] || queryKey[0] === runtimeKeys.all[0]) &&
          isOlder(state.data, olderThan),
      });
    },
    close: () => {
      if (scheduled !== undefined) cancelAnimationFrame(scheduled);
      clearTimeout(refetchTimer);
    },
  };
}

function isOlder(data: unknown, cursor: string | undefined): boolean {
  if (cursor === undefined || typeof data !== "object" || data === null) return true;
  if (!("cursor" in data) || typeof data.cursor !== "string") return true;
  const order = compareCursors(data.cursor, cursor);
  return order === undefined || order < 0;
}

/** True where some page must be read again. */
function foldIntoLists(client: QueryClient, frames: readonly Frame[]): boolean {
  let isOutdated = false;
  client.setQueriesData<JobList>({ queryKey: jobKeys.lists }, (old) => {
    if (old === undefined) return undefined;
    let list = old;
    for (const frame of frames) {
      const folded = applyFrame(list, frame);
      list = folded.list;
      isOutdated ||= folded.isOutdated;
    }
    return list;
  });
  return isOutdated;
}

function touchedJobs(frames: readonly Frame[]): { namespace: string; name: string }[] {
  const topics = new Set<string>();
  for (const frame of frames) if ("topic" in frame) topics.add(frame.topic);
  return [...topics].flatMap((topic) => {
    if (!topic.startsWith("job:")) return [];
    const [namespace, name] = topic.slice("job:".length).split("/");
    return namespace === undefined || name === undefined ? [] : [{ namespace, name }];
  });
}
