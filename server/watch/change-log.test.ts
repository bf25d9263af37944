import { expect, test } from "vitest";
import { ChangeLog } from "./change-log.ts";

const change = (uid: string) => ({
  uid,
  namespace: "a",
  name: uid,
  row: "same" as const,
  bytes: 1,
});

test("[H3] what came after a cursor, and nothing else", () => {
  const log = new ChangeLog({ epoch: "e1", limit: 10 });
  log.append(change("a"));
  const cursor = log.cursor();
  log.append(change("b"));
  log.append(change("c"));
  const since = log.since(cursor);
  expect(since === "tooOld" ? since : since.map(({ uid }) => uid)).toEqual(["b", "c"]);
  expect(log.since(log.cursor())).toEqual([]);
});

test("[H3] another epoch, a future cursor and one older than the ring are too old", () => {
  const log = new ChangeLog({ epoch: "e1", limit: 2 });
  for (const uid of ["a", "b", "c", "d", "e"]) log.append(change(uid));
  expect(log.since("e2:5")).toBe("tooOld");
  expect(log.since("e1:6")).toBe("tooOld");
  expect(log.since("e1:0")).toBe("tooOld");
  expect(log.since("e1:3")).toHaveLength(2);
});
