import fc from "fast-check";
import { expect, test } from "vitest";
import { pushDraft, redo, startUndo, TYPING_PAUSE, UNDO_LIMIT, undo } from "./undo-stack.ts";

test("typing in one field is one step, a pause or another field begins the next", () => {
  let stack = startUndo("");
  stack = pushDraft(stack, "a", { at: 0, group: "x" });
  stack = pushDraft(stack, "ab", { at: 900, group: "x" });
  stack = pushDraft(stack, "abc", { at: 901 + TYPING_PAUSE, group: "x" });
  stack = pushDraft(stack, "abcd", { at: 2000, group: "y" });
  expect(stack.past).toEqual(["", "ab", "abc"]);
});

test("a change without a group stands alone", () => {
  const one = pushDraft(startUndo(""), "a", { at: 0 });
  expect(pushDraft(one, "b", { at: 1 }).past).toEqual(["", "a"]);
});

test("typing after an undo does not join what was undone", () => {
  const typed = pushDraft(startUndo(""), "a", { at: 0, group: "x" });
  const again = pushDraft(undo(typed), "b", { at: 1, group: "x" });
  expect(again).toMatchObject({ past: [""], present: "b", future: [] });
});

test("undo and redo are each other's inverse, at the ends they change nothing", () => {
  const steps = fc.array(fc.tuple(fc.string(), fc.nat(3000), fc.constantFrom("x", "y", undefined)));
  fc.assert(
    fc.property(steps, (drafts) => {
      let at = 0;
      const stack = drafts.reduce((now, [draft, pause, group]) => {
        at += pause;
        return pushDraft(now, draft, { at, group });
      }, startUndo(""));
      const back = undo(stack);
      if (stack.past.length === 0) expect(back).toBe(stack);
      else expect(redo(back)).toEqual({ ...stack, open: undefined });
      let first = stack;
      while (first.past.length > 0) first = undo(first);
      expect(first.present).toBe("");
      expect(undo(first)).toBe(first);
      let last = first;
      while (last.future.length > 0) last = redo(last);
      expect(last.present).toBe(stack.present);
      expect(redo(last)).toBe(last);
    }),
  );
});

test("the oldest drafts are forgotten", () => {
  let stack = startUndo(-1);
  for (let draft = 0; draft < UNDO_LIMIT + 5; draft += 1)
    stack = pushDraft(stack, draft, { at: 0 });
  expect(stack.past).toHaveLength(UNDO_LIMIT);
});
