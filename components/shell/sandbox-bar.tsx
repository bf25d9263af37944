"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FlaskConical, Pause } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "#components/ui/button.tsx";
import type { Session } from "#lib/protocol/session.ts";
import { sessionOptions, setClockOptions } from "#lib/queries/session.ts";
import { useExactTime } from "./exact-time.ts";
import { setClock, useNow } from "./now.tsx";

const FindingsDialog = lazy(async () => {
  const { FindingsDialog: component } = await import("./findings-dialog.tsx");
  return { default: component };
});

const SPEEDS = [0, 1, 20] as const;

type Sandbox = NonNullable<Session["sandbox"]>;

export function SandboxBar() {
  const { data: session } = useQuery(sessionOptions());
  return session?.sandbox === undefined ? undefined : <Bar sandbox={session.sandbox} />;
}

function Bar({ sandbox }: { sandbox: Sandbox }) {
  const t = useTranslations("shell.sandbox");
  setClock(sandbox.clock.now, sandbox.clock.speed);
  return (
    <aside
      aria-label={t("label")}
      className="flex min-h-7 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-warn-soft px-3 py-0.5 text-xs text-ink"
    >
      <span className="flex items-center gap-1 font-medium text-warn" title={t("hint")}>
        <FlaskConical aria-hidden className="size-3.5" />
        {t("label")}
      </span>
      <ClockControl speed={sandbox.clock.speed} />
      <SandboxTime />
      {sandbox.files !== undefined && <Files files={sandbox.files} />}
    </aside>
  );
}

function ClockControl({ speed }: { speed: number }) {
  const t = useTranslations("shell.sandbox");
  const setSpeed = useMutation(setClockOptions(useQueryClient()));
  return (
    <fieldset aria-label={t("clock")} className="flex items-center">
      {SPEEDS.map((choice) => (
        <button
          key={choice}
          type="button"
          aria-pressed={choice === speed}
          onClick={() => setSpeed.mutate({ speed: choice })}
          className="flex h-6 min-w-7 items-center justify-center rounded-sm px-1.5 hover:bg-hover aria-pressed:bg-ink aria-pressed:text-canvas"
        >
          {choice === 0 ? (
            <Pause role="img" aria-label={t("pause")} className="size-3.5" />
          ) : (
            t("speed", { speed: choice })
          )}
        </button>
      ))}
    </fieldset>
  );
}

function SandboxTime() {
  const t = useTranslations("shell.sandbox");
  const now = useNow();
  const exact = useExactTime();
  if (now === undefined) return undefined;
  return <span className="max-md:hidden">{t("now", { time: exact(now) })}</span>;
}

function Files({ files }: { files: NonNullable<Sandbox["files"]> }) {
  const t = useTranslations("shell.sandbox");
  const [isOpen, setOpen] = useState(false);
  const failed = files.findings.filter(({ outcome }) => outcome !== "loaded").length;
  return (
    <>
      <Button variant="quiet" size="sm" onClick={() => setOpen(true)} className="h-6 underline">
        {t("files", { loaded: files.loaded, failed })}
      </Button>
      {isOpen && (
        <Suspense>
          <FindingsDialog onClose={() => setOpen(false)} findings={files.findings} />
        </Suspense>
      )}
    </>
  );
}
