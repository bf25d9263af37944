import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type * as z from "zod";
import {
  type ClockRequestSchema,
  NamespacesSchema,
  type PersonaRequestSchema,
  SessionSchema,
} from "../protocol/session.ts";
import { apiPath, getJson, sendJson } from "./http.ts";

export const sessionKeys = {
  all: ["session"] as const,
  namespaces: ["namespaces"] as const,
};

export function sessionOptions() {
  return queryOptions({
    queryKey: sessionKeys.all,
    queryFn: ({ signal }) => getJson(apiPath("session"), SessionSchema, { signal }),
    staleTime: 10_000,
  });
}

export function namespacesOptions() {
  return queryOptions({
    queryKey: sessionKeys.namespaces,
    queryFn: ({ signal }) => getJson(apiPath("namespaces"), NamespacesSchema, { signal }),
    staleTime: 10_000,
  });
}

/** Sandbox: become another person. Everything that was read as the former person is dropped. */
export function setPersonaOptions(client: QueryClient) {
  return mutationOptions({
    mutationFn: (body: z.infer<typeof PersonaRequestSchema>) =>
      sendJson("POST", apiPath("session", "persona"), SessionSchema, body),
    onSuccess: async (session) => {
      client.setQueryData(sessionKeys.all, session);
      await client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== "session" });
    },
  });
}

/** Sandbox: 0 pauses the clock, 1 is real time, 20 is twenty times as fast. */
export function setClockOptions(client: QueryClient) {
  return mutationOptions({
    mutationFn: (body: z.infer<typeof ClockRequestSchema>) =>
      sendJson("POST", apiPath("session", "clock"), SessionSchema, body),
    onSuccess: (session) => client.setQueryData(sessionKeys.all, session),
  });
}
