import { enableCompileCache } from "node:module";

// Stripping types and compiling takes a third of the start: the next one finds the result. Must come before all imports.
enableCompileCache();
const { startServer } = await import("./start-server.ts");
await startServer();
