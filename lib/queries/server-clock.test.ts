import { expect, test } from "vitest";
import { noteServerDate, serverClockOffset } from "./server-clock.ts";

const HEADER = "Wed, 18 Mar 2026 10:05:00 GMT";
const DATE = Date.parse(HEADER);

test("a clock that is off by minutes is set right, one that is off by a second is left alone", () => {
  noteServerDate(HEADER, DATE + 120_000);
  expect(serverClockOffset()).toBe(-119_500);
  noteServerDate(null, DATE);
  noteServerDate("yesterday", DATE);
  expect(serverClockOffset()).toBe(-119_500);
  noteServerDate(HEADER, DATE + 1200);
  expect(serverClockOffset()).toBe(0);
});
