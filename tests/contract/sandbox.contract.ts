import { createSandbox } from "#server/sandbox/sandbox.ts";
import { describeKubeContract } from "./kube-contract.ts";
import { wallClock } from "./wall-clock.ts";

describeKubeContract("the sandbox with templateOverrides", async () => {
  const sandbox = createSandbox({
    dialect: "templateOverrides",
    trainerVersion: "v2.3.0",
    controller: "dashboard",
    clock: wallClock,
  });
  return sandbox.transport;
});

describeKubeContract("the sandbox with runtimePatches", async () => {
  const sandbox = createSandbox({
    dialect: "runtimePatches",
    trainerVersion: "v2.3.0",
    controller: "trainer",
    clock: wallClock,
  });
  return sandbox.transport;
});
