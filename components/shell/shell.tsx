"use client";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { SandboxBar } from "./sandbox-bar.tsx";
import { SideNav } from "./side-nav.tsx";
import { TipsBar } from "./tips-bar.tsx";
import { TopBar } from "./top-bar.tsx";

/** The frame around every screen. Only the main region scrolls. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useTranslations("shell");
  return (
    <div className="flex h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:top-1 focus:left-1 focus:z-50 focus:bg-raised focus:px-3 focus:py-1"
      >
        {t("skip")}
      </a>
      <SandboxBar />
      <div className="flex min-h-0 flex-1 flex-col md:flex-row">
        <SideNav />
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <TopBar />
          <main
            id="main"
            tabIndex={-1}
            className="flex min-h-0 flex-1 flex-col overflow-hidden outline-none"
          >
            {children}
          </main>
        </div>
      </div>
      <TipsBar />
    </div>
  );
}
