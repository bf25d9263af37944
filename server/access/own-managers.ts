import type { Person } from "./person.ts";

const EVERYBODY = "*";
const GROUP_PREFIX = "group:";

/** Managers whose lanes are a person's own, the default first: of the user, then of the groups, then everybody's. */
export function ownManagers(
  map: Readonly<Record<string, readonly string[]>>,
  person: Person,
): readonly string[] {
  // A user name may be anything, also what the map writes for groups and for everybody.
  const isPlain = person.user !== EVERYBODY && !person.user.startsWith(GROUP_PREFIX);
  const groups = person.groups.map((group) => `${GROUP_PREFIX}${group}`);
  const subjects = [...(isPlain ? [person.user] : []), ...groups, EVERYBODY];
  const listOf = (subject: string) => (Object.hasOwn(map, subject) ? map[subject] : undefined);
  return [...new Set(subjects.flatMap((subject) => listOf(subject) ?? []))];
}
