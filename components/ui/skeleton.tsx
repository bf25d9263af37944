/** Grey bars in place of what is on its way; invisible for the first 150 ms. */
export function Skeleton({ rows, label }: { rows: number; label: string }) {
  return (
    <div role="status" aria-label={label} className="appear-late p-3">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike
        <div key={index} className="flex h-8 items-center gap-4">
          <div className="h-3 w-24 rounded-sm bg-hover" />
          <div className="h-3 flex-1 rounded-sm bg-hover" />
          <div className="h-3 w-32 rounded-sm bg-hover" />
        </div>
      ))}
    </div>
  );
}
