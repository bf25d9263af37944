"use client";
import clsx from "clsx";
import { useTranslations } from "use-intl";
import { TONE_TEXT, type Tone } from "#components/ui/tone.ts";
import { type LiveView, useLiveView } from "#lib/react/live-provider.tsx";

const TONES: Record<Exclude<LiveView["state"], "idle">, Tone> = {
  live: "good",
  connecting: "neutral",
  catchingUp: "busy",
  stale: "warn",
  offline: "bad",
  failed: "bad",
};

/** How live the screen is, in a word; a live region, so that a change is also heard. */
export function LinkBadge() {
  const t = useTranslations("shell.link");
  const { state, since } = useLiveView();
  if (state === "idle") return undefined;
  const time = since === undefined ? "" : formatClock(since);
  return (
    <span
      role="status"
      title={t(`${state}Hint`, { time })}
      className={clsx("flex items-center gap-1.5 px-1 text-xs", TONE_TEXT[TONES[state]])}
    >
      <span
        aria-hidden
        className={clsx(
          "size-2 rounded-full border border-current",
          state === "live" && "bg-current",
        )}
      />
      {t(state, { time })}
    </span>
  );
}

/** Wall-clock time of the reader, to the minute. */
function formatClock(ms: number): string {
  const date = new Date(ms);
  return `${String(date.getHours()).padStart(2, "0")}:${String(date.getMinutes()).padStart(2, "0")}`;
}
