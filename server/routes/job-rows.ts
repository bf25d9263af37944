import { AppError } from "#lib/errors/app-error.ts";
import { matchesLabels, parseLabelSelector } from "#lib/k8s/selectors.ts";
import { JOB_SORTS, type JobListQuery, type JobRow } from "#lib/protocol/jobs.ts";
import { JOB_STATES, type JobState } from "#lib/status/job-state.ts";
import { asString, getIn } from "#lib/util/json.ts";
import type { NamespaceScope } from "#server/access/namespace-scope.ts";
import type { CatalogEntry, JobCatalog } from "#server/watch/job-catalog.ts";

export type SelectedRows = {
  readonly items: JobRow[];
  readonly total: number;
  readonly counts: Partial<Record<JobState, number>>;
  readonly facets: { runtimes: string[]; queues: string[]; owners: string[] };
  readonly page: number;
  readonly pageSize: number;
};

const DEFAULT_PAGE_SIZE = 100;

/**
 * One page of rows. What the person may not see is left out first: totals, counts and facets are of the visible rows only.
 * Counts are over the rows that match every filter but the state; facets over all rows of the namespace in question.
 */
export function selectRows(
  catalog: Pick<JobCatalog, "rows" | "rowFor">,
  scope: NamespaceScope,
  query: JobListQuery,
): SelectedRows {
  const matches = createFilter(query);
  const states = listOf(query.state);
  const facets = {
    runtimes: new Set<string>(),
    queues: new Set<string>(),
    owners: new Set<string>(),
  };
  const counts: Partial<Record<JobState, number>> = {};
  const rows: JobRow[] = [];
  for (const stored of catalog.rows.values()) {
    const { namespace } = stored.row;
    if (!scope.has(namespace)) continue;
    if (query.namespace !== undefined && namespace !== query.namespace) continue;
    const row = catalog.rowFor(stored, scope.sight(namespace));
    const entry = { trainJob: stored.trainJob, row };
    facets.runtimes.add(row.runtime);
    if (row.queue !== undefined) facets.queues.add(row.queue);
    if (row.owner !== undefined) facets.owners.add(row.owner);
    if (!matches(entry)) continue;
    counts[row.state] = (counts[row.state] ?? 0) + 1;
    if (states === undefined || states.has(row.state)) rows.push(row);
  }
  rows.sort(comparator(query.sort ?? "age"));
  const page = query.page ?? 0;
  const pageSize = query.pageSize ?? DEFAULT_PAGE_SIZE;
  return {
    items: rows.slice(page * pageSize, (page + 1) * pageSize),
    total: rows.length,
    counts,
    facets: {
      runtimes: [...facets.runtimes].sort(),
      queues: [...facets.queues].sort(),
      owners: [...facets.owners].sort(),
    },
    page,
    pageSize,
  };
}

/** Every filter but namespace and state. */
function createFilter(query: JobListQuery): (entry: CatalogEntry) => boolean {
  const words = (query.q ?? "")
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const runtimes = listOf(query.runtime);
  const queues = listOf(query.queue);
  const owners = listOf(query.owner);
  const matchesSelector = selectorOf(query.labelSelector);
  return (entry) =>
    (runtimes === undefined || runtimes.has(entry.row.runtime)) &&
    (queues === undefined || queues.has(entry.row.queue ?? "")) &&
    (owners === undefined || owners.has(entry.row.owner ?? "")) &&
    matchesSelector(entry) &&
    (words.length === 0 || matchesWords(entry, words));
}

function selectorOf(text: string | undefined): (entry: CatalogEntry) => boolean {
  if (text === undefined || text.trim() === "") return () => true;
  const parsed = parseLabelSelector(text);
  if (!parsed.ok)
    throw new AppError("MALFORMED_REQUEST", {
      errors: [{ pointer: "/labelSelector", message: parsed.message }],
    });
  return ({ trainJob }) => matchesLabels(parsed.selector, trainJob.metadata.labels);
}

function matchesWords({ row, trainJob }: CatalogEntry, words: readonly string[]): boolean {
  const labels = Object.entries(trainJob.metadata.labels ?? {}).map(
    ([key, value]) => `${key}=${value}`,
  );
  const image = asString(getIn(trainJob.spec, "trainer", "image")) ?? "";
  const text = [row.namespace, row.name, image, ...labels].join("\n").toLowerCase();
  return words.every((word) => text.includes(word));
}

function listOf(text: string | undefined): ReadonlySet<string> | undefined {
  if (text === undefined || text === "") return undefined;
  return new Set(text.split(","));
}

type Comparator = (a: JobRow, b: JobRow) => number;
type Sort = (typeof JOB_SORTS)[number];

/** Rows without a value come last in both directions; ties by namespace and name, so that pages never overlap. */
function comparator(sort: string): Comparator {
  const isDescending = sort.startsWith("-");
  const column = JOB_SORTS.find((name) => name === sort.replace(/^-/, ""));
  if (column === undefined)
    throw new AppError("MALFORMED_REQUEST", {
      errors: [{ pointer: "/sort", message: `sort is one of ${JOB_SORTS.join(", ")}` }],
    });
  const key = SORT_KEYS[column];
  // An age grows as the creation time falls: `age` has the youngest first.
  const sign = isDescending === (column === "age") ? 1 : -1;
  return (a, b) => compareKeys(key(a), key(b), sign) || byName(a, b);
}

const SORT_KEYS: Readonly<Record<Sort, (row: JobRow) => string | number | undefined>> = {
  name: (row) => row.name,
  state: (row) => JOB_STATES.indexOf(row.state),
  runtime: (row) => row.runtime,
  queue: (row) => row.queue,
  age: (row) => row.createdAt,
  progress: (row) => row.progress?.percent,
  overrides: (row) => row.managers.reduce((sum, { entries }) => sum + entries, 0),
};

function compareKeys(
  a: string | number | undefined,
  b: string | number | undefined,
  sign: number,
): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  return a < b ? -sign : sign;
}

function byName(a: JobRow, b: JobRow): number {
  return compareKeys(a.namespace, b.namespace, 1) || compareKeys(a.name, b.name, 1);
}
