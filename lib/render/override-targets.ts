import type { EntryParts, JobPart } from "../dialect/entry.ts";
import { asString, getIn, objectsIn } from "../util/json.ts";
import { type Node, type ObjectNode, objectItems, textField } from "./node.ts";
import type { ReportError } from "./report.ts";

/** The runtime's own names, taken before any override. */
export type KnownTargets = ReadonlyMap<string, ReadonlySet<string>>;

const CONTAINER_LISTS = ["containers", "initContainers"] as const;

export function knownTargets(spec: ObjectNode): KnownTargets {
  const targets = new Map<string, ReadonlySet<string>>();
  for (const job of objectItems(spec, "replicatedJobs")) {
    const podSpec = descend(job, ["template", "spec", "template", "spec"]);
    const names = CONTAINER_LISTS.flatMap((list) =>
      objectItems(podSpec, list).map(
        (container) => `${list}/${textField(container, "name") ?? ""}`,
      ),
    );
    targets.set(textField(job, "name") ?? "", new Set(names));
  }
  return targets;
}

function descend(node: ObjectNode, steps: readonly string[]): ObjectNode | undefined {
  let current: ObjectNode | undefined = node;
  for (const step of steps) {
    const next: Node | undefined = current?.fields.get(step);
    current = next?.kind === "object" ? next : undefined;
  }
  return current;
}

/** Warns of jobs and containers that the runtime does not have: 2.3 admits them and makes them up. */
export function reportUnknownTargets(
  parts: EntryParts,
  known: KnownTargets,
  report: ReportError,
): void {
  for (const job of parts.jobs) {
    const containers = known.get(job.name);
    if (containers === undefined)
      report("TARGET_JOB_UNKNOWN", job.namePath, `the runtime has no job "${job.name}"`);
    else reportUnknownContainers(job, containers, report);
  }
}

function reportUnknownContainers(
  job: JobPart,
  known: ReadonlySet<string>,
  report: ReportError,
): void {
  for (const list of CONTAINER_LISTS) {
    objectsIn(getIn(job.podSpec?.value, list)).forEach((container, index) => {
      const name = asString(container["name"]);
      if (name === undefined || known.has(`${list}/${name}`)) return;
      const path = `${job.podSpec?.path ?? ""}/${list}/${index}`;
      report("TARGET_CONTAINER_UNKNOWN", path, `job "${job.name}" has no container "${name}"`);
    });
  }
}
