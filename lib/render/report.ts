import type { Diagnostic } from "../util/diagnostic.ts";
import type { JsonPointer } from "../util/pointer.ts";
import { RENDER_CODES, type RenderCode } from "./render-codes.ts";

/** Records a finding; the pass goes on with what it can still use. */
export type ReportError = (code: RenderCode, path: JsonPointer, message: string) => void;

export type Findings = { readonly list: Diagnostic[]; readonly report: ReportError };

export function createFindings(): Findings {
  const found: Diagnostic[] = [];
  return {
    list: found,
    report: (code, path, message) => {
      found.push({ code, severity: RENDER_CODES[code], path, message });
    },
  };
}

export function hasErrors(findings: Findings): boolean {
  return findings.list.some((finding) => finding.severity === "error");
}
