"use client";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { Input } from "#components/ui/field.tsx";
import { type KubeObject, toJson } from "#lib/k8s/object.ts";
import { CodeLines } from "./code-lines.tsx";
import { CopyButton } from "./copy-button.tsx";
import { textOfLine, toYamlLines } from "./yaml-lines.ts";
import { YamlText } from "./yaml-text.tsx";

/** An object to read, search and copy. */
export function ObjectYaml({
  object,
  title,
  children,
}: {
  object: KubeObject;
  title: string;
  children?: ReactNode;
}) {
  const t = useTranslations("job.yaml");
  const [search, setSearch] = useState("");
  const [active, setActive] = useState(0);
  const lines = toYamlLines(toJson(object));
  const texts = lines.map(textOfLine);
  const needle = search.trim().toLowerCase();
  const isFound = (index: number) =>
    needle !== "" && texts[index]?.toLowerCase().includes(needle) === true;
  const found = needle === "" ? 0 : texts.filter((_, index) => isFound(index)).length;
  return (
    <div className="flex h-full min-h-0 flex-col">
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
          {needle !== "" && t("matches", { count: found })}
        </span>
        {children}
        <span className="ml-auto">
          <CopyButton text={() => `${texts.join("\n")}\n`} label={t("copy")} />
        </span>
      </div>
      <div className="min-h-0 flex-1">
        <CodeLines
          count={lines.length}
          label={title}
          active={active}
          onActive={setActive}
          lineAt={(index) => {
            const line = lines[index];
            return {
              key: String(index),
              text: line === undefined ? "" : <YamlText line={line} />,
              tone: isFound(index) ? "found" : undefined,
            };
          }}
        />
      </div>
    </div>
  );
}
