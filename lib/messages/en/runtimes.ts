export const runtimes = {
  title: "Runtimes",
  total: "{count, plural, one {# runtime} other {# runtimes}}",
  search: "Search name, framework, policy",
  columns: {
    name: "Name",
    kind: "Kind",
    framework: "Framework",
    policy: "Policy",
    jobs: "Jobs",
    usedBy: "Used by",
    age: "Age",
  },
  usedBy: "{total, number} ({running, number} running)",
  deprecated: "deprecated",
  cluster: "all namespaces",
  emptyTitle: "No runtimes here",
  empty:
    "Kubeflow Trainer ships ClusterTrainingRuntimes; a platform admin installs them with its manifests.",
  filteredTitle: "Nothing fits",
  filtered: "No runtime fits this search.",
  jobsUsing: "TrainJobs that use it",
  yaml: "Runtime as stored",
} as const;
