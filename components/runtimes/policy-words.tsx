"use client";
import { useTranslations } from "use-intl";
import { type KubeObject, toJson } from "#lib/k8s/object.ts";
import { asObject, getIn, type Json } from "#lib/util/json.ts";

/** The policies of a runtime as sentences. */
export function PolicyWords({ runtime }: { runtime: KubeObject }) {
  const t = useTranslations("runtimes.summary");
  const spec = getIn(toJson(runtime), "spec");
  const policy = asObject(getIn(spec, "mlPolicy")) ?? {};
  const gang = getIn(spec, "podGroupPolicy");
  const nodes = policy["numNodes"];
  const seconds = getIn(gang, "coscheduling", "scheduleTimeoutSeconds");
  const sentences = [
    usePolicySentence(
      Object.keys(policy).find((key) => key !== "numNodes"),
      policy,
    ),
    t("nodes", { count: typeof nodes === "number" ? nodes : 1 }),
    getIn(gang, "coscheduling") === undefined
      ? undefined
      : t("coscheduling", { seconds: typeof seconds === "number" ? seconds : 60 }),
    getIn(gang, "volcano") === undefined ? undefined : t("volcano"),
  ].filter((sentence) => sentence !== undefined);
  return (
    <ul className="flex flex-col gap-0.5">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

const SIMPLE = ["torch", "jax", "xgboost", "flux"] as const;

function usePolicySentence(
  name: string | undefined,
  policy: { readonly [key: string]: Json | undefined },
) {
  const t = useTranslations("runtimes.summary.policies");
  if (name === undefined) return t("plain");
  const simple = SIMPLE.find((one) => one === name);
  if (simple !== undefined) return t(simple);
  if (name !== "mpi") return t("other", { name });
  const mpi = policy["mpi"];
  return t("mpi", {
    implementation: text(getIn(mpi, "mpiImplementation"), "OpenMPI"),
    procs: Number(text(getIn(mpi, "numProcPerNode"), "1")),
    launcher: getIn(mpi, "runLauncherAsNode") === true ? "yes" : "no",
  });
}

function text(value: Json | undefined, otherwise: string): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : otherwise;
}
