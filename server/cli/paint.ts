import { styleText } from "node:util";

type Format = Parameters<typeof styleText>[0];

/** Colours on a terminal only; NO_COLOR and FORCE_COLOR are respected. */
export function paint(format: Format, text: string): string {
  return styleText(format, text, { stream: process.stdout });
}

const SEVERITIES = { error: "red", warning: "yellow", info: "cyan" } as const;

export function paintSeverity(severity: keyof typeof SEVERITIES): string {
  return paint(SEVERITIES[severity], severity);
}
