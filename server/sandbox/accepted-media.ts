import { refuse } from "./refusal.ts";
import { headerOf } from "./write-options.ts";

/** The form that a client wants its answer in; all of them are JSON. */
export type AnswerForm = "object" | "table" | "metadata" | "discoveryV2";

export type Accepted = { readonly form: AnswerForm; readonly version: string };

const JSON_TYPES: readonly string[] = ["application/json", "application/*", "*/*"];
const FORMS: { readonly [as: string]: AnswerForm } = {
  Table: "table",
  PartialObjectMetadata: "metadata",
  PartialObjectMetadataList: "metadata",
  APIGroupDiscoveryList: "discoveryV2",
};

function parseClause(clause: string): { type: string; options: ReadonlyMap<string, string> } {
  const [type = "", ...rest] = clause.split(";").map((part) => part.trim());
  const options = rest.map((part): [string, string] => {
    const [key = "", value = ""] = part.split("=", 2);
    return [key.trim(), value.trim()];
  });
  return { type: type.toLowerCase(), options: new Map(options) };
}

/** The first clause that can be served, in the client's order; throws 406 when none can. */
export function readAccepted(headers: Readonly<Record<string, string>> | undefined): Accepted {
  const text = headerOf(headers, "accept");
  if (text === "") return { form: "object", version: "v1" };
  for (const clause of text.split(",")) {
    const { type, options } = parseClause(clause);
    if (!JSON_TYPES.includes(type)) continue;
    const as = options.get("as");
    if (as === undefined) return { form: "object", version: "v1" };
    const form = Object.hasOwn(FORMS, as) ? FORMS[as] : undefined;
    const version = options.get("v") ?? "v1";
    const isServed = version === (form === "discoveryV2" ? "v2" : "v1");
    if (form !== undefined && isServed) return { form, version };
  }
  throw refuse(
    406,
    "NotAcceptable",
    "only the following media types are accepted: application/json",
    {},
  );
}
