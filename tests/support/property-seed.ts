import fc from "fast-check";

/**
 * Property tests run on one seed, so that a commit's result does not depend on luck; PROPERTY_SEED=random (or a number)
 * looks elsewhere, and PROPERTY_RUNS=N looks longer. A failure prints its seed and path.
 */
const wanted = process.env["PROPERTY_SEED"];
const seed = wanted === undefined ? 20_261_130 : Number(wanted);
const runs = Number(process.env["PROPERTY_RUNS"]);
fc.configureGlobal({
  ...(Number.isInteger(seed) ? { seed } : {}),
  ...(runs > 0 ? { numRuns: runs } : {}),
});
