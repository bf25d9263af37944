import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { Badge } from "#components/ui/badge.tsx";
import type { Tone } from "#components/ui/tone.ts";
import type { FieldVerdict, FieldVerdictKind } from "#lib/form/field-verdict.ts";

/** A part of the form to fold away: how much of it is set, and what would become of it. */
export function FormSection({
  title,
  count,
  verdict,
  isOpenFirst = false,
  children,
}: {
  title: string;
  /** How many things the draft sets here; such a section starts open. */
  count: number;
  verdict?: FieldVerdict | undefined;
  isOpenFirst?: boolean | undefined;
  children: ReactNode;
}) {
  const t = useTranslations("form");
  const [isOpen, setOpen] = useState(count > 0 || isOpenFirst);
  const isAbsent = verdict?.reason === "notServed" && count === 0;
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="border-b border-line"
    >
      <summary className="flex min-h-8 cursor-pointer flex-wrap items-center gap-x-2 gap-y-1 px-3 py-1 hover:bg-hover focus-visible:-outline-offset-2">
        <span aria-hidden className="w-3 text-muted">
          {isOpen ? "▾" : "▸"}
        </span>
        <span className="font-medium">{title}</span>
        {count > 0 && <Badge>{t("set", { count })}</Badge>}
        {verdict !== undefined && (
          <span className="ml-auto">
            <VerdictBadge verdict={verdict} />
          </span>
        )}
      </summary>
      {isOpen && (
        <div className="flex flex-col gap-2 px-3 pt-1 pb-3">
          {verdict !== undefined && <VerdictReason verdict={verdict} />}
          {!isAbsent && children}
        </div>
      )}
    </details>
  );
}

const TONES: Record<FieldVerdictKind, Tone> = {
  now: "good",
  afterSuspend: "busy",
  remake: "warn",
  stuck: "bad",
  atCreation: "neutral",
  refused: "bad",
};

/** What becomes of a field, before anything is typed. */
export function VerdictBadge({ verdict }: { verdict: FieldVerdict }) {
  const t = useTranslations("form");
  const { afterwards } = verdict;
  const first = t(`verdict.${verdict.verdict}`);
  const isPlain = afterwards === undefined || afterwards.verdict === "now";
  const tone = TONES[isPlain ? verdict.verdict : afterwards.verdict];
  return (
    <Badge tone={tone}>
      {isPlain ? first : t("verdictThen", { first, second: t(`verdict.${afterwards.verdict}`) })}
    </Badge>
  );
}

export function VerdictReason({ verdict }: { verdict: FieldVerdict }) {
  const t = useTranslations("form");
  const reasons = [verdict, verdict.afterwards].flatMap((each) =>
    each === undefined ? [] : [t(`reason.${each.reason}`)],
  );
  return <p className="text-xs text-muted">{reasons.join(" ")}</p>;
}
