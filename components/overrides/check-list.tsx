"use client";
import clsx from "clsx";
import { Check, CircleHelp, TriangleAlert, X } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { CheckId, CheckState } from "./append-checks.ts";

export type CheckItem = {
  readonly id: CheckId;
  readonly state: CheckState;
  readonly text: ReactNode;
  readonly details?: readonly ReactNode[] | undefined;
};

const LOOKS = {
  ok: { Icon: Check, colour: "text-good" },
  bad: { Icon: X, colour: "text-bad" },
  warn: { Icon: TriangleAlert, colour: "text-warn" },
  open: { Icon: CircleHelp, colour: "text-muted" },
} as const;

export function CheckList({ items }: { items: readonly CheckItem[] }) {
  const t = useTranslations("append");
  return (
    <ul aria-label={t("checks")} className="grid gap-x-6 gap-y-0.5 md:grid-cols-2">
      {items.map(({ id, state, text, details = [] }) => {
        const { Icon, colour } = LOOKS[state];
        return (
          <li key={id} className="flex gap-2">
            <Icon
              role="img"
              aria-label={t(`check.${state}`)}
              className={clsx("mt-0.5 size-4 shrink-0", colour)}
            />
            <div className="min-w-0">
              <span className="font-medium">{t(`check.${id}`)}</span>{" "}
              <span className={state === "ok" ? "text-muted" : undefined}>{text}</span>
              {details.length > 0 && (
                <ul className="list-disc pl-4 text-xs break-words">
                  {details.map((detail, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: findings of one check have no other identity
                    <li key={index}>{detail}</li>
                  ))}
                </ul>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
