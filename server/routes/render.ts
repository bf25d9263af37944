import { RenderAnswerSchema, RenderRequestSchema } from "#lib/protocol/render.ts";
import { render } from "#lib/render/index.ts";
import { AnyQuery, NoParams } from "./request-parts.ts";
import { route, type ServiceRoute } from "./services.ts";
import { parseYamlText } from "./yaml-text.ts";

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
