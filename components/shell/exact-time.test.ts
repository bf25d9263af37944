import { expect, test } from "vitest";
import { formatExact } from "./exact-time.ts";
import { DEFAULT_SETTINGS, parseSettings } from "./stored-settings.ts";

const TIME = "2026-07-01T23:30:05Z";

test("an instant is written in the zone that was chosen, with its name", () => {
  expect(formatExact(TIME, "UTC")).toBe("2026-07-01 23:30:05Z");
  expect(formatExact(TIME, "Asia/Tokyo")).toMatch(/^2026-07-02 08:30:05 /);
  expect(formatExact(Date.parse(TIME), "America/New_York")).toMatch(/^2026-07-01 19:30:05 /);
});

test("text that is no instant stays as it is", () => {
  expect(formatExact("soon", "UTC")).toBe("soon");
});

test("stored settings that cannot be read give way to the defaults", () => {
  expect(parseSettings(undefined)).toEqual(DEFAULT_SETTINGS);
  expect(parseSettings("{")).toEqual(DEFAULT_SETTINGS);
  expect(parseSettings("null")).toEqual(DEFAULT_SETTINGS);
  expect(parseSettings('{"timeZone":"Mars/Olympus","tip":"x"}')).toEqual(DEFAULT_SETTINGS);
  expect(parseSettings('{"timeZone":"local","tip":2}')).toEqual({ timeZone: "local", tip: 2 });
});
