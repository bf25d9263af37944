"use client";
import { useTranslations } from "use-intl";
import { Age } from "#components/shell/age.tsx";
import { Table, Td, Th } from "#components/ui/table.tsx";
import type { KubeObject } from "#lib/k8s/object.ts";
import { conditionsOf } from "./conditions.ts";

export function ConditionsTable({ trainJob }: { trainJob: KubeObject }) {
  const t = useTranslations("job.overview");
  const conditions = conditionsOf(trainJob);
  if (conditions.length === 0) return <p className="text-muted">{t("noConditions")}</p>;
  return (
    <Table caption={t("conditions")}>
      <thead>
        <tr>
          <Th className="w-32">{t("type")}</Th>
          <Th className="w-20">{t("status")}</Th>
          <Th className="w-44">{t("reason")}</Th>
          <Th>{t("message")}</Th>
          <Th className="w-20">{t("since")}</Th>
        </tr>
      </thead>
      <tbody>
        {conditions.map((condition) => (
          <tr key={condition.type}>
            <Td className="font-medium">{condition.type}</Td>
            <Td>{condition.status}</Td>
            <Td>{condition.reason}</Td>
            <Td className="break-words">{condition.message}</Td>
            <Td className="text-muted">
              <Age time={condition.time} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
