/** Label and field selectors as the API server reads them from a query. */
export type LabelRequirement =
  | { readonly key: string; readonly operator: "in" | "notIn"; readonly values: readonly string[] }
  | { readonly key: string; readonly operator: "exists" | "doesNotExist" }
  | { readonly key: string; readonly operator: "gt" | "lt"; readonly values: readonly string[] };

export type LabelSelector = readonly LabelRequirement[];
export type FieldRequirement = {
  readonly field: string;
  readonly operator: "=" | "!=";
  readonly value: string;
};
export type FieldSelector = readonly FieldRequirement[];

export type Parsed<T> =
  | { readonly ok: true; readonly selector: T }
  | { readonly ok: false; readonly message: string };

const PREFIX = "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
const NAME = "[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?";
const KEY = new RegExp(`^(${PREFIX}/)?${NAME}$`);
const VALUE = new RegExp(`^(${NAME})?$`);
const SET = /^(\S+)\s+(in|notin)\s*\(([^()]*)\)$/;
const COMPARE = /^([^\s=!<>]+)\s*(==|=|!=|>|<)\s*(\S*)$/;

/** Splits at commas that stand outside parentheses. */
function splitTerms(text: string): string[] {
  const terms: string[] = [];
  let depth = 0;
  let term = "";
  for (const char of text) {
    if (char === "," && depth === 0) {
      terms.push(term);
      term = "";
      continue;
    }
    if (char === "(") depth += 1;
    if (char === ")") depth -= 1;
    term += char;
  }
  return [...terms, term];
}

function parseTerm(term: string): LabelRequirement | undefined {
  const set = SET.exec(term);
  if (set !== null) {
    const [, key = "", word, list = ""] = set;
    const values = list.split(",").map((value) => value.trim());
    return { key, operator: word === "in" ? "in" : "notIn", values };
  }
  const compare = COMPARE.exec(term);
  if (compare !== null) {
    const [, key = "", sign, value = ""] = compare;
    if (sign === "!=") return { key, operator: "notIn", values: [value] };
    if (sign === ">" || sign === "<")
      return { key, operator: sign === ">" ? "gt" : "lt", values: [value] };
    return { key, operator: "in", values: [value] };
  }
  if (term.startsWith("!")) return { key: term.slice(1).trim(), operator: "doesNotExist" };
  return /[\s()]/.test(term) ? undefined : { key: term, operator: "exists" };
}

function isValid(requirement: LabelRequirement): boolean {
  const { key, operator } = requirement;
  if (!KEY.test(key) || (key.split("/").at(-1) ?? "").length > 63) return false;
  switch (operator) {
    case "in":
    case "notIn":
      return requirement.values.every((value) => value.length <= 63 && VALUE.test(value));
    case "gt":
    case "lt":
      return requirement.values.every((value) => /^-?\d+$/.test(value));
    default:
      return true;
  }
}

/** Equality (`a=b`, `a==b`, `a!=b`), sets (`a in (b,c)`, `a notin (b)`), existence (`a`, `!a`), `a>1`, `a<1`. */
export function parseLabelSelector(text: string): Parsed<LabelSelector> {
  if (text.trim() === "") return { ok: true, selector: [] };
  const selector: LabelRequirement[] = [];
  for (const raw of splitTerms(text)) {
    const requirement = parseTerm(raw.trim());
    if (requirement === undefined || !isValid(requirement))
      return { ok: false, message: `unable to parse requirement: ${JSON.stringify(raw.trim())}` };
    selector.push(requirement);
  }
  return { ok: true, selector };
}

function matchesOne(requirement: LabelRequirement, value: string | undefined): boolean {
  switch (requirement.operator) {
    case "in":
      return value !== undefined && requirement.values.includes(value);
    // As upstream: an absent label satisfies != and notin.
    case "notIn":
      return value === undefined || !requirement.values.includes(value);
    case "exists":
      return value !== undefined;
    case "doesNotExist":
      return value === undefined;
    case "gt":
      return value !== undefined && Number(value) > Number(requirement.values[0]);
    case "lt":
      return value !== undefined && Number(value) < Number(requirement.values[0]);
  }
}

export function matchesLabels(
  selector: LabelSelector,
  labels: { readonly [key: string]: string } | undefined,
): boolean {
  return selector.every((requirement) => {
    const { key } = requirement;
    const isThere = labels !== undefined && Object.hasOwn(labels, key);
    return matchesOne(requirement, isThere ? labels[key] : undefined);
  });
}

/** `metadata.name=a,status.phase!=Running`; which fields a kind knows is the caller's matter. */
export function parseFieldSelector(text: string): Parsed<FieldSelector> {
  if (text.trim() === "") return { ok: true, selector: [] };
  const selector: FieldRequirement[] = [];
  for (const term of text.split(/(?<!\\),/)) {
    const match = /^([^=!]+?)\s*(==|=|!=)(.*)$/s.exec(term.trim());
    if (match === null)
      return {
        ok: false,
        message: `invalid selector: '${text}'; can't understand '${term.trim()}'`,
      };
    const [, field = "", sign, value = ""] = match;
    selector.push({
      field,
      operator: sign === "!=" ? "!=" : "=",
      value: value.trim().replace(/\\([\\,=])/g, "$1"),
    });
  }
  return { ok: true, selector };
}

/** `textOf` gives the text of a field, "" where it is absent. */
export function matchesFields(selector: FieldSelector, textOf: (field: string) => string): boolean {
  return selector.every(
    ({ field, operator, value }) => (textOf(field) === value) === (operator === "="),
  );
}
