import { expect, test } from "vitest";
import { hueOf, initialsOf } from "./manager-mark.tsx";

test("well-known managers never look alike, and a name always has the same hue", () => {
  const fills = [
    "kueue.x-k8s.io/manager",
    "trainer.kubeflow.org/sdk",
    "trainer.kubeflow.org/dashboard",
  ].map((manager) => hueOf(manager).fill);
  expect(new Set(fills).size).toBe(3);
  expect(fills).not.toContain(hueOf("platform.example.com/defaults").fill);
  expect(hueOf("platform.example.com/defaults")).toEqual(hueOf("platform.example.com/defaults"));
});

test("initials come from the domain and the last part", () => {
  expect(initialsOf("kueue.x-k8s.io/manager")).toBe("KM");
  expect(initialsOf("plain")).toBe("P");
  expect(initialsOf(undefined)).toBe("?");
});
