import { expect, test } from "vitest";
import {
  matchesFields,
  matchesLabels,
  parseFieldSelector,
  parseLabelSelector,
} from "./selectors.ts";

const LABELS = { app: "train", tier: "gpu", rank: "3", "example.com/team": "a" };

function matches(text: string, labels: Record<string, string> | undefined = LABELS): boolean {
  const parsed = parseLabelSelector(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return matchesLabels(parsed.selector, labels);
}

test.each([
  ["", true],
  ["app=train", true],
  ["app==train,tier=gpu", true],
  ["app=other", false],
  ["app!=other", true],
  ["missing!=other", true],
  ["app in (train, other)", true],
  ["app in (other)", false],
  ["app notin (train)", false],
  ["missing notin (train)", true],
  ["app", true],
  ["missing", false],
  ["!missing", true],
  ["! app", false],
  ["rank>2", true],
  ["rank<3", false],
  ["example.com/team=a", true],
  ["app=train,tier in (cpu,gpu),!missing", true],
  ["app=", false],
])("the label selector %j matches: %j", (text, expected) => {
  expect(matches(text)).toBe(expected);
});

test.each(["a in", "a in (b", "=b", "a=b c", "a b", "a=-", "a>x", "a,,b", `${"x".repeat(64)}=1`])(
  "%j is no label selector",
  (text) => {
    expect(parseLabelSelector(text).ok).toBe(false);
  },
);

test("an object without labels matches what asks for nothing", () => {
  expect(matchesLabels([], undefined)).toBe(true);
  expect(matchesLabels([{ key: "a", operator: "exists" }], undefined)).toBe(false);
});

test("field selectors compare texts, and take escaped commas", () => {
  const parsed = parseFieldSelector("metadata.name=a\\,b,status.phase!=Failed");
  expect(parsed).toMatchObject({ ok: true });
  if (!parsed.ok) return;
  const values: Record<string, string> = { "metadata.name": "a,b", "status.phase": "Running" };
  expect(matchesFields(parsed.selector, (field) => values[field] ?? "")).toBe(true);
  expect(matchesFields(parsed.selector, () => "")).toBe(false);
  expect(parseFieldSelector("no operator").ok).toBe(false);
});
