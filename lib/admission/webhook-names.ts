import type { Dialect } from "../dialect/entry.ts";

/** What the API server names in the message of a refusal. */
export type WebhookName = string;

export const DEFAULTER_WEBHOOK: WebhookName = "defaulter.trainjob.trainer.kubeflow.org";

/** The validating webhook of TrainJobs: Trainer's own, or that of this project where it serves templateOverrides. */
export function trainJobWebhook(dialect: Dialect): WebhookName {
  return dialect === "templateOverrides"
    ? "validator.trainjob.trainer-dashboard.kubeflow.org"
    : "validator.trainjob.trainer.kubeflow.org";
}

export function runtimeWebhook(kind: string, dialect: Dialect): WebhookName {
  const owner =
    dialect === "templateOverrides" ? "trainer-dashboard.kubeflow.org" : "trainer.kubeflow.org";
  return `validator.${kind.toLowerCase()}.${owner}`;
}
