#!/usr/bin/env node
import type { Command } from "./command.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { InputError, messageOf } from "./input-file.ts";

/** Loaded one by one: schemas and rules cost start-up time that `render` and `--help` need not pay. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  render: async () => (await import("./render-command.ts")).renderCommand,
  admit: async () => (await import("./admit-command.ts")).admitCommand,
  diff: async () => (await import("./diff-command.ts")).diffCommand,
  lint: async () => (await import("./lint-command.ts")).lintCommand,
  convert: async () => (await import("./convert-command.ts")).convertCommand,
  explain: async () => (await import("./explain-command.ts")).explainCommand,
};

async function usage(): Promise<string> {
  const names = Object.keys(COMMANDS);
  const width = Math.max(...names.map((name) => name.length));
  const loaded = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  const lines = names.map((name, index) => `  ${name.padEnd(width)}  ${loaded[index]?.summary}`);
  return `usage: trainer-dashboard <command> [options]

commands:
${lines.join("\n")}

\`trainer-dashboard <command> --help\` says more. Exit codes: 0 clean, 1 findings, 2 wrong use or unreadable input.`;
}

async function main([name, ...args]: readonly string[]): Promise<ExitCode> {
  if (name === "--help" || name === "-h" || name === "help") {
    console.log(await usage());
    return EXIT.clean;
  }
  const load = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load === undefined) {
    console.error(await usage());
    return EXIT.wrongUse;
  }
  const command = await load();
  if (wantsHelp(args)) {
    console.log(command.help);
    return EXIT.clean;
  }
  return runGuarded(command, args);
}

function wantsHelp(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  const options = end < 0 ? args : args.slice(0, end);
  return options.includes("--help") || options.includes("-h");
}

async function runGuarded(command: Command, args: readonly string[]): Promise<ExitCode> {
  try {
    return await command.run(args);
  } catch (error) {
    if (!(error instanceof InputError) && !isArgumentError(error)) throw error;
    console.error(messageOf(error));
    return EXIT.wrongUse;
  }
}

/** What `parseArgs` throws for options that it does not know. */
function isArgumentError(error: unknown): boolean {
  return (
    error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS")
  );
}

// A reader that has seen enough (`| head`) is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(EXIT.clean);
});
process.exitCode = await main(process.argv.slice(2));
