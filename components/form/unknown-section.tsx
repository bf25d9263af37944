import { useTranslations } from "use-intl";
import { Button } from "#components/ui/button.tsx";
import type { UnknownField } from "#lib/form/unknown-fields.ts";
import { parseDocuments } from "#lib/yaml/parse-documents.ts";
import { FormSection } from "./form-section.tsx";

/** What the draft says beyond the form: named, kept, and a way to where it can be changed. */
export function UnknownSection({
  unknown,
  text,
  onShowYaml,
}: {
  unknown: readonly UnknownField[];
  text: string;
  onShowYaml: () => void;
}) {
  const t = useTranslations("form");
  if (unknown.length === 0) return undefined;
  const document = parseDocuments(text).documents[0];
  return (
    <FormSection title={t("section.unknown")} count={unknown.length}>
      <ul className="flex flex-col gap-1 text-xs">
        {unknown.map(({ pointer, reason }) => {
          const line = document?.rangeOf(pointer, "key")?.line ?? document?.rangeOf(pointer)?.line;
          return (
            <li key={pointer} className="flex flex-wrap gap-x-2">
              <code className="break-all">{pointer.slice(1).replaceAll("/", ".")}</code>
              <span className="text-muted">
                {t(`unknown.${reason}`)}
                {line !== undefined && `, ${t("unknown.line", { line })}`}
              </span>
            </li>
          );
        })}
      </ul>
      <Button size="sm" className="self-start" onClick={onShowYaml}>
        {t("showYaml")}
      </Button>
    </FormSection>
  );
}
