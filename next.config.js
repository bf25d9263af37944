import { PHASE_DEVELOPMENT_SERVER } from "next/constants.js";

/**
 * The build carries a placeholder as its path prefix; scripts/prefix-copy.mjs writes a copy with the real one at start.
 * The development server has no copy step and takes the real prefix.
 *
 * @param {string} phase
 * @returns {import("next").NextConfig}
 */
export default function config(phase) {
  return {
    basePath: phase === PHASE_DEVELOPMENT_SERVER ? (process.env.BASE_PATH ?? "") : "/__BP__",
    poweredByHeader: false,
    reactStrictMode: true,
    // `npm run check` checks the types of the whole repository; a build does not do it a second time.
    typescript: { ignoreBuildErrors: true },
    devIndicators: false,
    images: { unoptimized: true },
    turbopack: {
      root: import.meta.dirname,
      // monaco-worker-manager imports the editor worker by a path that monaco-editor's exports map no longer has.
      resolveAlias: {
        "monaco-editor/esm/vs/editor/editor.worker.js": "monaco-editor/editor/editor.worker.js",
      },
    },
    experimental: { optimizePackageImports: ["radix-ui", "lucide-react"] },
  };
}
