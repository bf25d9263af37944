import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Json } from "#lib/util/json.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { InputError, messageOf, openText } from "./input-file.ts";

export type Answer = { readonly line: Json; readonly exit: ExitCode };

/** Answers each line of a file with one line, in order, while reading. A line that is no JSON is given as undefined. */
export async function answerLines(
  file: string,
  answer: (given: Json | undefined) => Answer,
): Promise<ExitCode> {
  let exit: ExitCode = EXIT.clean;
  const input = openText(file);
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line.trim() === "") continue;
      const given = answer(parseLine(line));
      if (given.exit > exit) exit = given.exit;
      if (!process.stdout.write(`${JSON.stringify(given.line)}\n`))
        await once(process.stdout, "drain");
    }
  } catch (cause) {
    throw new InputError(`cannot read ${file}: ${messageOf(cause)}`, { cause });
  }
  return exit;
}

function parseLine(line: string): Json | undefined {
  try {
    return JSON.parse(line) as Json;
  } catch {
    return undefined;
  }
}
