import { statSync } from "node:fs";
import { request } from "node:https";
import { afterEach, expect, test } from "vitest";
import { getIn, type Json } from "#lib/util/json.ts";
import { type HttpDoor, openHttpDoor } from "./http-door.ts";
import { writeKubeconfig } from "./kubeconfig-file.ts";
import { createSandboxClient, type SandboxClient } from "./sandbox-client.ts";

const opened: HttpDoor[] = [];
afterEach(() => {
  for (const door of opened.splice(0)) door.close();
});

async function open(): Promise<{ client: SandboxClient; door: HttpDoor }> {
  const client = createSandboxClient();
  const { transport } = client.sandbox;
  const door = await openHttpDoor({ transport, port: 0, now: Date.now() });
  opened.push(door);
  return { client, door };
}

type Got = { readonly status: number; readonly body: Json };

/** Checks the certificate: a name or a signature that is wrong fails. */
function ask(
  { url, certificate }: HttpDoor,
  path: string,
  headers: Record<string, string>,
  how: { readonly method?: string; readonly body?: string | Buffer } = {},
): Promise<Got> {
  return new Promise((resolve, reject) => {
    const { method = "GET", body } = how;
    const sent = request(`${url}${path}`, { ca: certificate, headers, method }, (answer) => {
      let text = "";
      answer.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) as Json }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

const as = (persona: string, more = {}) => ({
  authorization: `Bearer sandbox-${persona}`,
  ...more,
});
const JOBS = "/apis/trainer.kubeflow.org/v1alpha1/namespaces/team-b/trainjobs";

test("[H1] a token says who one is, over TLS with a certificate that holds", async () => {
  const { door } = await open();
  expect(door.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  expect((await ask(door, JOBS, {})).status).toBe(401);
  expect((await ask(door, JOBS, { authorization: "Bearer nobody" })).status).toBe(401);
  expect((await ask(door, JOBS, as("alice"))).status).toBe(403);
  expect((await ask(door, JOBS, as("bob"))).status).toBe(200);
});

test("[A4] who may impersonate acts with the groups that are named, and with no others", async () => {
  const { door } = await open();
  const bob = { "impersonate-user": "bob" };
  const withGroup = { ...bob, "impersonate-group": "team-b" };
  expect((await ask(door, JOBS, as("admin", withGroup))).status).toBe(200);
  expect((await ask(door, JOBS, as("admin", bob))).status).toBe(403);
  const refused = await ask(door, JOBS, as("alice", withGroup));
  expect(getIn(refused.body, "message")).toContain('cannot impersonate resource "users"');
  const nobody = await ask(door, JOBS, as("admin", { "impersonate-group": "team-b" }));
  expect(nobody.status).toBe(500);
});

test("a watch comes as it happens, and a reader that leaves ends it", async () => {
  const { client, door } = await open();
  const path = "/api/v1/namespaces/team-a/configmaps?watch=true";
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    const sent = request(`${door.url}${path}`, { ca: door.certificate, headers: as("admin") });
    sent.on("error", reject);
    sent.on("response", (answer) => {
      answer.on("error", () => undefined);
      answer.on("data", (chunk: Buffer) => {
        lines.push(chunk.toString());
        answer.destroy();
        resolve();
      });
      client.sandbox.store.create(
        { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "m", namespace: "team-a" } },
        { manager: "tester" },
      );
    });
    sent.end();
  });
  expect(lines.join("")).toContain('"type":"ADDED"');
});

test("[H4] a body in protobuf is read, one of an unknown kind and one that is none are refused", async () => {
  const { door } = await open();
  const field = (number: number, bytes: Buffer) =>
    Buffer.concat([Buffer.from([number * 8 + 2, bytes.length]), bytes]);
  const text = (number: number, value: string) => field(number, Buffer.from(value));
  const envelope = (kind: string, raw: Buffer) =>
    Buffer.concat([
      Buffer.from("k8s\0"),
      field(1, Buffer.concat([text(1, "v1"), text(2, kind)])),
      field(2, raw),
    ]);
  const pair = Buffer.concat([text(1, "a"), text(2, "1")]);
  const map = Buffer.concat([field(1, text(1, "by-proto")), field(2, pair)]);
  const send = (body: Buffer) => {
    const headers = as("admin", { "content-type": "application/vnd.kubernetes.protobuf" });
    const how = { method: "POST", body };
    return ask(door, "/api/v1/namespaces/team-a/configmaps", headers, how);
  };
  const made = await send(envelope("ConfigMap", map));
  expect(made.status).toBe(201);
  expect(getIn(made.body, "data")).toEqual({ a: "1" });
  expect((await send(envelope("Pod", map))).status).toBe(415);
  expect((await send(Buffer.from("k8s\0\u0007"))).status).toBe(400);
  expect((await send(Buffer.from("{}"))).status).toBe(400);
});

test("[H2] the kubeconfig is its owner's alone, begins as a user, and goes away", async () => {
  const { door } = await open();
  const file = writeKubeconfig(door);
  expect(statSync(file.path).mode & 0o777).toBe(0o600);
  file.remove();
  expect(() => statSync(file.path)).toThrow("ENOENT");
});
