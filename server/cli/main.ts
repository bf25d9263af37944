#!/usr/bin/env node
import { EXIT, type ExitCode } from "./exit-code.ts";
import { runRender } from "./render-command.ts";

const USAGE = `usage: trainer-dashboard <command> [options]

commands:
  render --runtime FILE --trainjob FILE [--trainer-version VERSION] [-o json|yaml] [--blame]
  render --cases FILE

FILE may be - for standard input. Exit codes: 0 clean, 1 findings, 2 wrong use or unreadable input.`;

type Command = (args: readonly string[]) => Promise<ExitCode>;

const COMMANDS: Readonly<Record<string, Command>> = { render: runRender };

async function main([name, ...args]: readonly string[]): Promise<ExitCode> {
  if (name === "--help" || name === "-h") {
    console.log(USAGE);
    return EXIT.clean;
  }
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    console.error(USAGE);
    return EXIT.wrongUse;
  }
  return command(args);
}

// A reader that has seen enough (`| head`) is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(EXIT.clean);
});
process.exitCode = await main(process.argv.slice(2));
