import { asObject, type Json, type JsonObject } from "../util/json.ts";
import { present } from "./overlay.ts";
import { createReader } from "./reader.ts";
import type { Toleration } from "./scheduling-model.ts";

export function readToleration(value: Json): Toleration {
  const raw: Toleration = { kind: "raw", value };
  const object = asObject(value);
  if (object === undefined) return raw;
  const reader = createReader(object);
  const key = reader.text("key");
  const operator = reader.text("operator");
  const text = reader.text("value");
  const effect = reader.text("effect");
  const seconds = reader.integer("tolerationSeconds");
  if (Object.keys(reader.rest()).length > 0) return raw;
  if (operator === "Exists" && text === "")
    return key === ""
      ? { kind: "everything", effect, seconds }
      : { kind: "exists", key, effect, seconds };
  const isEqual = operator === "Equal" || operator === "";
  return isEqual && key !== "" ? { kind: "equals", key, value: text, effect, seconds } : raw;
}

export function writeToleration(toleration: Toleration): Json {
  if (toleration.kind === "raw") return toleration.value;
  const { effect, seconds } = toleration;
  const head: JsonObject =
    toleration.kind === "everything"
      ? { operator: "Exists" }
      : toleration.kind === "exists"
        ? { key: toleration.key, operator: "Exists" }
        : { key: toleration.key, operator: "Equal", value: toleration.value };
  return present({ ...head, effect, tolerationSeconds: seconds });
}
