"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { IDLE, type LinkState } from "../live/link.ts";
import type { Topic } from "../protocol/frames.ts";
import { sessionOptions } from "../queries/session.ts";
import { createFrameFolder } from "./fold-frames.ts";
import { createLiveLink, type LiveLink } from "./live-link.ts";

type Wanted = { add(topic: Topic): () => void };
type LiveContext = { readonly link: LiveLink; readonly wanted: Wanted };

const Context = createContext<LiveContext | undefined>(undefined);

/** Holds the one stream of the tab. Stands inside the QueryClientProvider. */
export function LiveProvider({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  const [live] = useState(() => {
    const folder = createFrameFolder(client);
    const link = createLiveLink({ onFrame: folder.push, onRefetch: folder.refetch });
    return { context: { link, wanted: createWanted(link) }, folder };
  });
  // Only looks at the session that the shell has read. A stream belongs to the person who opened it.
  const user = useQuery({ ...sessionOptions(), enabled: false }).data?.user;
  const lastUser = useRef(user);
  useEffect(() => {
    if (lastUser.current !== undefined && lastUser.current !== user) live.context.link.restart();
    lastUser.current = user;
  }, [user, live]);
  // The browser tells when waiting for a retry makes no sense any more.
  useEffect(() => {
    const wake = () => {
      if (document.visibilityState === "visible") live.context.link.wake();
    };
    window.addEventListener("online", wake);
    document.addEventListener("visibilitychange", wake);
    return () => {
      window.removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", wake);
      live.context.link.close();
      live.folder.close();
    };
  }, [live]);
  return <Context value={live.context}>{children}</Context>;
}

/** Counts who wants which topic; the stream is opened anew after the render in which the set changed. */
function createWanted(link: LiveLink): Wanted {
  const counts = new Map<Topic, number>();
  let isScheduled = false;
  const publish = () => {
    if (isScheduled) return;
    isScheduled = true;
    queueMicrotask(() => {
      isScheduled = false;
      link.setTopics([...counts.keys()]);
    });
  };
  return {
    add: (topic) => {
      counts.set(topic, (counts.get(topic) ?? 0) + 1);
      publish();
      return () => {
        const left = (counts.get(topic) ?? 1) - 1;
        if (left === 0) counts.delete(topic);
        else counts.set(topic, left);
        publish();
      };
    },
  };
}

/** Keeps a topic on the stream while the component is mounted: `jobs`, `jobs:team-a`, `job:team-a/name`. */
export function useLiveTopic(topic: Topic | undefined): void {
  const context = useContext(Context);
  // The stream is outside React; it is told who is on screen.
  useEffect(() => (topic === undefined ? undefined : context?.wanted.add(topic)), [context, topic]);
}

export type LiveView = {
  readonly state: "live" | "connecting" | "catchingUp" | "stale" | "offline" | "failed" | "idle";
  /** Milliseconds since the epoch: what is shown may be old since then. */
  readonly since?: number | undefined;
};

const noSubscription = () => () => {};

/** What the shell says about how live the screen is. */
export function useLiveView(): LiveView {
  const link = useContext(Context)?.link;
  const state = useSyncExternalStore(
    link?.subscribe ?? noSubscription,
    () => link?.getSnapshot() ?? IDLE,
    () => IDLE,
  );
  return toView(state);
}

function toView(state: LinkState): LiveView {
  switch (state.kind) {
    case "idle":
      return { state: "idle" };
    case "live":
      return { state: "live" };
    case "connecting":
      return { state: state.since === undefined ? "connecting" : "offline", since: state.since };
    case "stale":
      return { state: state.catchingUp ? "catchingUp" : "stale", since: state.since };
    case "backoff":
      return { state: "offline", since: state.since };
    case "failed":
      return { state: "failed", since: state.since };
  }
}
