import { config } from "zod";

// Pages forbid eval. Zod would try it once to compile its parsers, and the browser reports the try as a violation.
if ("document" in globalThis) config({ jitless: true });

/** Zod, set up before the first schema is made; whoever makes schemas imports it from here. */
export * from "zod";
