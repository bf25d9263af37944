import {
  labelValueFindings,
  qualifiedNameFindings,
  subdomainFindings,
} from "../admission/dns-names.ts";
import { parseQuantity } from "../k8s/quantity.ts";
import type { EnvSource, VolumeSource } from "./form-model.ts";
import type { NodeExpression, Toleration } from "./scheduling-model.ts";

/** What is wrong with a value while it is typed; the words are the screen's. A warning does not stop an append. */
export const FIELD_CODES = [
  "required",
  "tooLong",
  "labelKey",
  "labelValue",
  "dnsLabel",
  "dnsSubdomain",
  "envName",
  "envNameUnusual",
  "quantity",
  "pathNotAbsolute",
  "pathNotRelative",
  "pathGoesUp",
  "pathColon",
  "number",
  "effect",
  "secondsNeedNoExecute",
  "operator",
  "valuesNeeded",
  "valuesForbidden",
  "fieldPath",
  "choice",
  "duplicate",
] as const;
export type FieldCode = (typeof FIELD_CODES)[number];

export type FieldProblem = {
  readonly code: FieldCode;
  readonly severity: "error" | "warning";
  /** For the message: the value, a limit, the allowed words. */
  readonly params: { readonly [name: string]: string | number };
};

type Problems = readonly FieldProblem[];

export const TAINT_EFFECTS = ["NoSchedule", "PreferNoSchedule", "NoExecute"] as const;
export const NODE_OPERATORS = ["In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"] as const;
export const HOST_PATH_TYPES = [
  "DirectoryOrCreate",
  "Directory",
  "FileOrCreate",
  "File",
  "Socket",
  "CharDevice",
  "BlockDevice",
] as const;
export const FIELD_PATHS = [
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
  "spec.nodeName",
  "spec.serviceAccountName",
  "status.hostIP",
  "status.hostIPs",
  "status.podIP",
  "status.podIPs",
] as const;

const DNS_LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const ENV_NAME = /^[\x20-\x3c\x3e-\x7e]+$/;
const C_IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;
const MAP_FIELD_PATH = /^metadata\.(labels|annotations)\['[^']+'\]$/;
const INTEGER = /^-?\d+$/;

export function problem(
  code: FieldCode,
  params: FieldProblem["params"] = {},
  severity: FieldProblem["severity"] = "error",
): FieldProblem {
  return { code, severity, params };
}

/** Keys of labels, annotations, node selectors, taints and topologies. */
export function checkLabelKey(key: string): Problems {
  if (key === "") return [problem("required")];
  return qualifiedNameFindings(key).length === 0 ? [] : [problem("labelKey", { value: key })];
}

export function checkLabelValue(value: string): Problems {
  if (value.length > 63) return [problem("tooLong", { limit: 63 })];
  return labelValueFindings(value).length === 0 ? [] : [problem("labelValue", { value })];
}

/** Names of volumes and containers. */
export function checkDnsLabel(name: string): Problems {
  if (name === "") return [problem("required")];
  if (name.length > 63) return [problem("tooLong", { limit: 63 })];
  return DNS_LABEL.test(name) ? [] : [problem("dnsLabel", { value: name })];
}

/** Names of service accounts, claims, ConfigMaps and Secrets. */
export function checkDnsSubdomain(name: string): Problems {
  if (name === "") return [problem("required")];
  if (name.length > 253) return [problem("tooLong", { limit: 253 })];
  return subdomainFindings(name).length === 0 ? [] : [problem("dnsSubdomain", { value: name })];
}

/** The API server of today takes any printable ASCII but `=`; what no shell can read is warned of. */
export function checkEnvName(name: string): Problems {
  if (name === "") return [problem("required")];
  if (!ENV_NAME.test(name)) return [problem("envName", { value: name })];
  return C_IDENTIFIER.test(name) ? [] : [problem("envNameUnusual", { value: name }, "warning")];
}

export function checkQuantity(text: string): Problems {
  const quantity = parseQuantity(text);
  const isFit = quantity !== undefined && quantity.nano >= 0n;
  return isFit ? [] : [problem("quantity", { value: text })];
}

export function checkMountPath(path: string): Problems {
  if (path === "") return [problem("required")];
  if (!path.startsWith("/")) return [problem("pathNotAbsolute", { value: path })];
  return path.includes(":") ? [problem("pathColon", { value: path })] : [];
}

export function checkSubPath(path: string): Problems {
  if (path.startsWith("/")) return [problem("pathNotRelative", { value: path })];
  return checkNotUp(path);
}

export function checkHostPath(path: string): Problems {
  return path === "" ? [problem("required")] : checkNotUp(path);
}

function checkNotUp(path: string): Problems {
  return path.split("/").includes("..") ? [problem("pathGoesUp", { value: path })] : [];
}

/** A whole number between both ends; undefined (not given) is fine. */
export function checkNumber(value: number | undefined, min: number, max: number): Problems {
  const isFit = value === undefined || (Number.isInteger(value) && value >= min && value <= max);
  return isFit ? [] : [problem("number", { min, max })];
}

export function checkChoice(value: string, choices: readonly string[]): Problems {
  if (value === "" || choices.includes(value)) return [];
  return [problem("choice", { value, choices: choices.join(", ") })];
}

/** Combinations that the API server refuses; what the form shows as YAML is not looked at. */
export function checkToleration(toleration: Toleration): Problems {
  if (toleration.kind === "raw") return [];
  const { effect, seconds } = toleration;
  const isKnown = effect === "" || TAINT_EFFECTS.some((each) => each === effect);
  return [
    ...(toleration.kind === "everything" ? [] : checkLabelKey(toleration.key)),
    ...(toleration.kind === "equals" ? checkLabelValue(toleration.value) : []),
    ...(isKnown ? [] : [problem("effect", { value: effect, choices: TAINT_EFFECTS.join(", ") })]),
    ...(seconds !== undefined && effect !== "NoExecute" ? [problem("secondsNeedNoExecute")] : []),
  ];
}

export function checkNodeExpression({ key, operator, values }: NodeExpression): Problems {
  const own = [...checkLabelKey(key)];
  const choices = NODE_OPERATORS.join(", ");
  switch (operator) {
    case "In":
    case "NotIn":
      if (values.length === 0) own.push(problem("valuesNeeded", { operator }));
      return [...own, ...values.flatMap(checkLabelValue)];
    case "Exists":
    case "DoesNotExist":
      return values.length === 0 ? own : [...own, problem("valuesForbidden", { operator })];
    case "Gt":
    case "Lt":
      return values.length === 1 && INTEGER.test(values[0] ?? "")
        ? own
        : [...own, problem("valuesNeeded", { operator })];
    default:
      return [...own, problem("operator", { value: operator, choices })];
  }
}

export function checkFieldPath(path: string): Problems {
  if (path === "") return [problem("required")];
  const isKnown = FIELD_PATHS.some((each) => each === path) || MAP_FIELD_PATH.test(path);
  return isKnown ? [] : [problem("fieldPath", { value: path })];
}

export function checkEnvSource(source: EnvSource): Problems {
  if (source.type === "field") return checkFieldPath(source.fieldPath);
  if (source.type !== "secretKey" && source.type !== "configMapKey") return [];
  return [...checkDnsSubdomain(source.name), ...(source.key === "" ? [problem("required")] : [])];
}

export function checkVolumeSource(source: VolumeSource): Problems {
  switch (source.type) {
    case "persistentVolumeClaim":
      return checkDnsSubdomain(source.claimName);
    case "configMap":
      return checkDnsSubdomain(source.name);
    case "secret":
      return checkDnsSubdomain(source.secretName);
    case "emptyDir":
      return source.sizeLimit === "" ? [] : checkQuantity(source.sizeLimit);
    case "hostPath":
      return [...checkHostPath(source.path), ...checkChoice(source.pathType, HOST_PATH_TYPES)];
    case "other":
      return [];
  }
}

/** Indexes of elements whose key an earlier one has. */
export function duplicatesIn(keys: readonly string[]): readonly number[] {
  return keys.flatMap((key, index) => (key !== "" && keys.indexOf(key) < index ? [index] : []));
}
