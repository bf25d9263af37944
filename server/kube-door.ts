import { SYSTEM_CLOCK } from "./config/system-clock.ts";
import type { KubeTransport } from "./kube/transport.ts";
import { openHttpDoor } from "./sandbox/http-door.ts";
import { writeKubeconfig } from "./sandbox/kubeconfig-file.ts";

export type KubeDoor = {
  /** Where kubectl finds its configuration; the file goes with `close`. */
  readonly kubeconfig: string;
  close(): void;
};

/** The sandbox for kubectl; undefined when no port is wanted. Fails when the port is taken. */
export async function openKubeDoor(
  transport: KubeTransport,
  port: number | undefined,
  log: (message: string) => void,
): Promise<KubeDoor | undefined> {
  if (port === undefined) return undefined;
  const door = await openHttpDoor({ transport, port, now: SYSTEM_CLOCK.now(), log });
  const file = writeKubeconfig(door);
  // However the process ends: nobody shall find the way to a server that is gone.
  process.once("exit", file.remove);
  return {
    kubeconfig: file.path,
    close: () => {
      process.off("exit", file.remove);
      door.close();
      file.remove();
    },
  };
}
