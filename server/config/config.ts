import { DIALECTS, type Dialect } from "#lib/dialect/entry.ts";
import { isTrainerVersion, type TrainerVersion } from "#lib/render/versions.ts";

/** Everything that the process is told from outside. */
export type Config = {
  readonly mode: "sandbox";
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
  /** "" or "/trainer/x": where the console hangs below the origin. */
  readonly basePath: string;
  /** Host names (without port) that requests may name; "*" for any, behind a proxy that checks. */
  readonly allowedHosts: readonly string[];
  readonly readOnly: boolean;
  /** User or group (written `group:NAME`, everybody `*`) → managers whose lanes are theirs, the default first. */
  readonly managers: Readonly<Record<string, readonly string[]>>;
  /** Answers are checked against the protocol before they go out. */
  readonly checkAnswers: boolean;
  /** Serve the API only; pages are not served. */
  readonly apiOnly: boolean;
  /** Pages are compiled as they are asked for and reload themselves. */
  readonly dev: boolean;
  readonly sandbox: {
    readonly files: readonly string[];
    readonly dialect: Dialect | undefined;
    readonly trainerVersion: TrainerVersion | undefined;
    readonly jobs: number | undefined;
    /** Folder that the sandbox's state is kept in; undefined: in memory only. */
    readonly data: string | undefined;
    /** Port of the sandbox's own API for kubectl; 0 any free one, undefined none. */
    readonly kubePort: number | undefined;
  };
};

export const DEFAULT_MANAGER = "trainer.kubeflow.org/dashboard";
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
const BASE_PATH = /^(\/[A-Za-z0-9][A-Za-z0-9._~-]*)*$/;

export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Arguments win over the environment. Throws ConfigError with a sentence for the person who started the process.
 * `--sandbox [files…] --dialect X --trainer-version X --port N --host H --base-path P --jobs N --kube-port N|none --data DIR --read-only --api-only`
 */
export function parseConfig(argv: readonly string[], environment: Environment): Config {
  const options = readOptions(argv);
  const value = (flag: string, variable: string): string | undefined =>
    options.values.get(flag) ?? nonEmpty(environment[variable]);
  const host = value("host", "HOST") ?? "127.0.0.1";
  const basePath = (value("base-path", "BASE_PATH") ?? "").replace(/\/$/, "");
  if (!BASE_PATH.test(basePath)) throw new ConfigError(`BASE_PATH ${basePath} is not a path`);
  return {
    mode: "sandbox",
    port: toNumber("port", value("port", "PORT") ?? "8080", 0, 65_535),
    host,
    basePath,
    allowedHosts: toHosts(value("allowed-hosts", "ALLOWED_HOSTS"), host),
    readOnly: options.flags.has("read-only") || environment["READ_ONLY"] === "true",
    managers: toManagers(value("managers", "MANAGERS")),
    checkAnswers: environment["NODE_ENV"] !== "production",
    apiOnly: options.flags.has("api-only"),
    dev: options.flags.has("dev"),
    sandbox: {
      files: options.files,
      dialect: toDialect(value("dialect", "SANDBOX_DIALECT")),
      trainerVersion: toVersion(value("trainer-version", "SANDBOX_TRAINER_VERSION")),
      jobs: toOptionalNumber("jobs", value("jobs", "SANDBOX_JOBS")),
      data: toData(value("data", "SANDBOX_DATA"), options.files),
      kubePort: toKubePort(value("kube-port", "SANDBOX_KUBE_PORT")),
    },
  };
}

/** Of this process. */
export function processConfig(): Config {
  return parseConfig(process.argv.slice(2), process.env);
}

const FLAGS = new Set(["sandbox", "read-only", "api-only", "dev"]);
const VALUES = new Set([
  "port",
  "host",
  "base-path",
  "allowed-hosts",
  "managers",
  "dialect",
  "trainer-version",
  "jobs",
  "kube-port",
  "data",
]);

function readOptions(argv: readonly string[]) {
  const values = new Map<string, string>();
  const flags = new Set<string>();
  const files: string[] = [];
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] ?? "";
    if (!word.startsWith("--")) {
      files.push(word);
      continue;
    }
    const [name = "", inline] = word.slice(2).split("=", 2);
    if (FLAGS.has(name)) flags.add(name);
    else if (VALUES.has(name)) {
      if (inline === undefined) index += 1;
      const value = inline ?? argv[index];
      if (value === undefined) throw new ConfigError(`--${name} needs a value`);
      values.set(name, value);
    } else throw new ConfigError(`unknown option --${name}`);
  }
  return { values, flags, files };
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text === "" ? undefined : text;
}

function toNumber(name: string, text: string, min: number, max: number): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < min || number > max)
    throw new ConfigError(`--${name} ${text} is not a number from ${min} to ${max}`);
  return number;
}

function toOptionalNumber(name: string, text: string | undefined): number | undefined {
  return text === undefined ? undefined : toNumber(name, text, 0, 100_000);
}

/** Files are the user's own and are read anew with each start. */
function toData(text: string | undefined, files: readonly string[]): string | undefined {
  if (text !== undefined && files.length > 0)
    throw new ConfigError("--data keeps the seeded world; it does not go together with files");
  return text;
}

function toKubePort(text = "0"): number | undefined {
  return text === "none" ? undefined : toNumber("kube-port", text, 0, 65_535);
}

/** A wildcard address is only asked for in containers, where names are given by whoever exposes the port. */
function toHosts(text: string | undefined, host: string): readonly string[] {
  if (text !== undefined) return text.split(",").map((name) => name.trim().toLowerCase());
  if (host === "0.0.0.0" || host === "::") return ["*"];
  return [...new Set([...LOOPBACK, host.toLowerCase()])];
}

/** `{"*": ["example.com/a"], "group:admins": ["example.com/b", "…"]}` as JSON. */
function toManagers(text: string | undefined): Readonly<Record<string, readonly string[]>> {
  if (text === undefined) return { "*": [DEFAULT_MANAGER] };
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new ConfigError("MANAGERS is not JSON");
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw new ConfigError("MANAGERS must be a JSON object");
  const managers: Record<string, readonly string[]> = {};
  for (const [subject, list] of Object.entries(parsed)) {
    if (!Array.isArray(list) || !list.every((item) => typeof item === "string"))
      throw new ConfigError(`MANAGERS: ${subject} must have a list of managers`);
    managers[subject] = list;
  }
  return managers;
}

function toDialect(text: string | undefined): Dialect | undefined {
  if (text === undefined) return undefined;
  const dialect = DIALECTS.find((candidate) => candidate === text);
  if (dialect === undefined)
    throw new ConfigError(`--dialect ${text} is none of ${DIALECTS.join(", ")}`);
  return dialect;
}

function toVersion(text: string | undefined): TrainerVersion | undefined {
  if (text === undefined) return undefined;
  if (!isTrainerVersion(text)) throw new ConfigError(`--trainer-version ${text} is not known`);
  return text;
}
