import { Environment } from "@marcbachmann/cel-js";
import type { CelValue } from "./cel-value.ts";
import type { StructuralSchema, ValidationRule } from "./structural-schema.ts";

export type RuleVariables = { readonly self: CelValue; readonly oldSelf: CelValue | undefined };
type Evaluate = (variables: { [name: string]: unknown }) => unknown;

export type CompiledRule = {
  readonly rule: ValidationRule;
  /** Speaks of `oldSelf`: runs only where an old value exists. */
  readonly isTransition: boolean;
  /** `self == oldSelf`, which is compared along the schema because the order of list-maps does not count. */
  readonly isImmutability: boolean;
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
  const children = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items === undefined ? [] : [schema.items]),
    ...(typeof schema.additionalProperties === "object" ? [schema.additionalProperties] : []),
  ];
  const below = children.map((child) => compiledRulesOf(child).hasRules);
  const compiled = { rules, hasRules: rules.length > 0 || below.includes(true) };
  COMPILED.set(schema, compiled);
  return compiled;
}

/** Expressions of the whole schema that cannot be evaluated here. */
export function uncheckedRulesOf(schema: StructuralSchema): readonly string[] {
  const here = compiledRulesOf(schema).rules.filter((rule) => rule.evaluate === undefined);
  const children = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items === undefined ? [] : [schema.items]),
    ...(typeof schema.additionalProperties === "object" ? [schema.additionalProperties] : []),
  ];
  return [...here.map((rule) => rule.rule.rule), ...children.flatMap(uncheckedRulesOf)];
}

function compileRule(rule: ValidationRule): CompiledRule {
  const text = rule.rule.trim();
  return {
    rule,
    isTransition: /\boldSelf\b/.test(text),
    isImmutability: text === "self == oldSelf" && rule.optionalOldSelf !== true,
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
