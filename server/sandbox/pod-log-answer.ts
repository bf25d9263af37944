import type { KubeObject } from "#lib/k8s/object.ts";
import { getIn, objectsIn } from "#lib/util/json.ts";
import type { KubeAnswer, KubeCall } from "#server/kube/transport.ts";
import { answer } from "./answer.ts";
import type { PodLogSource } from "./pod-log.ts";
import { readCount, readFlag } from "./read-query.ts";
import { badRequest } from "./refusal.ts";

const ENCODER = new TextEncoder();

function containerNames(pod: KubeObject): readonly string[] {
  return ["initContainers", "containers"].flatMap((list) =>
    objectsIn(getIn(pod.spec, list)).map((container) => String(container["name"])),
  );
}

/** The container asked for, or the only one; throws the API server's 400 otherwise. */
function chooseContainer(pod: KubeObject, wanted: string | undefined): string | undefined {
  const name = pod.metadata.name ?? "";
  if (wanted !== undefined) {
    if (containerNames(pod).includes(wanted)) return wanted;
    throw badRequest(`container ${wanted} is not valid for pod ${name}`);
  }
  const containers = objectsIn(getIn(pod.spec, "containers")).map((one) => String(one["name"]));
  if (containers.length < 2) return containers[0];
  throw badRequest(
    `a container name must be specified for pod ${name}, choose one of: [${containers.join(" ")}]`,
  );
}

function bytesOf(lines: AsyncIterable<string>, leave: AbortController): ReadableStream<Uint8Array> {
  const iterator = lines[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await iterator.next();
        if (next.done === true) controller.close();
        else controller.enqueue(ENCODER.encode(next.value));
      },
      async cancel() {
        leave.abort();
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** GET pods/NAME/log: plain text, made line by line as it is read. */
export function answerPodLog(
  pod: KubeObject,
  query: URLSearchParams,
  call: KubeCall,
  source: PodLogSource,
): KubeAnswer {
  const leave = new AbortController();
  const signal =
    call.signal === undefined ? leave.signal : AbortSignal.any([call.signal, leave.signal]);
  const lines = source({
    pod,
    container: chooseContainer(pod, query.get("container") ?? undefined),
    follow: readFlag(query, "follow"),
    previous: readFlag(query, "previous"),
    timestamps: readFlag(query, "timestamps"),
    tailLines: readCount(query, "tailLines"),
    sinceSeconds: readCount(query, "sinceSeconds"),
    sinceTime: query.get("sinceTime") ?? undefined,
    limitBytes: readCount(query, "limitBytes"),
    signal,
  });
  if (typeof lines === "string") throw badRequest(lines);
  return answer(200, bytesOf(lines, leave), "text/plain");
}

export async function* emptyLog(): AsyncGenerator<string> {}
