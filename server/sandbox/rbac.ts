/** RBAC as data; `*` stands for all, as in Kubernetes. Subresources are written `pods/log`. */
export type AccessRule = {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  readonly resourceNames?: readonly string[] | undefined;
};

export type AccessRole = { readonly name: string; readonly rules: readonly AccessRule[] };

/** Without a namespace the role holds everywhere (ClusterRoleBinding). */
export type AccessBinding = {
  readonly role: string;
  readonly namespace?: string | undefined;
  readonly subjects: readonly { readonly kind: "User" | "Group"; readonly name: string }[];
};

export type AccessRules = {
  readonly roles: readonly AccessRole[];
  readonly bindings: readonly AccessBinding[];
};

export type Subject = { readonly user: string; readonly groups: readonly string[] };

export type AccessAttributes = {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource?: string | undefined;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
};

function covers(list: readonly string[], value: string): boolean {
  return list.includes("*") || list.includes(value);
}

function allows(rule: AccessRule, wanted: AccessAttributes): boolean {
  const resource =
    wanted.subresource === undefined ? wanted.resource : `${wanted.resource}/${wanted.subresource}`;
  return (
    covers(rule.verbs, wanted.verb) &&
    covers(rule.apiGroups, wanted.group) &&
    covers(rule.resources, resource) &&
    (rule.resourceNames === undefined ||
      (wanted.name !== undefined && rule.resourceNames.includes(wanted.name)))
  );
}

function isBound(binding: AccessBinding, subject: Subject): boolean {
  return binding.subjects.some((candidate) =>
    candidate.kind === "User"
      ? candidate.name === subject.user
      : subject.groups.includes(candidate.name),
  );
}

/** Rules that hold for this subject in this namespace (undefined: the cluster scope). */
export function rulesFor(
  access: AccessRules,
  subject: Subject,
  namespace: string | undefined,
): readonly AccessRule[] {
  const names = new Set<string>();
  for (const binding of access.bindings) {
    if (binding.namespace !== undefined && binding.namespace !== namespace) continue;
    if (isBound(binding, subject)) names.add(binding.role);
  }
  return access.roles.filter((role) => names.has(role.name)).flatMap((role) => role.rules);
}

export function isAllowed(
  access: AccessRules,
  subject: Subject,
  wanted: AccessAttributes,
): boolean {
  return rulesFor(access, subject, wanted.namespace).some((rule) => allows(rule, wanted));
}
