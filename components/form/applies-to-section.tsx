import { useTranslations } from "use-intl";
import { jobsOfForm } from "#lib/form/form-model.ts";
import { useFormScope } from "./form-scope.ts";
import { FormSection } from "./form-section.tsx";

/** The jobs that the text names, to choose from those of the runtime. */
export function AppliesToSection() {
  const t = useTranslations("form");
  const { model, offers, edit } = useFormScope();
  const chosen = jobsOfForm(model);
  const names = [...new Set([...offers.jobs.map(({ name }) => name), ...chosen])];
  return (
    <FormSection title={t("section.jobs")} count={chosen.length} isOpenFirst>
      <fieldset aria-label={t("section.jobs")} className="flex flex-wrap gap-x-4 gap-y-1">
        {names.map((name) => (
          <label key={name} className="flex items-center gap-1.5">
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={({ target }) =>
                edit({
                  op: "setJobs",
                  names: names.filter((each) =>
                    each === name ? target.checked : chosen.includes(each),
                  ),
                })
              }
            />
            {name}
          </label>
        ))}
        {names.length === 0 && <span className="text-muted">{t("noJobs")}</span>}
      </fieldset>
    </FormSection>
  );
}
