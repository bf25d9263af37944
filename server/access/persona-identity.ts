import type { IdentitySource, Person } from "./person.ts";

export const PERSONA_COOKIE = "trainer-persona";

export type PersonaOption = {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly user: string;
  readonly groups: readonly string[];
};

/** Sandbox mode: the cookie says who one is; without one, the first persona. */
export function createPersonaIdentity(personas: readonly PersonaOption[]): IdentitySource {
  return {
    identify: (request) => {
      const wanted = readCookie(request.headers.get("cookie") ?? "", PERSONA_COOKIE);
      const persona = personas.find(({ id }) => id === wanted) ?? personas[0];
      return persona === undefined ? nobody : toPerson(persona);
    },
  };
}

export function toPerson(persona: PersonaOption): Person {
  const { user } = persona;
  const groups = [...new Set([...persona.groups, "system:authenticated"])];
  return { user, groups, identity: { kind: "user", user, groups }, persona: persona.id };
}

export function personaCookie(id: string, basePath: string): string {
  return `${PERSONA_COOKIE}=${encodeURIComponent(id)}; Path=${basePath === "" ? "/" : basePath}; HttpOnly; SameSite=Strict`;
}

const nobody: Person = toPerson({
  id: "",
  name: "",
  role: "",
  user: "system:anonymous",
  groups: [],
});

function readCookie(header: string, name: string): string | undefined {
  for (const part of header.split(";")) {
    const [key, value] = part.trim().split("=", 2);
    if (key === name && value !== undefined) return decode(value);
  }
  return undefined;
}

/** A cookie may hold anything. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
