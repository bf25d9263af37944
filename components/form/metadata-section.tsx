import { useTranslations } from "use-intl";
import type { MetadataForm } from "#lib/form/form-model.ts";
import { type JsonPointer, joinPointer } from "#lib/util/pointer.ts";
import { useFormScope } from "./form-scope.ts";
import { FormSection } from "./form-section.tsx";
import { MapFields } from "./map-fields.tsx";

/** Labels and annotations of one level. */
export function MetadataSection({
  level,
  shownAs = level,
  metadata,
  at,
}: {
  level: "jobSet" | "job" | "pod";
  /** Whose they are, where targets beside the text make them another's. */
  shownAs?: "jobSet" | "job" | "pod" | undefined;
  metadata: MetadataForm;
  at: JsonPointer;
}) {
  const t = useTranslations("form");
  const { jobOffers, verdictOf } = useFormScope();
  const { labels, annotations } = metadata;
  const offers =
    level === "pod" ? jobOffers.flatMap((job) => job.podLabels.map(({ name }) => name)) : [];
  const title = t(`section.${shownAs}Metadata`);
  return (
    <FormSection
      title={title}
      count={Object.keys(labels.entries).length + Object.keys(annotations.entries).length}
      verdict={verdictOf(`${shownAs}Metadata`)}
    >
      <h4 className="text-xs font-medium text-muted">{t("labels")}</h4>
      <MapFields
        what={`${title}: ${t("labels")}`}
        map={labels}
        name={`${level}Labels`}
        at={joinPointer(at, "labels")}
        offers={offers}
      />
      <h4 className="text-xs font-medium text-muted">{t("annotations")}</h4>
      <MapFields
        what={`${title}: ${t("annotations")}`}
        map={annotations}
        name={`${level}Annotations`}
        at={joinPointer(at, "annotations")}
      />
    </FormSection>
  );
}
