"use client";
import { CircleHelp } from "lucide-react";
import { useRouter } from "next/navigation";
import { lazy, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "#components/ui/button.tsx";
import { Hotkeys } from "./hotkeys.tsx";

const HelpDialog = lazy(async () => {
  const { HelpDialog: component } = await import("./help-dialog.tsx");
  return { default: component };
});

/** The keys that work on every screen, and the button that lists all keys. */
export function GlobalKeys() {
  const t = useTranslations("shell");
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Hotkeys
        bindings={{
          "?": () => setOpen(true),
          "g j": () => router.push("/jobs"),
          "g r": () => router.push("/runtimes"),
          "/": () => document.querySelector<HTMLElement>('input[type="search"]')?.focus(),
        }}
      />
      <Button
        variant="quiet"
        size="icon"
        aria-label={t("keyboardHelp")}
        title={t("keyboardHelp")}
        className="max-md:hidden"
        onClick={() => setOpen(true)}
      >
        <CircleHelp aria-hidden className="size-4" />
      </Button>
      {isOpen && (
        <Suspense>
          <HelpDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
