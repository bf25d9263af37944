import { hasManagers } from "#lib/dialect/override-list.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { ownManagers } from "#server/access/own-managers.ts";
import type { Person } from "#server/access/person.ts";
import type { Services } from "./services.ts";
import { isAdmin } from "./visible.ts";

type LaneCall = {
  readonly services: Services;
  readonly person: Person;
  readonly request: {
    readonly manager?: string | undefined;
    readonly kind?: string | undefined;
    readonly confirm?: boolean | undefined;
  };
};

/** The manager in whose lane is written; one's own default where none is named, undefined for ownerless lists. */
export async function assertLane({
  services,
  person,
  request,
}: LaneCall): Promise<string | undefined> {
  const { dialect } = services.cluster;
  if (!hasManagers(dialect)) {
    if (request.manager !== undefined) throw invalid("/manager", `${dialect} has no managers`);
    return undefined;
  }
  if (dialect === "templateOverrides" && request.kind === undefined)
    throw invalid("/kind", "job or pod");
  const own = ownManagers(services.config.managers, person);
  const manager = request.manager ?? own[0];
  if (manager === undefined) throw invalid("/manager", "you have no lane of your own");
  if (own.includes(manager)) return manager;
  const mayOthers = await isAdmin(services, person);
  if (mayOthers && request.confirm === true) return manager;
  throw new AppError("FOREIGN_LANE", {
    detail: `${manager} is not one of your managers`,
    extra: { manager, own, confirmable: mayOthers },
  });
}

function invalid(pointer: string, message: string): AppError {
  return new AppError("INVALID", { errors: [{ pointer, message }] });
}
