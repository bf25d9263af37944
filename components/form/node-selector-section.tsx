import { useTranslations } from "use-intl";
import { joinPointer } from "#lib/util/pointer.ts";
import { useFormScope } from "./form-scope.ts";
import { FormSection } from "./form-section.tsx";
import { InEffect } from "./in-effect.tsx";
import { MapFields } from "./map-fields.tsx";

export function NodeSelectorSection() {
  const t = useTranslations("form");
  const { part, partIndex, podAt, jobOffers, edit, verdictOf } = useFormScope();
  const map = part.pod.nodeSelector;
  const offers = jobOffers.flatMap(({ nodeSelector }) => nodeSelector);
  const title = t("section.nodeSelector");
  return (
    <FormSection
      title={title}
      count={Object.keys(map.entries).length}
      verdict={verdictOf("nodeSelector")}
      isOpenFirst
    >
      <MapFields
        what={title}
        map={map}
        name="nodeSelector"
        at={joinPointer(podAt, "nodeSelector")}
        offers={offers.map(({ name }) => name)}
      />
      <InEffect
        rows={offers.map((offer) => ({
          name: offer.name,
          text: `${offer.name}: ${String(offer.value)}`,
          offer,
          onTake:
            offer.name in map.entries
              ? undefined
              : () =>
                  edit({
                    op: "map",
                    part: partIndex,
                    map: "nodeSelector",
                    change: { type: "set", key: offer.name, value: String(offer.value) },
                  }),
        }))}
      />
    </FormSection>
  );
}
