"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, UserRound } from "lucide-react";
import { useTranslations } from "use-intl";
import { Button } from "#components/ui/button.tsx";
import { Menu, MenuChoice } from "#components/ui/menu.tsx";
import type { Session } from "#lib/protocol/session.ts";
import { setPersonaOptions } from "#lib/queries/session.ts";

export function PersonaMenu({ sandbox }: { sandbox: NonNullable<Session["sandbox"]> }) {
  const t = useTranslations("shell");
  const setPersona = useMutation(setPersonaOptions(useQueryClient()));
  const current = sandbox.personas.find(({ id }) => id === sandbox.persona);
  const name = current?.name ?? sandbox.persona;
  return (
    <Menu
      label={t("sandbox.persona")}
      trigger={
        <Button variant="quiet" aria-label={t("persona", { user: name })}>
          <UserRound aria-hidden className="size-4" />
          <span className="max-md:hidden">{name}</span>
          <ChevronDown aria-hidden className="size-3" />
        </Button>
      }
    >
      <MenuChoice
        label={t("sandbox.persona")}
        value={sandbox.persona}
        onChange={(persona) => setPersona.mutate({ persona })}
        options={sandbox.personas.map(({ id, name: label, role }) => ({
          value: id,
          label: (
            <span>
              {label} <span className="text-muted">{role}</span>
            </span>
          ),
        }))}
      />
    </Menu>
  );
}
