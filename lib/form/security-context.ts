import type { JsonObject } from "../util/json.ts";
import type { ContainerSecurityForm, PodSecurityForm } from "./form-model.ts";
import { present } from "./overlay.ts";
import type { Reader } from "./reader.ts";

export function readPodSecurity(reader: Reader): PodSecurityForm {
  return {
    runAsUser: reader.integer("runAsUser"),
    runAsGroup: reader.integer("runAsGroup"),
    fsGroup: reader.integer("fsGroup"),
    runAsNonRoot: reader.flag("runAsNonRoot"),
    fsGroupChangePolicy: reader.text("fsGroupChangePolicy"),
    seccompProfile: reader.text("seccompProfile", "type"),
  };
}

export function writePodSecurity(form: PodSecurityForm): JsonObject {
  const { seccompProfile, ...plain } = form;
  return present({ ...plain, seccompProfile: present({ type: seccompProfile }) });
}

export function readContainerSecurity(reader: Reader): ContainerSecurityForm {
  return {
    runAsUser: reader.integer("runAsUser"),
    runAsGroup: reader.integer("runAsGroup"),
    runAsNonRoot: reader.flag("runAsNonRoot"),
    privileged: reader.flag("privileged"),
    allowPrivilegeEscalation: reader.flag("allowPrivilegeEscalation"),
    readOnlyRootFilesystem: reader.flag("readOnlyRootFilesystem"),
    capabilitiesAdd: reader.texts("capabilities", "add"),
    capabilitiesDrop: reader.texts("capabilities", "drop"),
  };
}

export function writeContainerSecurity(form: ContainerSecurityForm): JsonObject {
  const { capabilitiesAdd, capabilitiesDrop, ...plain } = form;
  const capabilities = present({ add: capabilitiesAdd, drop: capabilitiesDrop });
  return present({ ...plain, capabilities });
}
