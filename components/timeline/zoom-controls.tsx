"use client";
import { ChevronLeft, ChevronRight, Maximize2, ZoomIn, ZoomOut } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { panView, placeIn, type TimeView, WHOLE, zoomView } from "./time-view.ts";

const STEP = 0.6;
const PAN = 0.3;

export function ZoomButtons({
  view,
  onChange,
}: {
  view: TimeView;
  onChange: (view: TimeView) => void;
}) {
  const t = useTranslations("timeline.zoom");
  const isWhole = view.from <= 0 && view.to >= 100;
  const button = (label: string, icon: ReactNode, next: TimeView, isOff: boolean) => (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={() => onChange(next)}
      className="flex size-6 items-center justify-center rounded-sm text-ink enabled:hover:bg-hover disabled:opacity-40"
    >
      {icon}
    </button>
  );
  return (
    <fieldset className="flex items-center">
      <legend className="sr-only">{t("label")}</legend>
      {button(t("in"), <ZoomIn aria-hidden className="size-3.5" />, zoomView(view, STEP), false)}
      {button(
        t("out"),
        <ZoomOut aria-hidden className="size-3.5" />,
        zoomView(view, 1 / STEP),
        isWhole,
      )}
      {button(
        t("earlier"),
        <ChevronLeft aria-hidden className="size-3.5" />,
        panView(view, -PAN),
        view.from <= 0,
      )}
      {button(
        t("later"),
        <ChevronRight aria-hidden className="size-3.5" />,
        panView(view, PAN),
        view.to >= 100,
      )}
      {button(t("whole"), <Maximize2 aria-hidden className="size-3.5" />, WHOLE, isWhole)}
    </fieldset>
  );
}

type Key = { readonly key: string; readonly shiftKey: boolean };

export function isZoomKey({ key, shiftKey }: Key): boolean {
  return ["+", "=", "-", "0"].includes(key) || (shiftKey && /^Arrow(Left|Right)$/.test(key));
}

/** Zooms around the place (in percent of the whole axis) where it is shown, else around the middle. */
export function viewByKey({ key }: Key, view: TimeView, place?: number): TimeView {
  const around = place === undefined || placeIn(view, place) === undefined ? undefined : place;
  if (key === "0") return WHOLE;
  if (key === "-") return zoomView(view, 1 / STEP, around);
  if (key === "ArrowLeft") return panView(view, -PAN);
  return key === "ArrowRight" ? panView(view, PAN) : zoomView(view, STEP, around);
}

/** Ctrl with the wheel; listened to natively because the browser would zoom the whole page otherwise. */
export function zoomByWheel(
  element: HTMLElement,
  onZoom: (factor: number, share: number) => void,
): () => void {
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const track = element.querySelector("[data-track]")?.getBoundingClientRect();
    if (track === undefined || track.width === 0) return;
    const share = Math.min(1, Math.max(0, (event.clientX - track.left) / track.width));
    onZoom(event.deltaY > 0 ? 1.25 : 0.8, share);
  };
  element.addEventListener("wheel", onWheel, { passive: false });
  return () => element.removeEventListener("wheel", onWheel);
}
