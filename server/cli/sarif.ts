import { pathToFileURL } from "node:url";
import { LINT_RULES } from "#lib/lint/lint-codes.ts";
import type { Severity } from "#lib/util/diagnostic.ts";
import type { Json } from "#lib/util/json.ts";
import type { TextRange } from "#lib/yaml/pointer-range.ts";

export type PlacedFinding = {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly file: string;
  readonly range: TextRange;
  readonly object: string;
  readonly path: string;
};

const LEVELS: { readonly [severity in Severity]: string } = {
  error: "error",
  warning: "warning",
  info: "note",
};

/** A SARIF 2.1.0 log of one run. Relative files stay relative, so that a code host finds them in the checkout. */
export function toSarif(findings: readonly PlacedFinding[]): Json {
  const ids = [...LINT_RULES.keys()];
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "trainer-dashboard",
            rules: [...LINT_RULES].map(([id, { severity, title }]) => ({
              id,
              shortDescription: { text: title },
              defaultConfiguration: { level: LEVELS[severity] },
            })),
          },
        },
        columnKind: "utf16CodeUnits",
        results: findings.map((finding) => toResult(finding, ids.indexOf(finding.code))),
      },
    ],
  };
}

function toResult(finding: PlacedFinding, ruleIndex: number): Json {
  const { code, severity, message, file, range, object, path } = finding;
  const fullyQualifiedName = `${object}#${path}`;
  return {
    ruleId: code,
    ...(ruleIndex < 0 ? {} : { ruleIndex }),
    level: LEVELS[severity],
    message: { text: message === "" ? code : message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: toUri(file) },
          region: {
            startLine: range.line,
            startColumn: range.column,
            endLine: range.endLine,
            endColumn: range.endColumn,
          },
        },
        logicalLocations: [{ fullyQualifiedName, kind: "object" }],
      },
    ],
  };
}

function toUri(file: string): string {
  if (file.startsWith("<")) return file.slice(1, -1);
  if (file.startsWith("/")) return pathToFileURL(file).href;
  return file.split("/").map(encodeURIComponent).join("/");
}
