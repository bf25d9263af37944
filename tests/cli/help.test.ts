import { expect, test } from "vitest";
import { runCli } from "./run-cli.ts";

const COMMANDS = ["render", "admit", "diff", "lint", "convert", "explain"];

test("--help lists every command", async () => {
  const { exit, out } = await runCli(["--help"]);
  expect(exit).toBe(0);
  for (const command of COMMANDS) expect(out).toMatch(new RegExp(`^ {2}${command} +\\S`, "m"));
});

test.each(COMMANDS)("%s --help says how to use it", async (command) => {
  const { exit, out, err } = await runCli([command, "--help"]);
  expect([exit, err]).toEqual([0, ""]);
  expect(out).toMatch(new RegExp(`^usage: trainer-dashboard ${command} `));
});
