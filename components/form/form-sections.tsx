import { useTranslations } from "use-intl";
import { joinPointer } from "#lib/util/pointer.ts";
import { AffinitySection } from "./affinity-section.tsx";
import { AppliesToSection } from "./applies-to-section.tsx";
import { ContainersSections } from "./containers-sections.tsx";
import { useFormScope } from "./form-scope.ts";
import { MetadataSection } from "./metadata-section.tsx";
import { NodeSelectorSection } from "./node-selector-section.tsx";
import { GracePeriodSection, NamesSection, ServiceAccountSection } from "./pod-sections.tsx";
import { PodSecuritySection } from "./security-fields.tsx";
import { TolerationsSection } from "./tolerations-section.tsx";
import { VolumesSection } from "./volumes-section.tsx";

/** Every section that the dialect has a place for. */
export function FormSections({
  namesTargets,
}: {
  /** The jobs stand in the text, not beside it. */
  namesTargets: boolean;
}) {
  const t = useTranslations("form");
  const { model, part, layout, partAt, jobs } = useFormScope();
  const hasPart = model.parts.length > 0;
  const jobSetAt = layout.jobSetMetadata;
  return (
    <>
      {namesTargets && <AppliesToSection />}
      {!hasPart && <p className="px-3 py-2 text-muted">{t("noPart")}</p>}
      {hasPart && layout.podSpec !== undefined && (
        <>
          <NodeSelectorSection />
          <VolumesSection />
          <ContainersSections />
          <TolerationsSection />
          <AffinitySection />
          <ServiceAccountSection />
          <NamesSection list="imagePullSecrets" />
          <NamesSection list="schedulingGates" />
          <PodSecuritySection />
          <GracePeriodSection />
        </>
      )}
      {hasPart && layout.podMetadata !== undefined && (
        <MetadataSection
          level="pod"
          metadata={part.podMetadata}
          at={joinPointer(partAt, ...layout.podMetadata)}
        />
      )}
      {hasPart && layout.jobMetadata !== undefined && (
        <MetadataSection
          level="job"
          metadata={part.jobMetadata}
          at={joinPointer(partAt, ...layout.jobMetadata)}
        />
      )}
      {jobSetAt !== undefined && (
        <MetadataSection
          level="jobSet"
          shownAs={model.dialect === "templateOverrides" && jobs.length > 0 ? "job" : "jobSet"}
          metadata={model.jobSetMetadata}
          at={joinPointer("", ...jobSetAt)}
        />
      )}
    </>
  );
}
