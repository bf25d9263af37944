import { useTranslations } from "use-intl";
import { Button } from "#components/ui/button.tsx";
import type { FieldVerdict } from "#lib/form/field-verdict.ts";
import { type ContainerList, emptyContainer } from "#lib/form/form-model.ts";
import type { ContainerOffer } from "#lib/form/offers.ts";
import { joinPointer } from "#lib/util/pointer.ts";
import { EnvFields } from "./env-fields.tsx";
import { FieldProblems } from "./form-row.tsx";
import { useFormScope } from "./form-scope.ts";
import { FormSection, VerdictBadge, VerdictReason } from "./form-section.tsx";
import { MountFields } from "./mount-fields.tsx";
import { ContainerSecurityFields, setCount } from "./security-fields.tsx";

/** One section for each container of the chosen jobs, and for each that the draft names. */
export function ContainersSections() {
  const { part, jobOffers } = useFormScope();
  const offered = jobOffers.flatMap(({ containers }) => containers);
  const own = (["initContainers", "containers"] as const).flatMap((list) =>
    part.pod[list].map(({ name }) => ({ list, name })),
  );
  const seen = new Map<string, { list: ContainerList; name: string }>();
  for (const { list, name } of [...offered, ...own])
    if (name !== "") seen.set(`${list}/${name}`, { list, name });
  return [...seen].map(([key, { list, name }]) => (
    <ContainerSection
      key={key}
      list={list}
      name={name}
      offer={offered.find((each) => each.list === list && each.name === name)}
    />
  ));
}

function ContainerSection({
  list,
  name,
  offer,
}: {
  list: ContainerList;
  name: string;
  offer: ContainerOffer | undefined;
}) {
  const t = useTranslations("form");
  const { part, partIndex, podAt, edit, problemsAt, verdictOf } = useFormScope();
  const index = part.pod[list].findIndex((each) => each.name === name);
  const container = part.pod[list][index] ?? emptyContainer(name);
  const at = index < 0 ? undefined : joinPointer(podAt, list, index);
  const place = { part: partIndex, list, container: name } as const;
  const { env, volumeMounts, securityContext } = container;
  const verdicts = {
    env: verdictOf("env", { list, name }),
    mounts: verdictOf("volumeMounts", { list, name }),
    security: verdictOf("containerSecurityContext", { list, name }),
  };
  const isServed = verdicts.security.reason !== "notServed" || setCount(securityContext) > 0;
  return (
    <FormSection
      title={t(`section.${list === "containers" ? "container" : "initContainers"}`, { name })}
      count={env.length + volumeMounts.length + setCount(securityContext)}
    >
      <Heading title={t("mount.title")} verdict={verdicts.mounts} />
      <MountFields
        container={name}
        mounts={volumeMounts}
        offers={offer?.volumeMounts ?? []}
        at={at === undefined ? undefined : joinPointer(at, "volumeMounts")}
        onChange={(change, group) => edit({ ...place, op: "volumeMounts", change }, group)}
      />
      <Heading title={t("env.title")} verdict={verdicts.env} said={verdicts.mounts} />
      <EnvFields
        container={name}
        env={env}
        offers={offer?.env ?? []}
        at={at === undefined ? undefined : joinPointer(at, "env")}
        isRefused={verdicts.env.reason === "reservedEnv"}
        onChange={(change, group) => edit({ ...place, op: "env", change }, group)}
      />
      <Heading title={t("security.title")} verdict={verdicts.security} said={verdicts.mounts} />
      {isServed && (
        <ContainerSecurityFields
          security={securityContext}
          onChange={(value, field) =>
            edit({ ...place, op: "containerSecurity", value }, `/${list}/${name}/${field}`)
          }
        />
      )}
      {at !== undefined && (
        <>
          <FieldProblems problems={problemsAt(joinPointer(at, "securityContext"))} />
          <Button
            size="sm"
            variant="quiet"
            className="self-start"
            onClick={({ currentTarget }) => {
              currentTarget.closest("details")?.querySelector("summary")?.focus();
              edit({ ...place, op: "removeContainer" });
            }}
          >
            {t("forgetContainer", { name })}
          </Button>
        </>
      )}
    </FormSection>
  );
}

/** The reason is not repeated where the group above has the same. */
function Heading({
  title,
  verdict,
  said,
}: {
  title: string;
  verdict: FieldVerdict;
  said?: FieldVerdict | undefined;
}) {
  const isSaid =
    said?.reason === verdict.reason && said.afterwards?.reason === verdict.afterwards?.reason;
  return (
    <>
      <div className="flex items-center justify-between gap-2">
        <h4 className="text-xs font-medium text-muted">{title}</h4>
        <VerdictBadge verdict={verdict} />
      </div>
      {!isSaid && <VerdictReason verdict={verdict} />}
    </>
  );
}
