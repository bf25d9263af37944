import { canonicalQuantity } from "../k8s/quantity.ts";
import { type Field, type FieldType, type StructType, structType } from "../render/api-type.ts";
import { toGoJson } from "../schema/go-value.ts";
import { asArray, asObject, isJsonObject, type Json, type JsonObject } from "../util/json.ts";

/**
 * The JSON that Go prints of a list of such structs: fields in the order of the struct, zero values left out where Go
 * leaves them out, maps sorted. Fields that the struct does not have are dropped.
 */
export function toGoStructList(name: string, items: readonly JsonObject[]): string {
  return toGoJson(items.map((item) => toStruct(structType(name), item)));
}

function toStruct(struct: StructType, value: JsonObject): JsonObject {
  const entries = [...struct.fields.values()].flatMap((field): readonly [string, Json][] => {
    const encoded = toField(field, value[field.name] ?? undefined);
    return encoded === undefined ? [] : [[field.name, encoded]];
  });
  return Object.fromEntries(entries);
}

function toField(field: Field, value: Json | undefined): Json | undefined {
  if (value === undefined) return field.mode === "always" ? zeroOf(field.type) : undefined;
  if (field.mode === "nonZero" && isZero(value)) return undefined;
  return toValue(field.type, value);
}

function toValue(type: FieldType, value: Json): Json {
  switch (type.kind) {
    case "list":
      return (asArray(value) ?? []).map((item) => toValue(type.item, item));
    case "map":
      return sorted(asObject(value) ?? {}, type.value);
    case "struct":
      return isJsonObject(value) ? toStruct(type.struct, value) : value;
    case "quantity":
      return canonicalQuantity(String(value)) ?? value;
    default:
      return value;
  }
}

function sorted(map: JsonObject, type: FieldType): JsonObject {
  const entries = Object.entries(map).flatMap(([key, item]): readonly [string, Json][] =>
    item === undefined ? [] : [[key, toValue(type, item)]],
  );
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function zeroOf(type: FieldType): Json {
  switch (type.kind) {
    case "struct":
      return toStruct(type.struct, {});
    case "list":
    case "map":
      return null;
    case "bool":
      return false;
    case "int32":
    case "int64":
    case "intOrString":
      return 0;
    case "quantity":
      return "0";
    case "string":
      return "";
  }
}

function isZero(value: Json): boolean {
  if (value === "" || value === 0 || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}
