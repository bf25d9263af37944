"use client";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import { ChildrenTree } from "./children-tree.tsx";
import { ConditionsTable } from "./conditions-table.tsx";
import { EventsTable } from "./events-table.tsx";
import { Phases } from "./phases.tsx";
import { ReasonCard } from "./reason-card.tsx";
import { TrainerStatus } from "./trainer-status.tsx";

export function JobOverview({ detail }: { detail: JobDetail }) {
  const t = useTranslations("job.overview");
  return (
    <div className="flex flex-col gap-5 p-3">
      <ReasonCard detail={detail} />
      <TrainerStatus detail={detail} />
      <Section title={t("phases")}>
        <Phases trainJob={detail.trainJob} />
      </Section>
      <Section title={t("children")}>
        <ChildrenTree detail={detail} />
      </Section>
      <Section title={t("conditions")}>
        <ConditionsTable trainJob={detail.trainJob} />
      </Section>
      <Section title={t("events")}>
        <EventsTable events={detail.events} />
      </Section>
    </div>
  );
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="mb-1 text-sm font-semibold">{title}</h2>
      {children}
    </section>
  );
}
