import type { KubeCall } from "#server/kube/transport.ts";
import { PERSONAS, SELF, tokenOf } from "./personas.ts";
import { type AccessRules, isAllowed, type Subject } from "./rbac.ts";
import { forbidden, refuse } from "./refusal.ts";
import { withAuthenticated } from "./reviews.ts";
import { headerOf } from "./write-options.ts";

/** Who a call is made as. Throws 401 for an unknown token and 403 for an impersonation that access does not allow. */
export function subjectOf(call: KubeCall, access: AccessRules): Subject {
  const { identity } = call;
  switch (identity.kind) {
    case "self":
      return SELF;
    case "user":
      return withAuthenticated(identity.user, identity.groups);
    case "token": {
      const persona = PERSONAS.find((one) => tokenOf(one) === identity.token);
      if (persona === undefined) throw refuse(401, "Unauthorized", "Unauthorized");
      return impersonated(call, withAuthenticated(persona.user, persona.groups), access);
    }
  }
}

/** As upstream, a user that is impersonated without groups has none but the one of everybody. */
function impersonated({ headers }: KubeCall, asker: Subject, access: AccessRules): Subject {
  const user = headerOf(headers, "impersonate-user");
  const groups = headerOf(headers, "impersonate-group")
    .split(",")
    .map((group) => group.trim())
    .filter((group) => group !== "");
  if (user === "" && groups.length === 0) return asker;
  if (user === "")
    throw refuse(500, "InternalError", "requested impersonation without impersonating a user");
  const wanted = [
    { resource: "users", name: user },
    ...groups.map((name) => ({ resource: "groups", name })),
  ];
  for (const one of wanted) {
    const attributes = { verb: "impersonate", group: "", ...one };
    if (!isAllowed(access, asker, attributes)) throw forbidden({ user: asker.user, ...attributes });
  }
  return withAuthenticated(user, groups);
}
