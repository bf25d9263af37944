export const common = {
  close: "Close",
  cancel: "Cancel",
  copy: "Copy",
  copied: "Copied",
  copyAs: { title: "Copy as", kubectl: "kubectl", python: "Python" },
  retry: "Try again",
  none: "none",
  search: "Search",
  back: "Back",
  problem: {
    forbiddenTitle: "You may not see this",
    forbidden:
      "Your account has no right to read these objects. Ask a platform admin for the role kubeflow-trainer-view in this namespace.",
    notFoundTitle: "Not found",
    notFound: "It does not exist, or it was deleted.",
    notInstalledTitle: "Kubeflow Trainer is not installed here",
    notInstalled:
      "The API server does not serve trainer.kubeflow.org/v1alpha1. Install Kubeflow Trainer, or point the dashboard at another cluster.",
    offlineTitle: "The server cannot be reached",
    offline: "No answer came from the dashboard's server. Check the network, then try again.",
    upstreamTitle: "The Kubernetes API server does not answer",
    upstream:
      "The dashboard is up, the cluster's API server is not. What is on the screen may be old.",
    brokenTitle: "Something broke",
    broken:
      "This is a defect, not something you did. Try again; the details help whoever mends it.",
    details: "Details",
  },
} as const;
