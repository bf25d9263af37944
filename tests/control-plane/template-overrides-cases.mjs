import { createCases } from "./create-cases.mjs";
import { updateCases } from "./update-cases.mjs";

/**
 * Attempts on the templateOverrides CRD, for recording what a real API server says.
 * `old` is what is stored before an update; `object` what the client sends; `patch` is sent instead where the guards of
 * a patch are what is tried (`patchType` json, merge or apply). `otherwise` says where the whole admission answers
 * differently: `admitted` (a webhook fills or rewrites it), `refused` (a webhook sees it), `webhook` (it decides).
 */
export const templateOverridesCases = [...createCases, ...updateCases];
