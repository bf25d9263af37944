import type { KubeObject } from "#lib/k8s/object.ts";

/** One committed change. `object` carries `version` as its resourceVersion, also when it was deleted. */
export type WatchRecord = {
  readonly version: number;
  readonly type: "added" | "modified" | "deleted";
  readonly object: KubeObject;
  readonly old?: KubeObject | undefined;
};

/** The recent changes of one kind, oldest first. Positions only grow; a position that was dropped is too old to read. */
export class WatchLog {
  readonly #limit: number;
  #records: WatchRecord[] = [];
  /** Position of the first record that is kept. */
  #start = 0;
  /** Changes up to this version are forgotten. */
  #floor: number;

  constructor(limit: number, floor: number) {
    this.#limit = limit;
    this.#floor = floor;
  }

  get end(): number {
    return this.#start + this.#records.length;
  }

  get floor(): number {
    return this.#floor;
  }

  append(record: WatchRecord): void {
    this.#records.push(record);
    // Dropping half at a time keeps appending cheap.
    if (this.#records.length >= this.#limit * 2) this.#drop(this.#records.length - this.#limit);
  }

  /** Forgets all that happened: as etcd's compaction does. */
  compact(version: number): void {
    this.#drop(this.#records.filter((record) => record.version <= version).length);
    this.#floor = Math.max(this.#floor, version);
  }

  /** Undefined when the position was dropped: the reader has fallen too far behind. */
  read(position: number, most: number): readonly WatchRecord[] | undefined {
    if (position < this.#start) return undefined;
    const from = position - this.#start;
    return this.#records.slice(from, from + most);
  }

  /** The position after the last change up to this version; undefined when later changes are forgotten already. */
  positionAfter(version: number): number | undefined {
    if (version < this.#floor) return undefined;
    let low = 0;
    let high = this.#records.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const record = this.#records[middle];
      if (record !== undefined && record.version <= version) low = middle + 1;
      else high = middle;
    }
    return this.#start + low;
  }

  #drop(count: number): void {
    const last = this.#records[count - 1];
    if (last === undefined) return;
    this.#floor = Math.max(this.#floor, last.version);
    this.#records = this.#records.slice(count);
    this.#start += count;
  }
}
