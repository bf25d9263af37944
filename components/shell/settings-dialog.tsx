"use client";
import { useTranslations } from "use-intl";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field, Select } from "#components/ui/field.tsx";
import { formatExact } from "./exact-time.ts";
import { useNow } from "./now.tsx";
import { useSettings } from "./stored-settings.ts";
import { THEME_CHOICES, useThemeChoice } from "./theme.ts";

const ZONES = Intl.supportedValuesOf("timeZone");

/** What this browser remembers: nothing of it leaves it. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("shell.settings");
  const shell = useTranslations("shell");
  const common = useTranslations("common");
  const [theme, setTheme] = useThemeChoice();
  const [settings, change] = useSettings();
  const now = useNow();
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={t("title")}
      description={t("hint")}
      closeLabel={common("close")}
    >
      <div className="flex flex-col gap-4 overflow-auto p-4">
        <Field label={shell("theme")}>
          <Select
            value={theme}
            onChange={({ target }) => {
              const choice = THEME_CHOICES.find((one) => one === target.value);
              if (choice !== undefined) setTheme(choice);
            }}
          >
            {THEME_CHOICES.map((choice) => (
              <option key={choice} value={choice}>
                {shell(`themes.${choice}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label={t("timeZone")}
          hint={t("now", { time: now === undefined ? "" : formatExact(now, settings.timeZone) })}
        >
          <Select
            value={settings.timeZone}
            onChange={({ target }) => change({ timeZone: target.value })}
          >
            <option value="UTC">UTC</option>
            <option value="local">{t("local")}</option>
            {ZONES.filter((zone) => zone !== "UTC").map((zone) => (
              <option key={zone} value={zone}>
                {zone}
              </option>
            ))}
          </Select>
        </Field>
        <p className="text-muted">{t("motion")}</p>
        <div>
          <Button
            onClick={() => {
              change({ tip: 0 });
              onClose();
            }}
          >
            {t("tips")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
