import { walk } from "./walk.ts";
import { TEMPLATE_OVERRIDES } from "./walk-dialects.ts";

walk({ dialect: TEMPLATE_OVERRIDES, hands: "keyboard" });
