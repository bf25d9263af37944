import { expect, test } from "vitest";
import { aTrainJob } from "../../tests/fixtures/admission/requests.ts";
import {
  entryBytes,
  predictSize,
  STORED_BYTES_LIMIT,
  sizeFinding,
  utf8Length,
} from "./size-limits.ts";

test("[S1] size goes from fine over lost managedFields to refused", () => {
  const object = {
    ...aTrainJob(),
    metadata: { name: "train", managedFields: [{ manager: "kubectl" }] },
  };
  expect(predictSize(object, 1000).state).toBe("ok");
  expect(predictSize(object, STORED_BYTES_LIMIT * 0.6).state).toBe("managedFieldsLost");
  expect(predictSize(object, STORED_BYTES_LIMIT).state).toBe("refused");
  expect(predictSize(object, 1000).left).toBeLessThan(STORED_BYTES_LIMIT);
});

test("[S1] an object without managedFields has none to lose", () => {
  expect(predictSize(aTrainJob(), STORED_BYTES_LIMIT * 0.6).state).toBe("ok");
});

test("[S1] values count once, keys twice: they stand in managedFields too", () => {
  const { metadata, ...rest } = aTrainJob();
  const before = { ...rest, metadata: { ...metadata, managedFields: [{ manager: "kubectl" }] } };
  const withNotes = (notes: Record<string, string>) => ({
    ...before,
    metadata: { ...before.metadata, annotations: notes },
  });
  const value = withNotes({ "example.com/a": "x".repeat(STORED_BYTES_LIMIT * 0.7) });
  expect(sizeFinding(before, value)).toBeUndefined();
  const keys = Array.from({ length: 12_000 }, (_, at) => [
    `example.com/${"k".repeat(50)}${at}`,
    "",
  ]);
  expect(sizeFinding(before, withNotes(Object.fromEntries(keys)))?.state).toBe("managedFieldsLost");
  const both = withNotes({ "example.com/a": "x".repeat(STORED_BYTES_LIMIT) });
  expect(sizeFinding(before, both)?.state).toBe("refused");
});

test("bytes are those of UTF-8", () => {
  for (const text of ["", "abc", "é", "語", "😀", "\ud800"])
    expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
  expect(entryBytes({ a: "é" })).toBe(11);
});
