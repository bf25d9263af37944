import clsx from "clsx";

/** Eight hues that people with any colour vision can tell apart, each with the ink that is readable on it. */
const HUES = [
  { fill: "#56b4e9", ink: "#0b0f14" },
  { fill: "#e69f00", ink: "#0b0f14" },
  { fill: "#009e73", ink: "#0b0f14" },
  { fill: "#f0e442", ink: "#0b0f14" },
  { fill: "#0a66a3", ink: "#ffffff" },
  { fill: "#e4713c", ink: "#0b0f14" },
  { fill: "#cc79a7", ink: "#0b0f14" },
  { fill: "#a3abb5", ink: "#0b0f14" },
] as const;

const NOBODY = { fill: "#a3abb5", ink: "#0b0f14" } as const;

/** Managers that are on nearly every cluster never look alike; the others share the hues that are left. */
const WELL_KNOWN: { readonly [manager: string]: number } = {
  "kueue.x-k8s.io/manager": 0,
  "trainer.kubeflow.org/sdk": 1,
  "trainer.kubeflow.org/kubeflow-sdk": 1,
  "trainer.kubeflow.org/dashboard": 2,
};
const SHARED = [3, 4, 5, 6, 7] as const;

/** The same manager has the same hue on every screen and in every session: it depends on the name alone. */
export function hueOf(manager: string | undefined): {
  readonly fill: string;
  readonly ink: string;
} {
  if (manager === undefined) return NOBODY;
  const known = WELL_KNOWN[manager];
  return HUES[known ?? SHARED[hash(manager) % SHARED.length] ?? 0] ?? NOBODY;
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return (value ^ (value >>> 17)) >>> 0;
}

/** First letters of the domain and of the last part: `kueue.x-k8s.io/manager` → `KM`. */
export function initialsOf(manager: string | undefined): string {
  if (manager === undefined) return "?";
  const [domain = "", ...rest] = manager.split("/");
  const last = rest.at(-1) ?? "";
  return `${domain.charAt(0)}${last.charAt(0)}`.toUpperCase();
}

/** A manager in a small square; decorative unless `label` says who it is. */
export function ManagerMark({
  manager,
  label,
  size = "md",
}: {
  manager: string | undefined;
  label?: string | undefined;
  size?: "md" | "sm" | undefined;
}) {
  const { fill, ink } = hueOf(manager);
  return (
    <span
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
      title={manager}
      style={{ backgroundColor: fill, color: ink }}
      className={clsx(
        "inline-flex shrink-0 items-center justify-center rounded-sm font-semibold",
        size === "md" ? "size-5 text-[11px] leading-none" : "size-4 text-[9px] leading-none",
      )}
    >
      {initialsOf(manager)}
    </span>
  );
}
