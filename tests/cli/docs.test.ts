import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LINT_RULES } from "#lib/lint/lint-codes.ts";
import { ROOT, runCli } from "./run-cli.ts";

const DOC = readFileSync(join(ROOT, "docs/cli.md"), "utf8");
const PROMPT = "$ trainer-dashboard ";

type Example = { readonly command: string; readonly expected: string };

/**
 * The commands of the `console` blocks with what they print: standard output, standard error, and the exit code if it is not 0.
 * A line `…` stands for whatever else is printed.
 */
function examplesOf(text: string): readonly Example[] {
  const blocks = [...text.matchAll(/^```console\n(.*?)^```$/gms)].map(([, body = ""]) => body);
  return blocks.flatMap((body) =>
    body
      .split(/^(?=\$ )/m)
      .filter((part) => part.startsWith(PROMPT))
      .map((part) => {
        const [first = "", ...rest] = part.split("\n");
        return { command: first.slice(PROMPT.length), expected: rest.join("\n") };
      }),
  );
}

const EXAMPLES = examplesOf(DOC);

test("the document has examples", () => {
  expect(EXAMPLES.length).toBeGreaterThan(6);
});

test.each(EXAMPLES)("$command", async ({ command, expected }) => {
  const { exit, out, err } = await runCli(command.split(" "));
  const printed = `${out}${err}${exit === 0 ? "" : `[exit code ${exit}]\n`}`;
  const cut = expected.indexOf("…\n");
  if (cut < 0) expect(printed).toBe(expected);
  else expect(printed.slice(0, cut)).toBe(expected.slice(0, cut));
});

test("every code of lint is in the document with its title", () => {
  for (const [code, { severity, title }] of LINT_RULES)
    expect(DOC).toContain(`| \`${code}\` | ${severity} | ${title} |`);
});
