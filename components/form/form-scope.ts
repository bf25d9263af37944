import { createContext, useContext } from "react";
import type { FormProblem } from "#lib/form/check-form.ts";
import type { FieldGroup } from "#lib/form/field-groups.ts";
import type { FieldContainer, FieldVerdict } from "#lib/form/field-verdict.ts";
import type { FormEdit } from "#lib/form/form-edit.ts";
import type { FormModel, FormPart } from "#lib/form/form-model.ts";
import type { Layout } from "#lib/form/layout.ts";
import type { FormOffers, JobOffer } from "#lib/form/offers.ts";
import type { JsonPointer } from "#lib/util/pointer.ts";

/** What every section of one form needs. */
export type FormScope = {
  /** Name of the TrainJob. */
  readonly trainJob: string;
  readonly model: FormModel;
  /** The part on the screen: of a runtime patch one job's, else the only one. */
  readonly part: FormPart;
  readonly partIndex: number;
  readonly layout: Layout;
  /** The jobs that the part applies to, those beside the text among them. */
  readonly jobs: readonly string[];
  /** The part in the text. */
  readonly partAt: JsonPointer;
  /** The part's pod in the text. */
  readonly podAt: JsonPointer;
  readonly offers: FormOffers;
  /** Of the jobs that the part applies to. */
  readonly jobOffers: readonly JobOffer[];
  /** `group` joins a burst of typing in one field. */
  readonly edit: (edit: FormEdit, group?: string) => void;
  /** At the pointer and below it. */
  readonly problemsAt: (pointer: JsonPointer) => readonly FormProblem[];
  readonly verdictOf: (group: FieldGroup, container?: FieldContainer) => FieldVerdict;
};

export const FormScopeContext = createContext<FormScope | undefined>(undefined);

export function useFormScope(): FormScope {
  const scope = useContext(FormScopeContext);
  if (scope === undefined) throw new Error("a section stands outside a form");
  return scope;
}
