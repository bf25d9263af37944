import { readFileSync } from "node:fs";
import { request } from "node:https";
import { Readable } from "node:stream";
import { parse } from "yaml";
import * as z from "zod";
import type { KubeCall, KubeTransport } from "#server/kube/transport.ts";

const ConfigSchema = z.object({
  clusters: z
    .array(
      z.object({ cluster: z.object({ server: z.string(), "certificate-authority": z.string() }) }),
    )
    .min(1),
  users: z.array(z.object({ user: z.object({ token: z.string() }) })).min(1),
});

function identityHeaders({ identity }: KubeCall): Record<string, string | string[]> {
  switch (identity.kind) {
    case "self":
      return {};
    case "token":
      return { authorization: `Bearer ${identity.token}` };
    case "user":
      return {
        "impersonate-user": identity.user,
        ...(identity.groups.length === 0 ? {} : { "impersonate-group": [...identity.groups] }),
      };
  }
}

/** A plain way to an API server whose kubeconfig names a token and a CA file. */
export function kubeconfigTransport(path: string): KubeTransport {
  const config = ConfigSchema.parse(parse(readFileSync(path, "utf8")));
  const [cluster] = config.clusters;
  const [user] = config.users;
  if (cluster === undefined || user === undefined) throw new Error("the kubeconfig is empty");
  const { server, "certificate-authority": caPath } = cluster.cluster;
  const ca = readFileSync(caPath);
  return {
    request: (call) =>
      new Promise((resolve, reject) => {
        const query = call.query?.toString() ?? "";
        const url = new URL(`${call.path}${query === "" ? "" : `?${query}`}`, server);
        const headers = {
          authorization: `Bearer ${user.user.token}`,
          ...call.headers,
          ...identityHeaders(call),
          // Node sends the body of a DELETE without its length otherwise.
          "content-length": String(Buffer.byteLength(call.body ?? "")),
        };
        const options = {
          method: call.method,
          ca,
          headers,
          ...(call.signal === undefined ? {} : { signal: call.signal }),
        };
        const sent = request(url, options, (answer) => {
          const answered = new Headers();
          for (const [key, value] of Object.entries(answer.headers))
            for (const one of [value ?? []].flat()) answered.append(key, one);
          const body = Readable.toWeb(answer) as ReadableStream<Uint8Array>;
          resolve({ status: answer.statusCode ?? 0, headers: answered, body });
        });
        sent.on("error", reject);
        sent.end(call.body);
      }),
  };
}
