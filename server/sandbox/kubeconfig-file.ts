import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HttpDoor } from "./http-door.ts";
import { PERSONAS, type Persona, tokenOf } from "./personas.ts";

const CLUSTER = "trainer-dashboard-sandbox";

/** A team's namespace has the name of its group. */
function homeOf({ role, groups }: Persona): string {
  return (role === "dataScientist" ? groups[0] : undefined) ?? "default";
}

/**
 * The text of a kubeconfig (JSON is YAML) with one context for each persona. The first persona is current: a person
 * who only tries the demo acts with the rights of a user and not by accident with all of them.
 */
export function kubeconfigText({
  url,
  certificate,
}: Pick<HttpDoor, "url" | "certificate">): string {
  const config = {
    apiVersion: "v1",
    kind: "Config",
    "current-context": PERSONAS[0]?.id,
    clusters: [
      {
        name: CLUSTER,
        cluster: {
          server: url,
          "certificate-authority-data": Buffer.from(certificate).toString("base64"),
        },
      },
    ],
    users: PERSONAS.map((persona) => ({ name: persona.id, user: { token: tokenOf(persona) } })),
    contexts: PERSONAS.map((persona) => ({
      name: persona.id,
      context: { cluster: CLUSTER, user: persona.id, namespace: homeOf(persona) },
    })),
  };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}

export type KubeconfigFile = { readonly path: string; remove(): void };

/** In a folder of its own that only its owner may enter; `remove` takes both away. */
export function writeKubeconfig(door: Pick<HttpDoor, "url" | "certificate">): KubeconfigFile {
  const folder = mkdtempSync(join(tmpdir(), "trainer-dashboard-"));
  const path = join(folder, "kubeconfig");
  writeFileSync(path, kubeconfigText(door), { mode: 0o600 });
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
