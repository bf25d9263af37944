import { Environment } from "@marcbachmann/cel-js";
import type { CelValue } from "./cel-value.ts";
import { childSchemas, type StructuralSchema, type ValidationRule } from "./structural-schema.ts";

export type RuleVariables = { readonly self: CelValue; readonly oldSelf: CelValue | undefined };
type Evaluate = (variables: { [name: string]: unknown }) => unknown;

export type CompiledRule = {
  readonly rule: ValidationRule;
  /** Speaks of `oldSelf`: runs only where an old value exists. */
  readonly isTransition: boolean;
  /** `self == oldSelf`, which is compared along the schema because the order of list-maps does not count. */
  readonly isImmutability: boolean;
  /** The field where the rule only says that each old item's field is still there in some item (see KEEPS_ITEMS). */
  readonly keptField: string | undefined;
  /** `size(self) >= size(oldSelf)`. */
  readonly neverShrinks: boolean;
  /** The field where the rule only says that it may not disappear: `!has(oldSelf.x) || has(self.x)`. */
  readonly stayingField: string | undefined;
  /** The fields of `self` and `oldSelf` that the rule can reach; undefined: all, or they are no objects. */
  readonly fields: readonly string[] | undefined;
  /** Undefined where the expression uses something that this evaluator lacks; the rule is then not checked. */
  readonly evaluate: Evaluate | undefined;
  readonly evaluateMessage: Evaluate | undefined;
};

export type CompiledRules = {
  readonly rules: readonly CompiledRule[];
  /** False: neither here nor anywhere below is a rule, so that a walk need not enter. */
  readonly hasRules: boolean;
};

const ENVIRONMENT = new Environment({
  unlistedVariablesAreDyn: true,
  homogeneousAggregateLiterals: false,
  enableOptionalTypes: true,
});

const COMPILED = new WeakMap<StructuralSchema, CompiledRules>();

/** The rules of one schema node, compiled once for each schema object. */
export function compiledRulesOf(schema: StructuralSchema): CompiledRules {
  const known = COMPILED.get(schema);
  if (known !== undefined) return known;
  const rules = (schema["x-kubernetes-validations"] ?? []).map(compileRule);
  const below = childSchemas(schema).map((child) => compiledRulesOf(child).hasRules);
  const compiled = { rules, hasRules: rules.length > 0 || below.includes(true) };
  COMPILED.set(schema, compiled);
  return compiled;
}

/** Expressions of the whole schema that cannot be evaluated here. */
export function uncheckedRulesOf(schema: StructuralSchema): readonly string[] {
  const here = compiledRulesOf(schema).rules.filter((rule) => rule.evaluate === undefined);
  return [...here.map((rule) => rule.rule.rule), ...childSchemas(schema).flatMap(uncheckedRulesOf)];
}

/** Append-only lists are guarded by this; evaluated as written it costs the square of the list's length. */
const KEEPS_ITEMS = /^oldSelf\.all\((\w+), ?self\.exists\((\w+), ?\2\.(\w+) == \1\.\3\)\)$/;

const STAYS = /^!has\(oldSelf\.(\w+)\) \|\| has\(self\.\1\)$/;

/** Reads `self.x` only as a field where no part of the expression takes the whole of self (a call on it included). */
function reachedFields(text: string): readonly string[] | undefined {
  const all = text.match(/\b(?:self|oldSelf)\b/g) ?? [];
  const fields = [...text.matchAll(/\b(?:self|oldSelf)\.(\w+)\b(?!\s*\()/g)];
  if (fields.length < all.length) return undefined;
  return [...new Set(fields.map((match) => match[1] ?? ""))];
}

function compileRule(rule: ValidationRule): CompiledRule {
  const text = rule.rule.trim();
  return {
    rule,
    isTransition: /\boldSelf\b/.test(text),
    isImmutability: text === "self == oldSelf" && rule.optionalOldSelf !== true,
    keptField: rule.optionalOldSelf === true ? undefined : KEEPS_ITEMS.exec(text)?.[3],
    neverShrinks: text === "size(self) >= size(oldSelf)" && rule.optionalOldSelf !== true,
    stayingField: rule.optionalOldSelf === true ? undefined : STAYS.exec(text)?.[1],
    fields: reachedFields(text),
    evaluate: compile(text),
    evaluateMessage:
      rule.messageExpression === undefined ? undefined : compile(rule.messageExpression),
  };
}

function compile(text: string): Evaluate | undefined {
  try {
    const parsed = ENVIRONMENT.parse(text);
    return (variables) => parsed(variables) as unknown;
  } catch {
    return undefined;
  }
}
