import { expect, test } from "vitest";
import { ConfigError, parseConfig } from "./config.ts";

test("without anything: loopback, port 8080, everybody's own lane", () => {
  expect(parseConfig([], {})).toMatchObject({
    port: 8080,
    host: "127.0.0.1",
    basePath: "",
    allowedHosts: ["localhost", "127.0.0.1", "[::1]"],
    managers: { "*": ["trainer.kubeflow.org/dashboard"] },
    readOnly: false,
  });
});

test("arguments win over the environment, and words without dashes are files", () => {
  const argv = ["--sandbox", "a.yaml", "--port", "0", "b", "--dialect=runtimePatches"];
  const config = parseConfig(argv, { PORT: "9", BASE_PATH: "/trainer/" });
  expect(config).toMatchObject({
    port: 0,
    basePath: "/trainer",
    sandbox: { files: ["a.yaml", "b"], dialect: "runtimePatches" },
  });
});

test("a wildcard address serves any host, unless hosts are named", () => {
  expect(parseConfig([], { HOST: "0.0.0.0" }).allowedHosts).toEqual(["*"]);
  expect(parseConfig([], { HOST: "0.0.0.0", ALLOWED_HOSTS: "a.example" }).allowedHosts).toEqual([
    "a.example",
  ]);
});

test("what cannot be meant is refused with a sentence", () => {
  const bad: [string[], Record<string, string>][] = [
    [["--port", "x"], {}],
    [["--port"], {}],
    [["--what"], {}],
    [["--dialect", "none"], {}],
    [[], { BASE_PATH: "no-slash" }],
    [[], { MANAGERS: "[]" }],
    [[], { MANAGERS: '{"a": 1}' }],
  ];
  for (const [argv, environment] of bad)
    expect(() => parseConfig(argv, environment)).toThrow(ConfigError);
});
