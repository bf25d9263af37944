"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useUrlState } from "#components/shell/url-state.ts";
import { Input, Select } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { readEntries } from "#lib/dialect/read-entries.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { objectKey } from "#lib/k8s/object.ts";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import type { Blame } from "#lib/render/index.ts";
import { BlameMark } from "./blame-mark.tsx";
import { ChainPanel } from "./chain-panel.tsx";
import { CodeLines } from "./code-lines.tsx";
import { CopyButton } from "./copy-button.tsx";
import { isOverridden, onlyOverridden, toBlamedLines } from "./effective-lines.ts";
import { EngineRemarks } from "./engine-remarks.tsx";
import { jobSetOf, renderAsOf } from "./render-as-of.ts";
import { entryCountOf, Scrubber } from "./scrubber.tsx";
import { textOfLine } from "./yaml-lines.ts";
import { YamlText } from "./yaml-text.tsx";

/** The JobSet that the overrides make, line by line with who wrote it, as of any entry. */
export function EffectiveTab({ detail }: { detail: JobDetail }) {
  const t = useTranslations("job.effective");
  const [params, setUrl] = useUrlState();
  const entries = readEntries(detail.trainJob, detail.dialect);
  const at = params.get("at") ?? undefined;
  const result = renderAsOf(detail, { entryCount: entryCountOf(at, entries), blame: true });
  const chosen = params.get("object");
  const object =
    result.objects.find((each) => objectKey(each) === chosen) ??
    jobSetOf(result) ??
    result.objects[0];
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-1.5">
        <Scrubber entries={entries} at={at} onChange={(next) => setUrl({ at: next })} />
        {result.objects.length > 1 && (
          <Select
            aria-label={t("objects")}
            value={object === undefined ? "" : objectKey(object)}
            onChange={({ target }) => setUrl({ object: target.value })}
          >
            {result.objects.map((each) => (
              <option key={objectKey(each)} value={objectKey(each)}>
                {objectKey(each)}
              </option>
            ))}
          </Select>
        )}
      </div>
      <EngineRemarks diagnostics={result.diagnostics} />
      {object === undefined ? (
        <div className="p-3">
          <Notice tone="bad" title={t("nothing")} />
        </div>
      ) : (
        <BlamedObject object={object} blame={result.blame} />
      )}
    </div>
  );
}

function BlamedObject({ object, blame }: { object: KubeObject; blame: Blame | undefined }) {
  const t = useTranslations("job.effective");
  const yaml = useTranslations("job.yaml");
  const [onlyChanged, setOnlyChanged] = useState(false);
  const [search, setSearch] = useState("");
  const [active, setActive] = useState(0);
  const all = toBlamedLines(object, blame);
  const lines = onlyChanged ? onlyOverridden(all) : all;
  const needle = search.trim().toLowerCase();
  const isFound = (text: string) => needle !== "" && text.toLowerCase().includes(needle);
  const found = needle === "" ? 0 : lines.filter(({ line }) => isFound(textOfLine(line))).length;
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-3 border-b border-line px-3 py-1.5">
        <Input
          type="search"
          aria-label={t("search")}
          placeholder={t("search")}
          value={search}
          className="w-56"
          onChange={({ target }) => setSearch(target.value)}
        />
        <span role="status" className="text-xs text-muted">
          {needle !== "" && yaml("matches", { count: found })}
        </span>
        <label className="flex items-center gap-1.5">
          <input
            type="checkbox"
            checked={onlyChanged}
            onChange={({ target }) => {
              setOnlyChanged(target.checked);
              setActive(0);
            }}
          />
          {t("onlyOverrides")}
        </label>
        <span className="ml-auto">
          <CopyButton
            text={() => `${all.map(({ line }) => textOfLine(line)).join("\n")}\n`}
            label={t("copy")}
          />
        </span>
      </div>
      {lines.length === 0 ? (
        <p className="p-3 text-muted">{t("nothingOverridden")}</p>
      ) : (
        <div className="min-h-0 flex-1">
          <CodeLines
            count={lines.length}
            label={t("lines")}
            active={active}
            onActive={setActive}
            gutterClass="w-32 max-md:w-20"
            lineAt={(index) => {
              const line = lines[index];
              if (line === undefined) return { key: String(index), text: "" };
              const tone = isFound(textOfLine(line.line))
                ? "found"
                : isOverridden(line.blame) && !onlyChanged
                  ? "added"
                  : undefined;
              return {
                key: String(index),
                gutter: <BlameMark blame={line.blame} />,
                text: <YamlText line={line.line} />,
                tone,
              };
            }}
          />
        </div>
      )}
      <ChainPanel line={lines[active]} />
    </>
  );
}
