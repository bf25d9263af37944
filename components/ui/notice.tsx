import clsx from "clsx";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { TONE_BORDER, TONE_TEXT, type Tone } from "./tone.ts";

const ICONS = {
  good: CircleCheck,
  warn: TriangleAlert,
  bad: CircleAlert,
  busy: Info,
  neutral: Info,
} as const;

/** A message in the flow of the page: what happened, why, and (as `action`) the next step. */
export function Notice({
  tone = "neutral",
  title,
  children,
  action,
  role,
}: {
  tone?: Tone | undefined;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  role?: "alert" | "status" | undefined;
}) {
  const Icon = ICONS[tone];
  return (
    <div
      role={role}
      className={clsx("flex gap-2 border-l-2 bg-panel px-3 py-2 text-sm", TONE_BORDER[tone])}
    >
      <Icon aria-hidden className={clsx("mt-0.5 size-4 shrink-0", TONE_TEXT[tone])} />
      <div className="min-w-0 flex-1">
        <div className="font-medium break-words">{title}</div>
        {children !== undefined && <div className="break-words text-muted">{children}</div>}
        {action !== undefined && <div className="mt-2 flex flex-wrap gap-2">{action}</div>}
      </div>
    </div>
  );
}
