import type { JsonPointer } from "./pointer.ts";

export type Severity = "error" | "warning" | "info";

/** Where in a text a finding stands; line and column count from 1. */
export type SourcePosition = {
  readonly file?: string | undefined;
  readonly line: number;
  readonly column: number;
};

/** A finding about user input. `path` is a JSON pointer into the object that the finding is about. */
export type Diagnostic = {
  readonly code: string;
  readonly severity: Severity;
  readonly path: JsonPointer;
  readonly message: string;
  readonly source?: SourcePosition | undefined;
};

/** Passed to each pass that may find something; collecting never stops the pass. */
export type Report = (diagnostic: Diagnostic) => void;
