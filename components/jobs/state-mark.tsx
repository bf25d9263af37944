"use client";
import clsx from "clsx";
import {
  Ban,
  Check,
  CircleHelp,
  CirclePause,
  Hourglass,
  ListOrdered,
  LoaderCircle,
  type LucideIcon,
  Pause,
  Play,
} from "lucide-react";
import { useTranslations } from "use-intl";
import { TONE_TEXT, type Tone } from "#components/ui/tone.ts";
import type { JobState } from "#lib/status/job-state.ts";

const LOOKS: Record<JobState, { readonly Icon: LucideIcon; readonly tone: Tone }> = {
  Running: { Icon: Play, tone: "good" },
  Starting: { Icon: LoaderCircle, tone: "busy" },
  Pending: { Icon: Hourglass, tone: "warn" },
  Queued: { Icon: ListOrdered, tone: "busy" },
  Suspending: { Icon: CirclePause, tone: "neutral" },
  Suspended: { Icon: Pause, tone: "neutral" },
  Failed: { Icon: Ban, tone: "bad" },
  Complete: { Icon: Check, tone: "neutral" },
  Unknown: { Icon: CircleHelp, tone: "warn" },
};

/** Icon, word and colour together. */
export function StateMark({ state }: { state: JobState }) {
  const t = useTranslations("jobs.states");
  const { Icon, tone } = LOOKS[state];
  return (
    <span
      className={clsx(
        "inline-flex items-center gap-1.5 align-middle whitespace-nowrap",
        TONE_TEXT[tone],
      )}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {t(state)}
    </span>
  );
}

export function toneOfState(state: JobState): Tone {
  return LOOKS[state].tone;
}
