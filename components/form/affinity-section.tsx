import { useTranslations } from "use-intl";
import { joinPointer } from "#lib/util/pointer.ts";
import { useFormScope } from "./form-scope.ts";
import { FormSection } from "./form-section.tsx";
import { NodeTerms } from "./node-terms.tsx";
import { PodTerms } from "./pod-terms.tsx";

const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

/** The common sentences of affinity: nodes by label, pods near and far. */
export function AffinitySection() {
  const t = useTranslations("form");
  const { part, podAt, verdictOf } = useFormScope();
  const count = Object.values(part.pod.affinity).reduce((sum, terms) => sum + terms.length, 0);
  const at = (...steps: readonly string[]) => joinPointer(podAt, "affinity", ...steps);
  return (
    <FormSection title={t("section.affinity")} count={count} verdict={verdictOf("affinity")}>
      <NodeTerms terms="nodeRequired" at={at("nodeAffinity", REQUIRED, "nodeSelectorTerms")} />
      <NodeTerms terms="nodePreferred" at={at("nodeAffinity", PREFERRED)} />
      <PodTerms terms="packRequired" at={at("podAffinity", REQUIRED)} />
      <PodTerms terms="packPreferred" at={at("podAffinity", PREFERRED)} />
      <PodTerms terms="spreadRequired" at={at("podAntiAffinity", REQUIRED)} />
      <PodTerms terms="spreadPreferred" at={at("podAntiAffinity", PREFERRED)} />
    </FormSection>
  );
}
