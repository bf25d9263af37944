/** The part of the axis that is shown, in percent of the whole. */
export type TimeView = { readonly from: number; readonly to: number };

export const WHOLE: TimeView = { from: 0, to: 100 };
const NARROWEST = 0.5;

/** `20-60`; anything else is the whole axis. */
export function parseView(text: string | null | undefined): TimeView {
  const found = /^(\d{1,3}(?:\.\d+)?)-(\d{1,3}(?:\.\d+)?)$/.exec(text ?? "");
  const [from, to] = [Number(found?.[1]), Number(found?.[2])];
  return found !== null && to <= 100 && to - from >= NARROWEST ? { from, to } : WHOLE;
}

/** For the URL; undefined for the whole axis. */
export function formatView({ from, to }: TimeView): string | undefined {
  const short = (value: number) => String(Math.round(value * 100) / 100);
  return from <= 0 && to >= 100 ? undefined : `${short(from)}-${short(to)}`;
}

/** Narrower (factor < 1) or wider around a place of the whole axis, never beyond its ends. */
export function zoomView(view: TimeView, factor: number, around?: number): TimeView {
  const centre = around ?? (view.from + view.to) / 2;
  const width = Math.min(100, Math.max(NARROWEST, (view.to - view.from) * factor));
  const share = (centre - view.from) / (view.to - view.from);
  return within(centre - width * share, width);
}

/** Moved by a share of what is shown; negative = towards the start. */
export function panView(view: TimeView, share: number): TimeView {
  const width = view.to - view.from;
  return within(view.from + width * share, width);
}

/** Moved as little as needed to show a place. */
export function showing(view: TimeView, place: number): TimeView {
  if (place >= view.from && place <= view.to) return view;
  const width = view.to - view.from;
  return within(place - width / 2, width);
}

function within(from: number, width: number): TimeView {
  const start = Math.min(Math.max(0, from), 100 - width);
  return { from: start, to: start + width };
}

/** A place of the whole axis in percent of what is shown; undefined where it is not shown. */
export function placeIn(view: TimeView, place: number): number | undefined {
  const at = ((place - view.from) / (view.to - view.from)) * 100;
  return at < 0 || at > 100 ? undefined : at;
}
