import { apiVersionOf, KINDS } from "#lib/k8s/kinds.ts";
import type { Json } from "#lib/util/json.ts";
import type { CopyAction, DeleteJobSet, PatchTrainJob } from "./copy-action.ts";
import { shellWord } from "./shell-word.ts";
import { visibleJson } from "./visible-json.ts";

/** The action as a command line for a POSIX shell, in the account that kubectl uses. */
export function toKubectl(action: CopyAction): string {
  return action.kind === "patchTrainJob" ? patchCommand(action) : deleteCommand(action);
}

function patchCommand({ namespace, name, fieldManager, patch }: PatchTrainJob): string {
  return [
    "kubectl patch trainjob",
    shellWord(name),
    "-n",
    shellWord(namespace),
    "--type=json",
    `--field-manager=${shellWord(fieldManager)}`,
    "-p",
    shellWord(visibleJson(patch)),
  ].join(" ");
}

/** `kubectl delete` knows no preconditions but in a body of one's own, which it takes with `--raw` only. */
function deleteCommand({ namespace, name, preconditions }: DeleteJobSet): string {
  const options: Json = {
    kind: "DeleteOptions",
    apiVersion: "v1",
    propagationPolicy: "Background",
    preconditions,
  };
  const { plural } = KINDS.JobSet;
  const [space, leaf] = [encodeURIComponent(namespace), encodeURIComponent(name)];
  const path = `/apis/${apiVersionOf(KINDS.JobSet)}/namespaces/${space}/${plural}/${leaf}`;
  const body = shellWord(visibleJson(options));
  return `printf %s ${body} | kubectl delete --raw ${shellWord(path)} -f -`;
}
