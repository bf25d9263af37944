import type { JsonObject } from "../util/json.ts";
import { readAffinity, writeAffinity } from "./affinity.ts";
import { readContainer, writeContainer } from "./container.ts";
import type { MetadataForm, NamedItem, PodForm, StringMap } from "./form-model.ts";
import { overlay, present } from "./overlay.ts";
import { createReader, type Reader } from "./reader.ts";
import { readPodSecurity, writePodSecurity } from "./security-context.ts";
import { readToleration, writeToleration } from "./toleration.ts";
import { readVolume, writeVolume } from "./volume.ts";

export function readPod(reader: Reader): PodForm {
  return {
    serviceAccountName: reader.text("serviceAccountName"),
    nodeSelector: reader.stringMap("nodeSelector"),
    tolerations: reader.list("tolerations").map(readToleration),
    affinity: readAffinity(reader.scope("affinity")),
    volumes: reader.objects("volumes").map(readVolume),
    initContainers: reader.objects("initContainers").map(readContainer),
    containers: reader.objects("containers").map(readContainer),
    imagePullSecrets: reader.objects("imagePullSecrets").map(readNamed),
    schedulingGates: reader.objects("schedulingGates").map(readNamed),
    securityContext: readPodSecurity(reader.scope("securityContext")),
    terminationGracePeriodSeconds: reader.integer("terminationGracePeriodSeconds"),
  };
}

export function writePod(pod: PodForm): JsonObject {
  return present({
    serviceAccountName: pod.serviceAccountName,
    nodeSelector: writeStringMap(pod.nodeSelector),
    tolerations: pod.tolerations.map(writeToleration),
    affinity: writeAffinity(pod.affinity),
    volumes: pod.volumes.map(writeVolume),
    initContainers: pod.initContainers.map(writeContainer),
    containers: pod.containers.map(writeContainer),
    imagePullSecrets: pod.imagePullSecrets.map(writeNamed),
    schedulingGates: pod.schedulingGates.map(writeNamed),
    securityContext: writePodSecurity(pod.securityContext),
    terminationGracePeriodSeconds: pod.terminationGracePeriodSeconds,
  });
}

export function readMetadata(reader: Reader): MetadataForm {
  return { labels: reader.stringMap("labels"), annotations: reader.stringMap("annotations") };
}

export function writeMetadata({ labels, annotations }: MetadataForm): JsonObject {
  return present({ labels: writeStringMap(labels), annotations: writeStringMap(annotations) });
}

export function readNamed(object: JsonObject): NamedItem {
  const reader = createReader(object);
  return { name: reader.text("name"), rest: reader.rest() };
}

export function writeNamed({ name, rest }: NamedItem): JsonObject {
  return overlay(rest, present({ name }));
}

function writeStringMap({ mode, entries }: StringMap): JsonObject {
  return mode === "merge" ? entries : { $patch: mode, ...entries };
}
