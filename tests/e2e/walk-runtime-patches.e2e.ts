import { walk } from "./walk.ts";
import { RUNTIME_PATCHES } from "./walk-dialects.ts";

walk({ dialect: RUNTIME_PATCHES, hands: "pointer" });
