import * as monaco from "monaco-editor/editor";
import "monaco-editor/features/register.all";
import "monaco-editor/languages/definitions/yaml/register";
import { configureMonacoYaml, type JSONSchema, type MonacoYaml } from "monaco-yaml";
import type { JsonObject } from "#lib/util/json.ts";

declare global {
  interface Window {
    MonacoEnvironment?: { getWorker: (id: string, label: string) => Worker };
  }
}

function makeWorker(label: string): Worker {
  return label === "yaml"
    ? new Worker(new URL("./yaml.worker.ts", import.meta.url), { type: "module", name: "yaml" })
    : new Worker(new URL("./editor.worker.ts", import.meta.url), {
        type: "module",
        name: "editor",
      });
}

window.MonacoEnvironment = { getWorker: (_id, label) => makeWorker(label) };

type OldWorkerOptions = { readonly label: string; readonly createData: unknown };

/** monaco-yaml's worker manager still asks for workers by module name; this Monaco takes a finished worker. */
const withOldWorkers = {
  ...monaco,
  editor: {
    ...monaco.editor,
    createWebWorker: ({ label, createData }: OldWorkerOptions) => {
      const worker = makeWorker(label);
      worker.postMessage("ignore");
      worker.postMessage(createData);
      return monaco.editor.createWebWorker({ worker });
    },
  },
} as unknown as typeof monaco;

let yaml: MonacoYaml | undefined;

/** Completion, hover and checks for the models whose address ends in `override.yaml`. One schema at a time. */
export function setYamlSchema(schema: JsonObject | undefined): void {
  const schemas =
    schema === undefined
      ? []
      : [
          {
            uri: "inmemory://schemas/override.json",
            fileMatch: ["*override.yaml"],
            schema: schema as unknown as JSONSchema,
          },
        ];
  const options = {
    enableSchemaRequest: false,
    completion: true,
    hover: true,
    validate: true,
    schemas,
  };
  if (yaml === undefined) yaml = configureMonacoYaml(withOldWorkers, options);
  else void yaml.update(options);
}

/** `#fff` → `#ffffff`: the build shortens colours, and the editor reads only the long form. */
function longColour(colour: string): string {
  return /^#[0-9a-f]{3}$/i.test(colour) ? colour.replace(/[0-9a-f]/gi, "$&$&") : colour;
}

/** The page's own colours, so that the editor does not look like a guest. */
export function applyEditorTheme(): void {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => longColour(style.getPropertyValue(name).trim());
  const isDark = document.documentElement.dataset["theme"] === "dark";
  monaco.editor.defineTheme("page", {
    base: isDark ? "vs-dark" : "vs",
    inherit: true,
    rules: [
      { token: "type.yaml", foreground: colour("--accent").slice(1) },
      { token: "string.yaml", foreground: colour("--ink").slice(1) },
      { token: "number.yaml", foreground: colour("--good").slice(1) },
      { token: "keyword.yaml", foreground: colour("--good").slice(1) },
      { token: "comment.yaml", foreground: colour("--muted").slice(1) },
    ],
    colors: {
      "editor.background": colour("--canvas"),
      "editor.foreground": colour("--ink"),
      "editorLineNumber.foreground": colour("--muted"),
      "editorLineNumber.activeForeground": colour("--ink"),
      "editorCursor.foreground": colour("--ink"),
    },
  });
  monaco.editor.setTheme("page");
}

export { monaco };
