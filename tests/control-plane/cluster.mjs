import { readFileSync } from "node:fs";
import { request } from "node:https";
import { parse } from "yaml";

/**
 * A bare client for an API server: one request, one answer, nothing retried.
 * @param {string} kubeconfigPath with a token and the CA of the server
 */
export function connect(kubeconfigPath) {
  const config = parse(readFileSync(kubeconfigPath, "utf8"));
  const { server, "certificate-authority": caPath } = config.clusters[0].cluster;
  const { token } = config.users[0].user;
  const ca = readFileSync(caPath);

  /** @returns {Promise<{code: number, body: object, warnings: readonly string[]}>} */
  return function send(method, path, body, contentType = "application/json") {
    return new Promise((resolve, reject) => {
      const headers = {
        accept: "application/json",
        authorization: `Bearer ${token}`,
        "user-agent": "record",
      };
      if (body !== undefined) headers["content-type"] = contentType;
      const call = request(new URL(path, server), { method, ca, headers }, (answer) => {
        const chunks = [];
        answer.on("data", (chunk) => chunks.push(chunk));
        answer.on("end", () =>
          resolve({
            code: answer.statusCode,
            body: JSON.parse(Buffer.concat(chunks).toString("utf8")),
            warnings: warningsOf(answer.headers.warning),
          }),
        );
        answer.on("error", reject);
      });
      call.on("error", reject);
      call.end(body === undefined ? undefined : JSON.stringify(body));
    });
  };
}

/** Texts out of `299 - "text", 299 - "text"`. */
function warningsOf(header) {
  const texts = (header ?? "").matchAll(/299 - ("(?:[^"\\]|\\.)*")/g);
  return [...texts].map(([, quoted]) => JSON.parse(quoted));
}
