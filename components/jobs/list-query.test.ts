import { expect, test } from "vitest";
import { nextSort, pagesFor, toggleInList, toListQuery } from "./list-query.ts";

test("the query of the URL becomes the server's query, unknown and empty keys left out", () => {
  const params = new URLSearchParams("namespace=team-a&q=&state=Failed,Queued&sort=-age&tab=x");
  expect(toListQuery(params, 2)).toEqual({
    namespace: "team-a",
    state: "Failed,Queued",
    sort: "-age",
    page: 2,
    pageSize: 100,
  });
});

test("the first page is always among the pages of a range", () => {
  expect(pagesFor(0, 40)).toEqual([0]);
  expect(pagesFor(250, 310)).toEqual([0, 2, 3]);
});

test("a column is sorted ascending, descending, then not at all", () => {
  expect(nextSort(undefined, "name")).toBe("name");
  expect(nextSort("name", "name")).toBe("-name");
  expect(nextSort("-name", "name")).toBeUndefined();
  expect(nextSort("-age", "name")).toBe("name");
});

test("toggling a value puts it into the list or takes it out", () => {
  expect(toggleInList(null, "Failed")).toBe("Failed");
  expect(toggleInList("Failed,Queued", "Failed")).toBe("Queued");
});
