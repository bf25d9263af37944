import clsx from "clsx";
import type { ReactNode } from "react";
import { TONE_SOFT, type Tone } from "./tone.ts";

export function Badge({
  tone = "neutral",
  title,
  children,
}: {
  tone?: Tone | undefined;
  title?: string | undefined;
  children: ReactNode;
}) {
  return (
    <span
      title={title}
      className={clsx(
        "inline-flex h-5 items-center gap-1 rounded-sm px-1.5 text-xs whitespace-nowrap",
        TONE_SOFT[tone],
      )}
    >
      {children}
    </span>
  );
}
