import type { Dialect } from "#lib/dialect/entry.ts";
import { type KubeObject, toJson } from "#lib/k8s/object.ts";
import { isJsonObject, type Json, type JsonObject } from "#lib/util/json.ts";
import { humanAge } from "./human-duration.ts";
import { valuesAt } from "./json-path.ts";
import { nativeColumns } from "./native-columns.ts";
import { type PrinterColumn, printerColumns } from "./printer-columns.ts";
import { badRequest } from "./refusal.ts";
import type { ServedKind } from "./served-kinds.ts";

/** How much of each object a row carries. */
export type IncludeObject = "None" | "Metadata" | "Object";

/** Throws the API server's 400. */
export function readInclude(query: URLSearchParams): IncludeObject {
  const wanted = query.get("includeObject") ?? "";
  if (wanted === "" || wanted === "Metadata") return "Metadata";
  if (wanted === "None" || wanted === "Object") return wanted;
  throw badRequest(`unrecognized includeObject value: ${JSON.stringify(wanted)}`);
}

type Column = {
  readonly definition: JsonObject;
  cell(object: KubeObject, now: number): Json;
};

function definition(name: string, type: string, priority = 0): JsonObject {
  const format = name === "Name" ? "name" : "";
  return { name, type, format, description: "", priority };
}

function customCell(column: PrinterColumn, object: KubeObject, now: number): Json {
  const values = valuesAt(toJson(object), column.jsonPath);
  const [first] = values;
  if (first === undefined || first === null) return null;
  switch (column.type) {
    case "date":
      return humanAge(typeof first === "string" ? first : undefined, now);
    case "string":
      return values.map((one) => (typeof one === "string" ? one : JSON.stringify(one))).join(" ");
    case "integer":
      return typeof first === "number" ? first : null;
    case "boolean":
      return typeof first === "boolean" ? first : null;
  }
}

function columnsOf({ info }: ServedKind, dialect: Dialect): readonly Column[] {
  const native = nativeColumns(info);
  if (native !== undefined)
    return native.map(({ name, priority, cell }) => ({
      definition: definition(name, "string", priority),
      cell,
    }));
  return [
    { definition: definition("Name", "string"), cell: ({ metadata }) => metadata.name ?? "" },
    ...printerColumns(info, dialect).map((column) => ({
      definition: definition(column.name, column.type, column.priority),
      cell: (object: KubeObject, now: number) => customCell(column, object, now),
    })),
  ];
}

/** `PartialObjectMetadata`: an object of which only the metadata is told. */
export function metadataOnly(object: KubeObject): JsonObject {
  const { metadata } = toJson(object);
  const kept = isJsonObject(metadata) ? metadata : {};
  return { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata: kept };
}

export type TableArgs = {
  readonly served: ServedKind;
  readonly objects: readonly KubeObject[];
  /** Of the list. */
  readonly metadata: JsonObject;
  readonly include: IncludeObject;
  readonly dialect: Dialect;
  readonly now: number;
};

/** Objects as a `Table`, as clients print it. */
export function tableOf(args: TableArgs): JsonObject {
  const { served, objects, metadata, include, dialect, now } = args;
  const columns = columnsOf(served, dialect);
  const rows = objects.map((object) => ({
    cells: columns.map((column) => column.cell(object, now)),
    ...rowObject(object, include),
  }));
  return {
    kind: "Table",
    apiVersion: "meta.k8s.io/v1",
    metadata,
    columnDefinitions: columns.map((column) => column.definition),
    rows,
  };
}

function rowObject(object: KubeObject, include: IncludeObject): { object?: Json } {
  switch (include) {
    case "None":
      return {};
    case "Object":
      return { object: toJson(object) };
    case "Metadata":
      return { object: metadataOnly(object) };
  }
}
