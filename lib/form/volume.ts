import { unreachable } from "../util/assert.ts";
import type { JsonObject } from "../util/json.ts";
import type { VolumeForm, VolumeSource } from "./form-model.ts";
import { overlay, present, withoutEmptyMaps } from "./overlay.ts";
import { createReader, type Reader } from "./reader.ts";

const SOURCES = ["persistentVolumeClaim", "configMap", "secret", "emptyDir", "hostPath"] as const;

export function readVolume(object: JsonObject): VolumeForm {
  const reader = createReader(object);
  const name = reader.text("name");
  const source = readSource(object, reader);
  const rest = source.type === "other" ? reader.rest() : withoutEmptyMaps(reader.rest());
  return { name, source, rest };
}

function readSource(object: JsonObject, reader: Reader): VolumeSource {
  const given = Object.keys(object).filter((key) => key !== "name");
  const type = SOURCES.find((source) => source === given[0]);
  const value = type === undefined ? undefined : object[type];
  const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
  if (type === undefined || given.length !== 1 || !isMap) return { type: "other" };
  const scope = reader.scope(type);
  switch (type) {
    case "persistentVolumeClaim":
      return {
        type,
        claimName: scope.text("claimName"),
        readOnly: scope.flag("readOnly") ?? false,
      };
    case "configMap":
      return { type, name: scope.text("name") };
    case "secret":
      return { type, secretName: scope.text("secretName") };
    case "emptyDir":
      return { type, medium: scope.text("medium"), sizeLimit: scope.text("sizeLimit") };
    case "hostPath":
      return { type, path: scope.text("path"), pathType: scope.text("type") };
    default:
      return unreachable(type);
  }
}

export function writeVolume({ name, source, rest }: VolumeForm): JsonObject {
  return overlay(rest, { ...present({ name }), ...writeSource(source) });
}

function writeSource(source: VolumeSource): JsonObject {
  switch (source.type) {
    case "persistentVolumeClaim": {
      const readOnly = source.readOnly || undefined;
      return { [source.type]: present({ claimName: source.claimName, readOnly }) };
    }
    case "configMap":
      return { [source.type]: present({ name: source.name }) };
    case "secret":
      return { [source.type]: present({ secretName: source.secretName }) };
    case "emptyDir":
      return { [source.type]: present({ medium: source.medium, sizeLimit: source.sizeLimit }) };
    case "hostPath":
      return { [source.type]: present({ path: source.path, type: source.pathType }) };
    case "other":
      return {};
    default:
      return unreachable(source);
  }
}
