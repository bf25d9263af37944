import type { KubeObject } from "../k8s/object.ts";
import type { FieldError } from "../schema/field-error.ts";
import type { StructuralSchema } from "../schema/structural-schema.ts";
import type { AdmissionRequest } from "./admission.ts";

export type Findings = {
  readonly errors: readonly FieldError[];
  readonly warnings: readonly string[];
};

/** What a validating webhook has before it: objects are pruned and defaulted, times are filled. */
export type RuleContext = {
  readonly request: AdmissionRequest;
  readonly schema: StructuralSchema;
  readonly object: KubeObject;
  readonly old: KubeObject | undefined;
};

/** The webhook rules of one override API. */
export type DialectRules = {
  /** The mutating webhook: the object with its times. */
  readonly fillTimes: (context: RuleContext) => KubeObject;
  /** False where this request may be judged without the runtime. */
  readonly needsRuntime: (context: RuleContext) => boolean;
  /** The validating webhook, as far as it looks at overrides. `request.runtime` may be undefined. */
  readonly check: (context: RuleContext) => Findings;
};
