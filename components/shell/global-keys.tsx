"use client";
import { CircleHelp, Command, Settings } from "lucide-react";
import { useRouter } from "next/navigation";
import { lazy, type ReactNode, Suspense } from "react";
import { useTranslations } from "use-intl";
import { Button } from "#components/ui/button.tsx";
import { Hotkeys } from "./hotkeys.tsx";
import { openShellDialog, useShellDialog } from "./shell-dialogs.ts";

const HelpDialog = lazy(async () => {
  const { HelpDialog: component } = await import("./help-dialog.tsx");
  return { default: component };
});
const CommandBox = lazy(async () => {
  const { CommandBox: component } = await import("./command-box.tsx");
  return { default: component };
});
const SettingsDialog = lazy(async () => {
  const { SettingsDialog: component } = await import("./settings-dialog.tsx");
  return { default: component };
});

const DIALOGS = { help: HelpDialog, commands: CommandBox, settings: SettingsDialog } as const;

/** The keys that work on every screen, and the dialogs that they and the shell's buttons open. */
export function GlobalKeys() {
  const router = useRouter();
  const open = useShellDialog();
  const Opened = open && DIALOGS[open];
  return (
    <>
      <Hotkeys
        bindings={{
          "?": () => openShellDialog("help"),
          "mod k": () => openShellDialog("commands"),
          "g j": () => router.push("/jobs"),
          "g r": () => router.push("/runtimes"),
          "/": () => document.querySelector<HTMLElement>('input[type="search"]')?.focus(),
        }}
      />
      {Opened && (
        <Suspense>
          <Opened onClose={() => openShellDialog(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** Commands, settings and keys by pointer. */
export function ShellTools() {
  const t = useTranslations("shell");
  return (
    <>
      <Tool label={t("commands.title")} hint={t("commands.open")} dialog="commands">
        <Command aria-hidden className="size-4" />
      </Tool>
      <Tool label={t("settings.title")} dialog="settings">
        <Settings aria-hidden className="size-4" />
      </Tool>
      <Tool label={t("keyboardHelp")} dialog="help" className="max-md:hidden">
        <CircleHelp aria-hidden className="size-4" />
      </Tool>
    </>
  );
}

function Tool({
  label,
  hint = label,
  dialog,
  className,
  children,
}: {
  label: string;
  hint?: string | undefined;
  dialog: Parameters<typeof openShellDialog>[0];
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label={label}
      title={hint}
      className={className}
      onClick={() => openShellDialog(dialog)}
    >
      {children}
    </Button>
  );
}
