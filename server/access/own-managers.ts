import type { Person } from "./person.ts";

/** Managers whose lanes are a person's own, the default first: of the user, then of the groups, then everybody's. */
export function ownManagers(
  map: Readonly<Record<string, readonly string[]>>,
  person: Person,
): readonly string[] {
  const subjects = [person.user, ...person.groups.map((group) => `group:${group}`), "*"];
  return [...new Set(subjects.flatMap((subject) => map[subject] ?? []))];
}
