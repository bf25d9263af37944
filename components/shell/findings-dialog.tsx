"use client";
import { useTranslations } from "use-intl";
import { Badge } from "#components/ui/badge.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Table, Td, Th } from "#components/ui/table.tsx";
import type { Tone } from "#components/ui/tone.ts";
import type { Session } from "#lib/protocol/session.ts";

type Finding = NonNullable<NonNullable<Session["sandbox"]>["files"]>["findings"][number];

const TONES: Record<Finding["outcome"], Tone> = {
  loaded: "good",
  refused: "bad",
  leftAside: "neutral",
  unreadable: "bad",
};

/** What became of each object in the user's own files. */
export function FindingsDialog({
  onClose,
  findings,
}: {
  onClose: () => void;
  findings: readonly Finding[];
}) {
  const t = useTranslations("shell.sandbox");
  const common = useTranslations("common");
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      variant="sheet"
      title={t("filesTitle")}
      description={t("filesHint")}
      closeLabel={common("close")}
    >
      <div className="min-h-0 flex-1 overflow-auto p-3">
        {findings.length === 0 ? (
          <p className="text-muted">{t("noFindings")}</p>
        ) : (
          <Table caption={t("filesTitle")}>
            <thead>
              <tr>
                <Th>{t("outcome")}</Th>
                <Th>{t("file")}</Th>
                <Th>{t("object")}</Th>
                <Th>{t("reason")}</Th>
              </tr>
            </thead>
            <tbody>
              {findings.map((finding) => (
                <FindingRow
                  key={`${finding.file}:${finding.line}:${finding.object}`}
                  {...finding}
                />
              ))}
            </tbody>
          </Table>
        )}
      </div>
    </Dialog>
  );
}

function FindingRow({ file, line, object, outcome, reason, pruned, warnings }: Finding) {
  const t = useTranslations("shell.sandbox");
  return (
    <tr>
      <Td>
        <Badge tone={TONES[outcome]}>{t(`outcomes.${outcome}`)}</Badge>
      </Td>
      <Td className="font-mono text-xs whitespace-nowrap">
        {file}:{line}
      </Td>
      <Td className="font-mono text-xs">{object}</Td>
      <Td>
        {reason}
        {pruned.length > 0 && (
          <div className="text-warn">{t("pruned", { fields: pruned.join(", ") })}</div>
        )}
        {warnings.map((warning) => (
          <div key={warning} className="text-warn">
            {warning}
          </div>
        ))}
      </Td>
    </tr>
  );
}
