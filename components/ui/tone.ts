/** What a colour means; never shown without a word or an icon beside it. */
export type Tone = "good" | "warn" | "bad" | "busy" | "neutral";

export const TONE_TEXT: Record<Tone, string> = {
  good: "text-good",
  warn: "text-warn",
  bad: "text-bad",
  busy: "text-busy",
  neutral: "text-muted",
};

export const TONE_SOFT: Record<Tone, string> = {
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
  busy: "bg-busy-soft text-busy",
  neutral: "bg-hover text-ink",
};

export const TONE_BORDER: Record<Tone, string> = {
  good: "border-good",
  warn: "border-warn",
  bad: "border-bad",
  busy: "border-busy",
  neutral: "border-line-strong",
};
