"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { useParams, usePathname, useRouter } from "next/navigation";
import { useDeferredValue, useState } from "react";
import { useTranslations } from "use-intl";
import { jobHref } from "#components/jobs/job-href.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import { jobListOptions } from "#lib/queries/jobs.ts";
import { runtimeListOptions } from "#lib/queries/runtimes.ts";
import { namespacesOptions } from "#lib/queries/session.ts";
import { CommandGroup, CommandItem } from "./command-item.tsx";
import { JobCommands, SuspendFromBox } from "./job-commands.tsx";
import { openShellDialog } from "./shell-dialogs.ts";
import { THEME_CHOICES, useThemeChoice } from "./theme.ts";

const JOBS_SHOWN = 8;
const FRESH_MS = 5_000;

/** Everything that can be reached or done, by a few letters of its name. */
export function CommandBox({ onClose }: { onClose: () => void }) {
  const t = useTranslations("shell.commands");
  const common = useTranslations("common");
  const [search, setSearch] = useState("");
  const [asksToSuspend, setAsksToSuspend] = useState(false);
  const job = useJobOnScreen();
  // In place of the box, not inside it: keys pressed in the question must not reach the list of commands.
  if (asksToSuspend && job !== undefined) return <SuspendFromBox job={job} onDone={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={t("title")}
      closeLabel={common("close")}
    >
      <Command label={t("placeholder")} loop className="flex min-h-0 flex-col">
        <Command.Input
          ref={takeFocus}
          value={search}
          onValueChange={setSearch}
          placeholder={t("placeholder")}
          className="h-10 shrink-0 border-b border-line bg-canvas px-4 text-base outline-none focus-visible:-outline-offset-2 focus-visible:outline-accent"
        />
        <Command.List label={t("title")} className="max-h-[60vh] min-h-40 overflow-auto p-1">
          <Command.Empty className="px-3 py-4 text-muted">{t("empty")}</Command.Empty>
          {job !== undefined && (
            <JobCommands
              key={job.name}
              job={job}
              onDone={onClose}
              onAsk={() => setAsksToSuspend(true)}
            />
          )}
          <JobItems search={search} onDone={onClose} />
          <PlaceItems onDone={onClose} />
          <RuntimeItems onDone={onClose} />
          <NamespaceItems onDone={onClose} />
          <SettingItems onDone={onClose} />
        </Command.List>
      </Command>
    </Dialog>
  );
}

function useJobOnScreen() {
  const path = usePathname();
  const { namespace, name } = useParams<{ namespace?: string; name?: string }>();
  return path.startsWith("/jobs/") && namespace !== undefined && name !== undefined
    ? { namespace: decodeURIComponent(namespace), name: decodeURIComponent(name) }
    : undefined;
}

/** The same function at each render: it runs once, before the dialog would give the focus to its first button. */
function takeFocus(element: HTMLInputElement | null): void {
  element?.focus();
}

type Done = { readonly onDone: () => void };

function useGo({ onDone }: Done): (href: string) => void {
  const router = useRouter();
  return (href) => {
    onDone();
    router.push(href);
  };
}

function JobItems({ search, onDone }: Done & { search: string }) {
  const t = useTranslations("shell.commands");
  const go = useGo({ onDone });
  const q = useDeferredValue(search.trim());
  const { data } = useQuery({
    ...jobListOptions({ ...(q === "" ? {} : { q }), page: 0, pageSize: JOBS_SHOWN }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
  if (data === undefined || data.items.length === 0) return undefined;
  return (
    <CommandGroup heading={t("jobs")}>
      {data.items.map((row) => (
        <CommandItem
          key={row.uid}
          id={`job ${row.namespace}/${row.name}`}
          name={row.name}
          note={`${row.namespace}, ${row.state}`}
          always={search}
          onSelect={() => go(jobHref(row))}
        />
      ))}
    </CommandGroup>
  );
}

function PlaceItems({ onDone }: Done) {
  const t = useTranslations("shell.commands");
  const shell = useTranslations("shell");
  const go = useGo({ onDone });
  return (
    <CommandGroup heading={t("places")}>
      <CommandItem id="page jobs" name={shell("jobs")} note="g j" onSelect={() => go("/jobs")} />
      <CommandItem
        id="page runtimes"
        name={shell("runtimes")}
        note="g r"
        onSelect={() => go("/runtimes")}
      />
      <CommandItem
        id="page settings"
        name={shell("settings.title")}
        onSelect={() => openShellDialog("settings")}
      />
      <CommandItem
        id="page help"
        name={shell("keyboardHelp")}
        note="?"
        onSelect={() => openShellDialog("help")}
      />
    </CommandGroup>
  );
}

function RuntimeItems({ onDone }: Done) {
  const t = useTranslations("shell");
  const go = useGo({ onDone });
  const { data } = useQuery(runtimeListOptions());
  if (data === undefined || data.items.length === 0) return undefined;
  return (
    <CommandGroup heading={t("runtimes")}>
      {data.items.map((row) => (
        <CommandItem
          key={row.uid}
          id={`runtime ${row.namespace ?? "-"}/${row.name}`}
          name={row.name}
          note={row.namespace ?? row.kind}
          onSelect={() => go(`/runtimes/${row.namespace ?? "-"}/${encodeURIComponent(row.name)}`)}
        />
      ))}
    </CommandGroup>
  );
}

function NamespaceItems({ onDone }: Done) {
  const t = useTranslations("shell");
  const go = useGo({ onDone });
  const { data } = useQuery(namespacesOptions());
  return (
    <CommandGroup heading={t("namespace")}>
      <CommandItem id="namespace" name={t("allNamespaces")} onSelect={() => go("/jobs")} />
      {(data?.namespaces ?? []).map((name) => (
        <CommandItem
          key={name}
          id={`namespace ${name}`}
          name={name}
          onSelect={() => go(`/jobs?namespace=${encodeURIComponent(name)}`)}
        />
      ))}
    </CommandGroup>
  );
}

function SettingItems({ onDone }: Done) {
  const t = useTranslations("shell");
  const [theme, setTheme] = useThemeChoice();
  return (
    <CommandGroup heading={t("theme")}>
      {THEME_CHOICES.map((choice) => (
        <CommandItem
          key={choice}
          id={`theme ${choice}`}
          name={t("themeNow", { choice: t(`themes.${choice}`) })}
          note={choice === theme ? t("commands.now") : undefined}
          onSelect={() => {
            setTheme(choice);
            onDone();
          }}
        />
      ))}
    </CommandGroup>
  );
}
