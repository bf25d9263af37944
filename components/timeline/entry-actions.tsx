"use client";
import { lazy, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "#components/ui/button.tsx";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import type { TimelineEntry } from "#lib/timeline/timeline.ts";

const NeutraliseDialog = lazy(async () => {
  const { NeutraliseDialog: component } = await import("./neutralise-dialog.tsx");
  return { default: component };
});
const EditSheet = lazy(async () => {
  const { EditSheet: component } = await import("./edit-sheet.tsx");
  return { default: component };
});

type Open = "neutralise" | "edit" | "remove";

/** What can be done about an entry: undone by a later one where nothing can be changed, else edited and removed. */
export function EntryActions({ detail, item }: { detail: JobDetail; item: TimelineEntry }) {
  const t = useTranslations("timeline");
  const [open, setOpen] = useState<Open | undefined>();
  const { rights, dialect } = detail;
  const { manager } = item.entry;
  if (!rights.patch) return undefined;
  const close = () => setOpen(undefined);
  const isMine = manager === undefined || rights.managers.includes(manager);
  if (dialect === "templateOverrides")
    return (
      <div>
        <Button size="sm" onClick={() => setOpen("neutralise")}>
          {t("neutralise.action")}
        </Button>
        <Suspense>
          {open === "neutralise" && (
            <NeutraliseDialog detail={detail} entry={item.entry} onClose={close} />
          )}
        </Suspense>
      </div>
    );
  if (!isMine && !rights.anyManager) return undefined;
  return (
    <div className="flex gap-2">
      <Button size="sm" onClick={() => setOpen("edit")}>
        {t("edit.action")}
      </Button>
      <Button size="sm" variant="danger" onClick={() => setOpen("remove")}>
        {t("edit.remove")}
      </Button>
      <Suspense>
        {(open === "edit" || open === "remove") && (
          <EditSheet detail={detail} entry={item.entry} mode={open} onClose={close} />
        )}
      </Suspense>
    </div>
  );
}
