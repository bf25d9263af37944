import type { KubeAnswer, KubeCall } from "#server/kube/transport.ts";
import { readAccepted } from "./accepted-media.ts";
import { answer, jsonAnswer, textStream } from "./answer.ts";
import { aggregatedDiscovery, discoveryDocument } from "./discovery.ts";
import { openApiIndex, openApiV2, openApiV3 } from "./openapi.ts";
import type { SchemaSource } from "./openapi-schemas.ts";
import { methodNotAllowed } from "./refusal.ts";
import type { RequestTarget } from "./request-target.ts";

const AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

/** What the server says about itself. Descriptions are made once, when they are first asked for. */
export class ApiDocuments {
  readonly #source: SchemaSource;
  readonly #texts = new Map<string, string | undefined>();

  constructor(source: SchemaSource) {
    this.#source = source;
  }

  /** Undefined for targets that are something else, and for groups that are not described. Throws 405 and 406. */
  answer(call: KubeCall, target: RequestTarget): KubeAnswer | undefined {
    const { type } = target;
    if (type === "openapi") {
      const text = this.#openApi(target);
      if (text === undefined) return undefined;
      readAccepted(call.headers);
      return this.#checked(call, jsonAnswer(200, text));
    }
    if (type === "groups" || type === "coreVersions") {
      const { form } = readAccepted(call.headers);
      if (form === "discoveryV2") {
        const text = JSON.stringify(aggregatedDiscovery(type));
        return this.#checked(call, answer(200, textStream([text]), AGGREGATED));
      }
    }
    const document = discoveryDocument(target);
    if (document === undefined) return undefined;
    return this.#checked(call, jsonAnswer(200, JSON.stringify(document)));
  }

  #checked({ method }: KubeCall, made: KubeAnswer): KubeAnswer {
    if (method !== "GET") throw methodNotAllowed();
    return made;
  }

  #openApi({ edition, group }: Extract<RequestTarget, { type: "openapi" }>): string | undefined {
    const key = `${edition}/${group ?? ""}`;
    if (this.#texts.has(key)) return this.#texts.get(key);
    const text = JSON.stringify(this.#made(edition, group));
    this.#texts.set(key, text);
    return text;
  }

  #made(edition: 2 | 3, group: string | undefined) {
    if (edition === 2) return openApiV2(this.#source);
    return group === undefined ? openApiIndex(this.#source) : openApiV3(group, this.#source);
  }
}
