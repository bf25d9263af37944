"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { SuspendDialog } from "#components/jobs/suspend-dialog.tsx";
import { type JobRef, jobDetailOptions, suspendJobOptions } from "#lib/queries/jobs.ts";
import { CommandGroup, CommandItem } from "./command-item.tsx";
import { changeSearch } from "./url-state.ts";

/** What can be done with the job on the screen. Suspending asks first where it stops pods or gives up a place in a queue. */
export function JobCommands({
  job,
  onDone,
  onAsk,
}: {
  job: JobRef;
  onDone: () => void;
  onAsk: () => void;
}) {
  const t = useTranslations("job");
  const { data } = useQuery(jobDetailOptions(job));
  const suspend = useMutation(suspendJobOptions(useQueryClient()));
  if (data === undefined) return undefined;
  const { row, rights, activeJobs } = data;
  const isFinished = row.state === "Complete" || row.state === "Failed";
  const asksFirst =
    !row.suspended && (activeJobs.some(({ active }) => active > 0) || row.queue !== undefined);
  const forbidden = rights.patch ? undefined : t("appendForbidden");
  const write = () =>
    suspend.mutate({ ...job, uid: row.uid, suspend: !row.suspended }, { onSuccess: onDone });
  return (
    <CommandGroup heading={job.name}>
      <CommandItem
        id="job append"
        name={t("append")}
        note={forbidden ?? "a"}
        isDisabled={!rights.patch}
        onSelect={() => {
          onDone();
          changeSearch({ append: "1" }, "push");
        }}
      />
      {!isFinished && (
        <CommandItem
          id="job suspend"
          name={row.suspended ? t("resume") : t("suspend")}
          note={suspend.error?.message ?? forbidden}
          isDisabled={!rights.patch || suspend.isPending}
          onSelect={asksFirst ? onAsk : write}
        />
      )}
    </CommandGroup>
  );
}

/** The same question as the button's. */
export function SuspendFromBox({ job, onDone }: { job: JobRef; onDone: () => void }) {
  const { data } = useQuery(jobDetailOptions(job));
  const suspend = useMutation(suspendJobOptions(useQueryClient()));
  if (data === undefined) return undefined;
  return (
    <SuspendDialog
      detail={data}
      error={suspend.error}
      isPending={suspend.isPending}
      onConfirm={() =>
        suspend.mutate({ ...job, uid: data.row.uid, suspend: true }, { onSuccess: onDone })
      }
      onClose={onDone}
    />
  );
}
