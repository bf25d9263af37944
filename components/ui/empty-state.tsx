import type { ReactNode } from "react";

/** A whole screen or pane that has nothing to show, with the reason and what to do. */
export function EmptyState({
  icon,
  title,
  heading: Heading = "h2",
  children,
  action,
}: {
  icon?: ReactNode;
  title: string;
  /** `h1` where it is the whole page. */
  heading?: "h1" | "h2" | undefined;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-2 px-4 py-16 text-center">
      {icon !== undefined && <div className="text-muted [&>svg]:size-6">{icon}</div>}
      <Heading className="text-base font-semibold">{title}</Heading>
      {children !== undefined && <div className="text-muted">{children}</div>}
      {action !== undefined && (
        <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>
      )}
    </div>
  );
}
