import { AppError } from "#lib/errors/app-error.ts";
import { KINDS } from "#lib/k8s/kinds.ts";
import {
  ClockRequestSchema,
  type NamespaceRights,
  NamespacesSchema,
  PersonaRequestSchema,
  type Session,
  SessionSchema,
} from "#lib/protocol/session.ts";
import { ownManagers } from "#server/access/own-managers.ts";
import type { Person } from "#server/access/person.ts";
import { personaCookie, toPerson } from "#server/access/persona-identity.ts";
import { Reply } from "#server/http/define-route.ts";
import { untilSynced } from "./readiness.ts";
import { AnyQuery, NoBody, NoParams } from "./request-parts.ts";
import { route, type SandboxControls, type ServiceRoute, type Services } from "./services.ts";
import { isAdmin, scopeOf } from "./visible.ts";

export const sessionRoutes: readonly ServiceRoute[] = [
  route({
    method: "GET",
    path: "/session",
    params: NoParams,
    query: AnyQuery,
    body: NoBody,
    response: SessionSchema,
    handle: ({ services, person }) => describeSession(services, person),
  }),
  route({
    method: "POST",
    path: "/session/persona",
    params: NoParams,
    query: AnyQuery,
    body: PersonaRequestSchema,
    response: SessionSchema,
    writes: false,
    handle: async ({ services, body }) => {
      const persona = sandboxOf(services).personas.find(({ id }) => id === body.persona);
      if (persona === undefined)
        throw new AppError("INVALID", {
          errors: [{ pointer: "/persona", message: "no such persona" }],
        });
      const session = await describeSession(services, toPerson(persona));
      return new Reply(session, {
        "set-cookie": personaCookie(persona.id, services.config.basePath),
      });
    },
  }),
  route({
    method: "POST",
    path: "/session/clock",
    params: NoParams,
    query: AnyQuery,
    body: ClockRequestSchema,
    response: SessionSchema,
    writes: false,
    handle: ({ services, person, body }) => {
      sandboxOf(services).setSpeed(body.speed);
      return describeSession(services, person);
    },
  }),
  route({
    method: "GET",
    path: "/namespaces",
    params: NoParams,
    query: AnyQuery,
    body: NoBody,
    response: NamespacesSchema,
    handle: async ({ services, person }) => {
      await untilSynced(services);
      const scope = await scopeOf(services, person);
      return { namespaces: [...scope.namespaces].sort() };
    },
  }),
];

function sandboxOf(services: Services): SandboxControls {
  if (services.sandbox === undefined) throw new AppError("NOT_FOUND");
  return services.sandbox;
}

async function describeSession(services: Services, person: Person): Promise<Session> {
  await untilSynced(services);
  const scope = await scopeOf(services, person);
  const { dialect, trainerVersion, versionSource, controller } = services.cluster;
  return {
    mode: services.config.mode,
    user: person.user,
    groups: [...person.groups],
    readOnly: services.config.readOnly,
    isAdmin: await isAdmin(services, person),
    managers: [...ownManagers(services.config.managers, person)],
    namespaces: await Promise.all(
      [...scope.namespaces].sort().map((namespace) => rightsIn(services, person, namespace)),
    ),
    cluster: { dialect, trainerVersion, versionSource, controller },
    ...(services.sandbox === undefined
      ? {}
      : { sandbox: describeSandbox(services.sandbox, person) }),
  };
}

function describeSandbox(sandbox: SandboxControls, person: Person): Session["sandbox"] {
  return {
    persona: person.persona ?? "",
    personas: sandbox.personas.map(({ id, name, role }) => ({ id, name, role })),
    clock: { speed: sandbox.speed(), now: new Date(sandbox.now()).toISOString() },
    ...(sandbox.files === undefined ? {} : { files: sandbox.files }),
  };
}

async function rightsIn(
  { reviewer }: Services,
  person: Person,
  namespace: string,
): Promise<NamespaceRights> {
  const job = (verb: string) => reviewer.may(person, verb, KINDS.TrainJob, namespace);
  const jobSet = (verb: string) => reviewer.may(person, verb, KINDS.JobSet, namespace);
  const [create, patch, remove, listSets, removeSets] = await Promise.all([
    job("create"),
    job("patch"),
    job("delete"),
    jobSet("list"),
    jobSet("delete"),
  ]);
  return {
    namespace,
    trainjobs: { list: true, create, patch, delete: remove },
    jobsets: { list: listSets, delete: removeSets },
  };
}
