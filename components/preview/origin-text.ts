import type { useTranslations } from "use-intl";
import type { Origin } from "#lib/render/index.ts";

type Translate = ReturnType<typeof useTranslations<"job">>;

/** Who wrote a value, in words: the manager with kind and time, or the layer with its name. */
export function originText(origin: Origin, t: Translate): string {
  const { layer, manager, kind, time, index, name } = origin;
  if (layer !== "override") return t(`origins.${layer}`, { name: name ?? "" }).trim();
  if (manager === undefined) return t("origins.ownerless", { index: `#${(index ?? 0) + 1}` });
  return [manager, kind === "patch" ? undefined : kind, time]
    .filter((part) => part !== undefined)
    .join(" ");
}

/** Short enough for a gutter. */
export function originShort(origin: Origin, t: Translate): string {
  if (origin.layer === "policy" && origin.name !== undefined) return origin.name;
  if (origin.layer !== "override") return t(`shortOrigins.${origin.layer}`);
  if (origin.manager === undefined) return `#${(origin.index ?? 0) + 1}`;
  if (origin.time !== undefined) return origin.time.slice(11, 16);
  return origin.kind === undefined || origin.kind === "patch" ? "" : origin.kind;
}
