"use client";
import { useId } from "react";
import { useTranslations } from "use-intl";
import type { CopyAction } from "#lib/copy-as/copy-action.ts";
import { toKubectl } from "#lib/copy-as/to-kubectl.ts";
import { toPython } from "#lib/copy-as/to-python.ts";
import { CopyButton } from "./copy-button.tsx";

/** The write that the button beside it would send, to be done somewhere else. */
export function CopyAs({ action }: { action: CopyAction }) {
  const t = useTranslations("common.copyAs");
  const id = useId();
  return (
    <fieldset aria-labelledby={id} className="flex items-center gap-1">
      <span id={id} className="text-xs text-muted">
        {t("title")}
      </span>
      <CopyButton label={t("kubectl")} text={() => toKubectl(action)} />
      <CopyButton label={t("python")} text={() => toPython(action)} />
    </fieldset>
  );
}
