import { test } from "vitest";
import { describeKubeContract } from "./kube-contract.ts";
import { kubeconfigTransport } from "./kubeconfig-transport.ts";

/** A real API server with the Trainer (or this project's) CRDs; its account must be cluster admin. */
const kubeconfig = process.env["CONTRACT_KUBECONFIG"];

if (kubeconfig === undefined)
  test.skip("a real API server: set CONTRACT_KUBECONFIG to a kubeconfig with a token", () =>
    undefined);
else describeKubeContract("a real API server", async () => kubeconfigTransport(kubeconfig));
