import { expect, test } from "vitest";
import { aTrainJob } from "../../tests/fixtures/admission/requests.ts";
import { entryBytes, predictSize, STORED_BYTES_LIMIT, utf8Length } from "./size-limits.ts";

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

test("bytes are those of UTF-8", () => {
  for (const text of ["", "abc", "é", "語", "😀", "\ud800"])
    expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
  expect(entryBytes({ a: "é" })).toBe(11);
});
