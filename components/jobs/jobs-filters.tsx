"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { changeSearch, useUrlState } from "#components/shell/url-state.ts";
import { Button } from "#components/ui/button.tsx";
import { Input, Select } from "#components/ui/field.tsx";
import type { JobList } from "#lib/protocol/jobs.ts";
import { clearFilters } from "./clear-filters.ts";
import { isFiltered } from "./list-query.ts";

const TYPING_PAUSE_MS = 150;

export function JobsFilters({ list }: { list: JobList | undefined }) {
  const t = useTranslations("jobs");
  const [params] = useUrlState();
  return (
    <search
      aria-label={t("filters")}
      className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 pb-2"
    >
      <TypedFilter
        name="q"
        type="search"
        label={t("searchLabel")}
        placeholder={`/  ${t("searchLabel")}`}
        className="w-72 max-md:w-full"
      />
      <ChoiceFilter
        name="runtime"
        label={t("runtime")}
        any={t("anyRuntime")}
        values={list?.facets.runtimes}
      />
      <ChoiceFilter
        name="queue"
        label={t("queue")}
        any={t("anyQueue")}
        values={list?.facets.queues}
      />
      <ChoiceFilter
        name="owner"
        label={t("owner")}
        any={t("anyOwner")}
        values={list?.facets.owners}
      />
      <TypedFilter
        name="labelSelector"
        type="text"
        label={t("labelSelector")}
        placeholder={t("labelSelectorHint")}
        className="w-48 font-mono text-xs max-md:hidden"
      />
      {isFiltered(params) && (
        <Button variant="quiet" onClick={clearFilters}>
          {t("clearFilters")}
        </Button>
      )}
      <span role="status" className="ml-auto text-muted">
        {list !== undefined && t("total", { total: list.total })}
      </span>
    </search>
  );
}

type Draft = { readonly text: string; readonly seen: string; readonly sent: string };

/** The text is the person's and the URL follows after a pause; a change of the URL from elsewhere replaces the text. */
function TypedFilter({
  name,
  label,
  ...rest
}: {
  name: "q" | "labelSelector";
  label: string;
  type: string;
  placeholder: string;
  className: string;
}) {
  const [params] = useUrlState();
  const inUrl = params.get(name) ?? "";
  const [draft, setDraft] = useState<Draft>({ text: inUrl, seen: inUrl, sent: inUrl });
  if (inUrl !== draft.seen) {
    const text = inUrl === draft.sent ? draft.text : inUrl;
    setDraft({ text, seen: inUrl, sent: inUrl });
  }
  const send = (text: string) => {
    setDraft((old) => ({ ...old, sent: text }));
    changeSearch({ [name]: text });
  };
  return (
    <Input
      {...rest}
      aria-label={label}
      spellCheck={false}
      autoComplete="off"
      value={draft.text}
      onChange={({ target }) => {
        setDraft({ ...draft, text: target.value });
        afterTyping(() => send(target.value.trim()));
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // The browser would empty a search field; here the key only leaves it.
        event.preventDefault();
        event.currentTarget.blur();
      }}
    />
  );
}

let pause: ReturnType<typeof setTimeout> | undefined;

function afterTyping(action: () => void): void {
  clearTimeout(pause);
  pause = setTimeout(action, TYPING_PAUSE_MS);
}

function ChoiceFilter({
  name,
  label,
  any,
  values = [],
}: {
  name: "runtime" | "queue" | "owner";
  label: string;
  any: string;
  values?: readonly string[] | undefined;
}) {
  const [params, setUrl] = useUrlState();
  const value = params.get(name) ?? "";
  if (values.length === 0 && value === "") return undefined;
  return (
    <Select
      aria-label={label}
      value={value}
      className="max-md:max-w-40"
      onChange={({ target }) => setUrl({ [name]: target.value }, "push")}
    >
      <option value="">{any}</option>
      {(value === "" || values.includes(value) ? values : [value, ...values]).map((each) => (
        <option key={each} value={each}>
          {each}
        </option>
      ))}
    </Select>
  );
}
