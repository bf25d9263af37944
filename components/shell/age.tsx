"use client";
import { useExactTime } from "./exact-time.ts";
import { useNow } from "./now.tsx";

/** A live age ("3m"); the exact instant is the tooltip and the machine-readable value. */
export function Age({ time }: { time: string | undefined }) {
  const now = useNow();
  const exact = useExactTime();
  if (time === undefined) return <span className="text-muted">–</span>;
  const at = Date.parse(time);
  return (
    <time dateTime={time} title={exact(time)}>
      {now === undefined || Number.isNaN(at) ? "" : formatDuration(now - at)}
    </time>
  );
}

/** `45s`, `3m`, `2h`, `2h10m`, `4d`: as kubectl writes ages, coarser with size. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 120) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 8) return minutes % 60 === 0 ? `${hours}h` : `${hours}h${minutes % 60}m`;
  if (hours < 48) return `${hours}h`;
  return `${Math.floor(hours / 24)}d`;
}
