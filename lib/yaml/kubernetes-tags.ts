import type { Scalar, ScalarTag, Tags } from "yaml";

const BOOL = "tag:yaml.org,2002:bool";
const INT = "tag:yaml.org,2002:int";

/**
 * How Kubernetes' own YAML reader differs from the YAML 1.2 core schema: the words of YAML 1.1 are booleans and a leading
 * zero means octal (`defaultMode: 0400` is 256). A `format` keeps these tags from being chosen for writing.
 */
const KUBERNETES: readonly ScalarTag[] = [
  {
    default: true,
    tag: BOOL,
    format: "WORD",
    identify: (value) => typeof value === "boolean",
    test: /^(?:[Yy]|[Yy]es|YES|[Oo]n|ON)$/,
    resolve: () => true,
    stringify: asWritten,
  },
  {
    default: true,
    tag: BOOL,
    format: "WORD",
    identify: (value) => typeof value === "boolean",
    test: /^(?:[Nn]|[Nn]o|NO|[Oo]ff|OFF)$/,
    resolve: () => false,
    stringify: asWritten,
  },
  {
    default: true,
    tag: INT,
    format: "OCT11",
    identify: (value) => typeof value === "number" && Number.isInteger(value),
    test: /^[-+]?0[0-7]+$/,
    resolve: (text) => Number.parseInt(text, 8),
    stringify: asWritten,
  },
];

/** A document that is printed again keeps the spelling it was read with. */
function asWritten({ source, value }: Scalar): string {
  return source ?? String(value);
}

/** An exponent without a sign makes no number there: a label such as `12345e6` stays text. */
const SIGNED_EXPONENT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+][0-9]+$/;

/** The core schema's tags, changed to read as Kubernetes does. */
export function kubernetesTags(core: Tags): Tags {
  const others = core.filter((tag) => !isExponent(tag));
  const exponent = core.filter(isExponent).map((tag) => ({ ...tag, test: SIGNED_EXPONENT }));
  return [...KUBERNETES, ...others, ...exponent];
}

function isExponent(tag: Tags[number]): tag is ScalarTag {
  return typeof tag === "object" && "format" in tag && tag.format === "EXP";
}
