"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ObjectYaml } from "#components/preview/object-yaml.tsx";
import type { KubeObject } from "#lib/k8s/object.ts";

/** The TrainJob as stored; managedFields are long and seldom wanted. */
export function JobYaml({ trainJob }: { trainJob: KubeObject }) {
  const t = useTranslations("job.yaml");
  const [showsManaged, setShowsManaged] = useState(false);
  const { managedFields, ...metadata } = trainJob.metadata;
  const shown = showsManaged ? trainJob : { ...trainJob, metadata };
  return (
    <ObjectYaml object={shown} title={t("title")}>
      {managedFields === undefined ? (
        <span className="text-xs text-muted">{t("noManagedFields")}</span>
      ) : (
        <label className="flex items-center gap-1.5 text-xs">
          <input
            type="checkbox"
            checked={showsManaged}
            onChange={({ target }) => setShowsManaged(target.checked)}
          />
          {t("managedFields")}
        </label>
      )}
    </ObjectYaml>
  );
}
