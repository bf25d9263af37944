"use client";
import { SearchX } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "use-intl";
import { buttonClass } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";

export function NotFoundScreen() {
  const t = useTranslations();
  return (
    <main>
      <EmptyState
        heading="h1"
        icon={<SearchX aria-hidden />}
        title={t("common.problem.notFoundTitle")}
        action={
          <Link href="/jobs" className={buttonClass()}>
            {t("shell.jobs")}
          </Link>
        }
      >
        {t("common.problem.notFound")}
      </EmptyState>
    </main>
  );
}
