import { createSandbox } from "#server/sandbox/sandbox.ts";
import { describeKubeContract } from "./kube-contract.ts";
import { kubeconfigTransport } from "./kubeconfig-transport.ts";
import { wallClock } from "./wall-clock.ts";

for (const dialect of ["templateOverrides", "runtimePatches"] as const)
  describeKubeContract(
    `the sandbox with ${dialect}`,
    async () =>
      createSandbox({
        dialect,
        trainerVersion: "v2.3.0",
        controller: dialect === "templateOverrides" ? "dashboard" : "trainer",
        clock: wallClock,
      }).transport,
    dialect,
  );

/** A real API server as well, where one is named: with our CRDs, or Trainer's, and an account that is cluster admin. */
const kubeconfig = process.env["CONTRACT_KUBECONFIG"];
const served =
  process.env["CONTRACT_DIALECT"] === "runtimePatches" ? "runtimePatches" : "templateOverrides";
if (kubeconfig !== undefined)
  describeKubeContract("a real API server", async () => kubeconfigTransport(kubeconfig), served);
