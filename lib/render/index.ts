export type { Blame, LeafBlame, Origin, OriginLayer } from "./origin.ts";
export { render } from "./render.ts";
export { RENDER_CODES, type RenderCode } from "./render-codes.ts";
export type { ExistingObject, RenderInput, RenderResult } from "./render-input.ts";
export {
  DEFAULT_TRAINER_VERSION,
  isTrainerVersion,
  TRAINER_VERSIONS,
  type TrainerVersion,
} from "./versions.ts";
