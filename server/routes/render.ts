import { detectDialect } from "#lib/dialect/dialect-of-object.ts";
import { readEntries } from "#lib/dialect/read-entries.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { RenderAnswerSchema, RenderRequestSchema } from "#lib/protocol/render.ts";
import { render } from "#lib/render/index.ts";
import { AnyQuery, NoParams } from "./request-parts.ts";
import { route, type ServiceRoute } from "./services.ts";
import { parseYamlText } from "./yaml-text.ts";

/** Each entry is merged into all before it, and everybody waits: more than this is for the command line. */
const MAX_ENTRIES = 1_000;

function assertRenderable(trainJob: KubeObject): void {
  const dialect = detectDialect(trainJob);
  if (dialect === undefined || readEntries(trainJob, dialect).length <= MAX_ENTRIES) return;
  throw new AppError("INVALID", {
    errors: [
      { pointer: `/trainJob/spec/${dialect}`, message: `at most ${MAX_ENTRIES} entries here` },
    ],
  });
}

/** Only what the request holds is rendered: nothing of the cluster gets into the answer. */
export const renderRoute: ServiceRoute = route({
  method: "POST",
  path: "/render",
  params: NoParams,
  query: AnyQuery,
  body: RenderRequestSchema,
  response: RenderAnswerSchema,
  writes: false,
  handle: async ({ body, services }) => {
    assertRenderable(body.trainJob);
    const { objects, diagnostics, blame } = render({
      ...body,
      trainerVersion: body.trainerVersion ?? services.cluster.trainerVersion,
      parseYaml: parseYamlText,
    });
    return {
      objects: [...objects],
      diagnostics: [...diagnostics],
      ...(blame === undefined ? {} : { blame }),
    };
  },
});
