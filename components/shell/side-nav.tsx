"use client";
import clsx from "clsx";
import { Boxes, ListTree } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "use-intl";
import { ShellTools } from "./global-keys.tsx";

const ITEMS = [
  { href: "/jobs", label: "jobs", Icon: ListTree },
  { href: "/runtimes", label: "runtimes", Icon: Boxes },
] as const;

export function SideNav() {
  const t = useTranslations("shell");
  const path = usePathname();
  return (
    <nav
      aria-label={t("nav")}
      className="flex shrink-0 items-center gap-1 border-line bg-panel px-2 py-1 max-md:border-b md:w-40 md:flex-col md:items-stretch md:border-r md:py-2"
    >
      <div className="flex h-8 items-center px-2 font-semibold max-md:mr-2">Trainer</div>
      {ITEMS.map(({ href, label, Icon }) => {
        const isHere = path === href || path.startsWith(`${href}/`);
        return (
          <Link
            key={href}
            href={href}
            aria-current={isHere ? "page" : undefined}
            className={clsx(
              "flex h-8 items-center gap-2 rounded-md px-2 hover:bg-hover",
              isHere ? "bg-hover font-medium text-ink" : "text-muted",
            )}
          >
            <Icon aria-hidden className="size-4" />
            {t(label)}
          </Link>
        );
      })}
      <span className="ml-auto flex md:hidden">
        <ShellTools />
      </span>
    </nav>
  );
}
