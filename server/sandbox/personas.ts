import type { AccessRole, AccessRules, Subject } from "./rbac.ts";

/** Who one can be in the sandbox; `role` is a word for the user interface's texts. */
export type Persona = {
  readonly id: string;
  readonly name: string;
  readonly role: "dataScientist" | "platformAdmin";
  readonly user: string;
  readonly groups: readonly string[];
};

export const PERSONAS: readonly Persona[] = [
  { id: "alice", name: "Alice", role: "dataScientist", user: "alice", groups: ["team-a"] },
  { id: "bob", name: "Bob", role: "dataScientist", user: "bob", groups: ["team-b"] },
  { id: "admin", name: "Admin", role: "platformAdmin", user: "admin", groups: ["platform-admins"] },
];

const TOKEN_PREFIX = "sandbox-";

/** The bearer token of a persona. */
export function tokenOf({ id }: Persona): string {
  return `${TOKEN_PREFIX}${id}`;
}

/** The account that {kind: "self"} acts as. */
export const SELF: Subject = {
  user: "system:serviceaccount:trainer-dashboard:trainer-dashboard",
  groups: [
    "system:serviceaccounts",
    "system:serviceaccounts:trainer-dashboard",
    "system:authenticated",
  ],
};

const READ = ["get", "list", "watch"];
const TRAINER = ["trainer.kubeflow.org"];

/** Like kubeflow-trainer-edit of Trainer 2.2 (no update), with the children that a job's page shows. */
const EDIT: AccessRole = {
  name: "kubeflow-trainer-edit",
  rules: [
    { apiGroups: TRAINER, resources: ["trainjobs"], verbs: [...READ, "create", "patch", "delete"] },
    { apiGroups: TRAINER, resources: ["trainingruntimes"], verbs: READ },
    { apiGroups: [""], resources: ["pods", "pods/log", "events"], verbs: READ },
    { apiGroups: [""], resources: ["configmaps"], verbs: READ },
    { apiGroups: ["batch"], resources: ["jobs"], verbs: READ },
    { apiGroups: ["jobset.x-k8s.io"], resources: ["jobsets"], verbs: READ },
    { apiGroups: ["kueue.x-k8s.io"], resources: ["workloads"], verbs: READ },
    {
      apiGroups: ["scheduling.x-k8s.io", "scheduling.volcano.sh"],
      resources: ["podgroups"],
      verbs: READ,
    },
  ],
};

const ROLES: readonly AccessRole[] = [
  EDIT,
  {
    name: "kubeflow-trainer-view-cluster-runtimes",
    rules: [{ apiGroups: TRAINER, resources: ["clustertrainingruntimes"], verbs: READ }],
  },
  {
    name: "kubeflow-trainer-public",
    rules: [
      {
        apiGroups: [""],
        resources: ["configmaps"],
        verbs: ["get"],
        resourceNames: ["kubeflow-trainer-public"],
      },
    ],
  },
  {
    name: "basic-user",
    rules: [
      {
        apiGroups: ["authorization.k8s.io"],
        resources: ["selfsubjectaccessreviews", "selfsubjectrulesreviews"],
        verbs: ["create"],
      },
      {
        apiGroups: ["authentication.k8s.io"],
        resources: ["selfsubjectreviews"],
        verbs: ["create"],
      },
    ],
  },
  { name: "cluster-admin", rules: [{ apiGroups: ["*"], resources: ["*"], verbs: ["*"] }] },
  {
    name: "trainer-dashboard",
    rules: [
      { apiGroups: ["*"], resources: ["*"], verbs: READ },
      {
        apiGroups: ["authorization.k8s.io"],
        resources: ["subjectaccessreviews"],
        verbs: ["create"],
      },
      { apiGroups: [""], resources: ["users", "groups"], verbs: ["impersonate"] },
    ],
  },
];

const group = (name: string) => ({ kind: "Group", name }) as const;

/** Each team edits in the namespace of its name; everybody reads cluster runtimes; the platform team may do all. */
export const DEFAULT_ACCESS: AccessRules = {
  roles: ROLES,
  bindings: [
    { role: EDIT.name, namespace: "team-a", subjects: [group("team-a")] },
    { role: EDIT.name, namespace: "team-b", subjects: [group("team-b")] },
    {
      role: "kubeflow-trainer-view-cluster-runtimes",
      subjects: [group("system:authenticated")],
    },
    {
      role: "kubeflow-trainer-public",
      namespace: "kubeflow-system",
      subjects: [group("system:authenticated")],
    },
    { role: "basic-user", subjects: [group("system:authenticated")] },
    { role: "cluster-admin", subjects: [group("platform-admins"), group("system:masters")] },
    { role: "trainer-dashboard", subjects: [{ kind: "User", name: SELF.user }] },
  ],
};
