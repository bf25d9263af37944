import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { Providers } from "#components/shell/providers.tsx";
import { THEME_SCRIPT } from "#components/shell/theme-script.ts";
import icon from "./icon.svg";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Trainer Dashboard", template: "%s · Trainer Dashboard" },
  description: "TrainJobs, their overrides and the JobSets that come out of them",
};

export const viewport: Viewport = { width: "device-width", initialScale: 1 };

/** The prefix under which this build is served: what Next puts before the address of any asset. */
const BASE_PATH = String(icon.src).split("/_next/")[0] ?? "";

/** Reading the headers makes every page dynamic: only so can each answer carry its own nonce. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = nonceOf((await headers()).get("content-security-policy"));
  return (
    <html lang="en" data-theme="light" data-base-path={BASE_PATH} suppressHydrationWarning>
      <head>
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, which must run before the first paint
          dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }}
        />
      </head>
      <body>
        <Providers>{children}</Providers>
      </body>
    </html>
  );
}

function nonceOf(policy: string | null): string | undefined {
  return policy?.match(/'nonce-([^']+)'/)?.[1];
}
