"use client";
import { useQuery } from "@tanstack/react-query";
import { MonitorCog, Moon, Sun, UserRound } from "lucide-react";
import { useParams, usePathname, useRouter } from "next/navigation";
import { useTranslations } from "use-intl";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Select } from "#components/ui/field.tsx";
import { namespacesOptions, sessionOptions } from "#lib/queries/session.ts";
import { GlobalKeys, ShellTools } from "./global-keys.tsx";
import { LinkBadge } from "./link-badge.tsx";
import { PersonaSelect } from "./persona-select.tsx";
import { THEME_CHOICES, useThemeChoice } from "./theme.ts";
import { useUrlState } from "./url-state.ts";

export function TopBar() {
  const t = useTranslations("shell");
  const { data: session } = useQuery(sessionOptions());
  return (
    <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line px-3">
      <NamespacePicker />
      <div className="flex-1" />
      {session?.readOnly === true && <Badge tone="warn">{t("readOnly")}</Badge>}
      <LinkBadge />
      <GlobalKeys />
      <span className="flex max-md:hidden">
        <ShellTools />
      </span>
      <ThemeSwitch />
      {session !== undefined &&
        (session.sandbox === undefined ? (
          <span className="flex items-center gap-1 text-muted">
            <UserRound aria-hidden className="size-4" />
            {session.user}
          </span>
        ) : (
          <PersonaSelect sandbox={session.sandbox} />
        ))}
    </header>
  );
}

/** On a list it filters; on one object it leads back to the list of the namespace chosen. */
function NamespacePicker() {
  const t = useTranslations("shell");
  const { data } = useQuery(namespacesOptions());
  const [params, setUrl] = useUrlState();
  const path = usePathname();
  const { namespace: inPath } = useParams<{ namespace?: string }>();
  const router = useRouter();
  // A ClusterTrainingRuntime stands under `-`.
  const value = (inPath === "-" ? undefined : inPath) ?? params.get("namespace") ?? "";
  const names = data?.namespaces ?? [];
  const options = value === "" || names.includes(value) ? names : [value, ...names];
  const isList = path === "/jobs" || path === "/runtimes";
  return (
    <Select
      aria-label={t("namespace")}
      value={value}
      className="min-w-36 font-medium"
      onChange={({ target }) => {
        if (isList) setUrl({ namespace: target.value }, "push");
        else router.push(target.value === "" ? "/jobs" : `/jobs?namespace=${target.value}`);
      }}
    >
      <option value="">{t("allNamespaces")}</option>
      {options.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </Select>
  );
}

const THEME_ICONS = { system: MonitorCog, light: Sun, dark: Moon } as const;

/** Each press takes the next choice: as the system, light, dark. */
function ThemeSwitch() {
  const t = useTranslations("shell");
  const [choice, setChoice] = useThemeChoice();
  const Icon = THEME_ICONS[choice];
  const label = t("themeNow", { choice: t(`themes.${choice}`) });
  const next =
    THEME_CHOICES[(THEME_CHOICES.indexOf(choice) + 1) % THEME_CHOICES.length] ?? "system";
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label={label}
      title={label}
      onClick={() => setChoice(next)}
    >
      <Icon aria-hidden className="size-4" />
    </Button>
  );
}
