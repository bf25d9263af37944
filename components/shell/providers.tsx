"use client";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { IntlProvider } from "use-intl";
import { isAppError } from "#lib/errors/app-error.ts";
import { catalogue } from "#lib/messages/catalogue.ts";
import { LiveProvider } from "#lib/react/live-provider.tsx";

export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <IntlProvider locale="en" messages={catalogue} timeZone="UTC">
        <LiveProvider>{children}</LiveProvider>
      </IntlProvider>
    </QueryClientProvider>
  );
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: false,
        retry: (failures, error) =>
          failures < 3 && isAppError(error, "OFFLINE", "STARTING", "UPSTREAM_TIMEOUT"),
      },
    },
  });
}
