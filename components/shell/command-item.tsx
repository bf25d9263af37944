"use client";
import { Command } from "cmdk";
import type { ReactNode } from "react";

export function CommandGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  );
}

/** `id` tells items of one name apart; `always` keeps what the server found for other reasons than its name. */
export function CommandItem({
  id,
  name,
  note,
  always,
  isDisabled = false,
  onSelect,
}: {
  id: string;
  name: string;
  note?: string | undefined;
  always?: string | undefined;
  isDisabled?: boolean | undefined;
  onSelect: () => void;
}) {
  return (
    <Command.Item
      value={id}
      keywords={[name, ...(always === undefined ? [] : [always])]}
      disabled={isDisabled}
      onSelect={onSelect}
      className="flex h-8 items-center gap-3 rounded-sm px-3 data-[disabled=true]:opacity-60 data-[selected=true]:bg-accent-soft"
    >
      <span className="truncate">{name}</span>
      {note !== undefined && <span className="ml-auto truncate text-xs text-muted">{note}</span>}
    </Command.Item>
  );
}
