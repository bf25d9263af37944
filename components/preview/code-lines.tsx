"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import clsx from "clsx";
import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";

const LINE_PX = 20;

export type CodeLine = {
  readonly key: string;
  readonly gutter?: ReactNode;
  readonly text: ReactNode;
  readonly tone?: "added" | "removed" | "found" | undefined;
};

/** Lines of code of which only those in view exist; the arrow keys move the active one. */
export function CodeLines({
  count,
  lineAt,
  label,
  active,
  onActive,
  gutterClass,
}: {
  count: number;
  lineAt: (index: number) => CodeLine;
  label: string;
  active: number;
  onActive: (index: number) => void;
  /** Width of the gutter; none when absent. */
  gutterClass?: string | undefined;
}) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_PX,
    overscan: 20,
  });
  const move = (event: KeyboardEvent) => {
    const next = targetOf(event.key, active, count);
    if (next === undefined) return;
    event.preventDefault();
    onActive(next);
    virtual.scrollToIndex(next);
  };
  const items = virtual.getVirtualItems();
  const isActiveShown = items.some(({ index }) => index === active);
  return (
    <div
      ref={scroller}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={isActiveShown ? `${id}-${active}` : undefined}
      onKeyDown={move}
      className="h-full min-h-40 overflow-auto font-mono text-xs focus-visible:-outline-offset-2"
    >
      <div
        role="presentation"
        className="relative min-w-max"
        style={{ height: virtual.getTotalSize() }}
      >
        {items.map(({ index, start }) => {
          const line = lineAt(index);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox handles the keys for all its options
            <div
              key={line.key}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              aria-setsize={count}
              aria-posinset={index + 1}
              onClick={() => onActive(index)}
              onMouseEnter={() => onActive(index)}
              style={{ transform: `translateY(${start}px)`, height: LINE_PX }}
              className={clsx(
                "absolute left-0 flex w-full items-center",
                line.tone === "added" && "bg-added-soft",
                line.tone === "removed" && "bg-removed-soft",
                line.tone === "found" && "bg-warn-soft",
                index === active && "outline-1 -outline-offset-1 outline-line-strong",
              )}
            >
              {gutterClass !== undefined && (
                <span
                  className={clsx(
                    "sticky left-0 flex h-full shrink-0 items-center overflow-hidden border-r border-line bg-panel px-2 font-sans",
                    gutterClass,
                  )}
                >
                  {line.gutter}
                </span>
              )}
              <span className="px-3 whitespace-pre">{line.text}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

const PAGE = 20;

function targetOf(key: string, active: number, count: number): number | undefined {
  const clamp = (index: number) => Math.max(0, Math.min(count - 1, index));
  switch (key) {
    case "ArrowDown":
      return clamp(active + 1);
    case "ArrowUp":
      return clamp(active - 1);
    case "PageDown":
      return clamp(active + PAGE);
    case "PageUp":
      return clamp(active - PAGE);
    case "Home":
      return 0;
    case "End":
      return clamp(count - 1);
    default:
      return undefined;
  }
}
