import fc from "fast-check";
import { expect, test } from "vitest";
import {
  formatView,
  panView,
  parseView,
  placeIn,
  showing,
  type TimeView,
  WHOLE,
  zoomView,
} from "./time-view.ts";

test("a view goes through the URL and back; nonsense is the whole axis", () => {
  expect(formatView(WHOLE)).toBeUndefined();
  expect(parseView(formatView({ from: 20, to: 60.5 }))).toEqual({ from: 20, to: 60.5 });
  for (const text of ["", "60-20", "0-900", "a-b", "5-5", null])
    expect(parseView(text)).toEqual(WHOLE);
});

test("zooming keeps the place under the pointer where it is", () => {
  const near = zoomView(WHOLE, 0.5, 25);
  expect(near).toEqual({ from: 12.5, to: 62.5 });
  expect(placeIn(near, 25)).toBe(25);
  expect(zoomView(near, 2, 25)).toEqual(WHOLE);
});

test("panning stops at the ends, and a place out of sight is brought into view", () => {
  expect(panView({ from: 50, to: 100 }, 0.5)).toEqual({ from: 50, to: 100 });
  expect(panView({ from: 50, to: 100 }, -0.5)).toEqual({ from: 25, to: 75 });
  expect(showing({ from: 0, to: 20 }, 90)).toEqual({ from: 80, to: 100 });
  expect(placeIn({ from: 0, to: 20 }, 90)).toBeUndefined();
});

test("however one zooms and pans, the view lies within the axis", () => {
  const moves = fc.array(fc.tuple(fc.boolean(), fc.double({ min: 0.2, max: 4, noNaN: true })), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(moves, (steps) => {
      let view: TimeView = WHOLE;
      for (const [isZoom, value] of steps)
        view = isZoom ? zoomView(view, value) : panView(view, value - 2);
      expect(view.from).toBeGreaterThanOrEqual(0);
      expect(view.to).toBeLessThanOrEqual(100 + 1e-9);
      expect(view.to - view.from).toBeGreaterThan(0.49);
    }),
    { numRuns: 50 },
  );
});
