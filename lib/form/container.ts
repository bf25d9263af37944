import { unreachable } from "../util/assert.ts";
import { isJsonObject, type JsonObject } from "../util/json.ts";
import type { ContainerForm, EnvForm, EnvSource, MountForm } from "./form-model.ts";
import { overlay, present, withoutEmptyMaps } from "./overlay.ts";
import { createReader, type Reader } from "./reader.ts";
import { readContainerSecurity, writeContainerSecurity } from "./security-context.ts";

export function readContainer(object: JsonObject): ContainerForm {
  const reader = createReader(object);
  return {
    name: reader.text("name"),
    env: reader.objects("env").map(readEnv),
    volumeMounts: reader.objects("volumeMounts").map(readMount),
    securityContext: readContainerSecurity(reader.scope("securityContext")),
    rest: reader.rest(),
  };
}

export function writeContainer(container: ContainerForm): JsonObject {
  return overlay(
    container.rest,
    present({
      name: container.name,
      env: container.env.map(writeEnv),
      volumeMounts: container.volumeMounts.map(writeMount),
      securityContext: writeContainerSecurity(container.securityContext),
    }),
  );
}

function readEnv(object: JsonObject): EnvForm {
  const reader = createReader(object);
  const name = reader.text("name");
  const source = readEnvSource(object, reader);
  const rest = source.type === "other" ? reader.rest() : withoutEmptyMaps(reader.rest());
  return { name, source, rest };
}

function readEnvSource(object: JsonObject, reader: Reader): EnvSource {
  const { valueFrom, value } = object;
  if (valueFrom === undefined)
    return value === undefined || typeof value === "string"
      ? { type: "value", value: reader.text("value") }
      : { type: "other" };
  const keys = isJsonObject(valueFrom) ? Object.keys(valueFrom) : [];
  const from = reader.scope("valueFrom");
  if (value !== undefined || keys.length !== 1) return { type: "other" };
  switch (keys[0]) {
    case "secretKeyRef":
      return { type: "secretKey", ...readKey(from.scope("secretKeyRef")) };
    case "configMapKeyRef":
      return { type: "configMapKey", ...readKey(from.scope("configMapKeyRef")) };
    case "fieldRef":
      return { type: "field", fieldPath: from.text("fieldRef", "fieldPath") };
    default:
      return { type: "other" };
  }
}

function readKey(reader: Reader): { readonly name: string; readonly key: string } {
  return { name: reader.text("name"), key: reader.text("key") };
}

function writeEnv({ name, source, rest }: EnvForm): JsonObject {
  return overlay(rest, { ...present({ name }), ...writeEnvSource(source) });
}

function writeEnvSource(source: EnvSource): JsonObject {
  switch (source.type) {
    case "value":
      return { value: source.value };
    case "secretKey":
      return { valueFrom: { secretKeyRef: present({ name: source.name, key: source.key }) } };
    case "configMapKey":
      return { valueFrom: { configMapKeyRef: present({ name: source.name, key: source.key }) } };
    case "field":
      return { valueFrom: { fieldRef: present({ fieldPath: source.fieldPath }) } };
    case "other":
      return {};
    default:
      return unreachable(source);
  }
}

function readMount(object: JsonObject): MountForm {
  const reader = createReader(object);
  return {
    name: reader.text("name"),
    mountPath: reader.text("mountPath"),
    subPath: reader.text("subPath"),
    readOnly: reader.flag("readOnly") ?? false,
    rest: reader.rest(),
  };
}

function writeMount({ name, mountPath, subPath, readOnly, rest }: MountForm): JsonObject {
  return overlay(rest, present({ name, mountPath, subPath, readOnly: readOnly || undefined }));
}
