import type { YamlLine } from "./yaml-lines.ts";

/** One line with its key set apart from its value. */
export function YamlText({ line }: { line: YamlLine }) {
  return (
    <>
      {" ".repeat(line.indent)}
      {line.lead}
      {line.key !== undefined && <span className="text-muted">{line.key}:</span>}
      {line.key !== undefined && line.value !== undefined && " "}
      {line.value}
    </>
  );
}
