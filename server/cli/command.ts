import type { ExitCode } from "./exit-code.ts";

/** One word of the command line. `help` is all that `--help` prints; its first line is the usage. */
export type Command = {
  readonly summary: string;
  readonly help: string;
  run(args: readonly string[]): Promise<ExitCode>;
};
