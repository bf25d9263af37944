import clsx from "clsx";
import type { ReactNode, Ref } from "react";

/** Content that scrolls by itself: named, and in the tab order so that the arrow keys reach it. */
export function ScrollRegion({
  label,
  className,
  ref,
  children,
}: {
  label: string;
  className?: string | undefined;
  ref?: Ref<HTMLElement> | undefined;
  children: ReactNode;
}) {
  return (
    <section
      ref={ref}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className={clsx("overflow-auto focus-visible:-outline-offset-2", className)}
    >
      {children}
    </section>
  );
}
