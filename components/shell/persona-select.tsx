"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { UserRound } from "lucide-react";
import { useTranslations } from "use-intl";
import { Select } from "#components/ui/field.tsx";
import type { Session } from "#lib/protocol/session.ts";
import { setPersonaOptions } from "#lib/queries/session.ts";

/** Sandbox: look at everything as another person. */
export function PersonaSelect({ sandbox }: { sandbox: NonNullable<Session["sandbox"]> }) {
  const t = useTranslations("shell");
  const setPersona = useMutation(setPersonaOptions(useQueryClient()));
  return (
    <span className="flex min-w-0 items-center gap-1">
      <UserRound aria-hidden className="size-4 text-muted max-md:hidden" />
      <Select
        aria-label={t("sandbox.persona")}
        value={sandbox.persona}
        disabled={setPersona.isPending}
        onChange={({ target }) => setPersona.mutate({ persona: target.value })}
      >
        {sandbox.personas.map(({ id, name, role }) => (
          <option key={id} value={id}>
            {t("personaOption", {
              name,
              role: t(`roles.${role === "platformAdmin" ? "platformAdmin" : "dataScientist"}`),
            })}
          </option>
        ))}
      </Select>
    </span>
  );
}
