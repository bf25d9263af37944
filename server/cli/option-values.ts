import { DIALECTS, type Dialect } from "#lib/dialect/entry.ts";
import { parseInstant } from "#lib/dialect/instant.ts";
import { isTrainerVersion, TRAINER_VERSIONS, type TrainerVersion } from "#lib/render/versions.ts";
import { InputError } from "./input-file.ts";

export function toVersion(text: string): TrainerVersion {
  if (isTrainerVersion(text)) return text;
  throw new InputError(`unknown Trainer version ${text}: one of ${TRAINER_VERSIONS.join(", ")}`);
}

export function toDialect(text: string): Dialect {
  const found = DIALECTS.find((dialect) => dialect === text);
  if (found !== undefined) return found;
  throw new InputError(`unknown override API ${text}: one of ${DIALECTS.join(", ")}`);
}

export function toFormat<F extends string>(text: string, formats: readonly F[]): F {
  const found = formats.find((format) => format === text);
  if (found !== undefined) return found;
  throw new InputError(`unknown output format ${text}: ${formats.join(" or ")}`);
}

/** Milliseconds since the epoch of an RFC 3339 time; the present when no time is given. */
export function toNow(text: string | undefined): number {
  if (text === undefined) return Date.now();
  const seconds = parseInstant(text);
  if (seconds !== undefined) return seconds * 1000;
  throw new InputError(`${text} is no RFC 3339 time such as 2026-03-18T10:05:00Z`);
}

export function required(value: string | undefined, option: string): string {
  if (value === undefined) throw new InputError(`${option} is missing`);
  return value;
}

export function withPaths(paths: readonly string[], what: string): readonly string[] {
  if (paths.length === 0) throw new InputError(`${what} is missing; - reads standard input`);
  return paths;
}
