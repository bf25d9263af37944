import {
  ensureList,
  type ListNode,
  leaf,
  leafField,
  listField,
  markComputed,
  type Node,
  type ObjectNode,
  object,
  overwrite,
  type Pen,
} from "./node.ts";

/** Adds a port by number. Equal are ports with one number or one name; two missing names are one name. */
export function upsertPort(container: ObjectNode, pen: Pen, containerPort: number): void {
  const mark = markComputed(pen, []);
  const port = object(mark);
  port.fields.set("containerPort", leaf(containerPort, mark));
  const ports = ensureList(container, "ports", mark);
  writePort(ports, port);
}

/** The build step writes a container's own ports over themselves, so unnamed ports collide. */
export function rewritePorts(container: ObjectNode): void {
  const ports = listField(container, "ports");
  if (ports === undefined || areDistinct(ports)) return;
  for (let index = 0; index < ports.items.length; index += 1) {
    const port = ports.items[index];
    if (port !== undefined) writePort(ports, port);
  }
}

/** Then every port is only equal to itself. */
function areDistinct(ports: ListNode): boolean {
  const numbers = new Set<unknown>();
  const names = new Set<unknown>();
  for (const port of ports.items) {
    if (port.kind !== "object") return false;
    numbers.add(portValue(port, "containerPort"));
    names.add(portValue(port, "name"));
  }
  return numbers.size === ports.items.length && names.size === ports.items.length;
}

function writePort(ports: ListNode, port: Node): void {
  const index = ports.items.findIndex((candidate) => isSamePort(candidate, port));
  const old = ports.items[index];
  if (old === undefined) ports.items.push(port);
  else if (old !== port) ports.items[index] = overwrite(old, port);
}

function isSamePort(a: Node, b: Node): boolean {
  if (a.kind !== "object" || b.kind !== "object") return false;
  return (
    portValue(a, "containerPort") === portValue(b, "containerPort") ||
    portValue(a, "name") === portValue(b, "name")
  );
}

function portValue(port: ObjectNode, field: string): unknown {
  return leafField(port, field)?.value;
}
