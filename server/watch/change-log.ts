import type { JobRow } from "#lib/protocol/jobs.ts";
import type { Cursor } from "#lib/protocol/wire-values.ts";

/** One step of the sequence: something of one TrainJob changed. */
export type Change = {
  readonly sequence: number;
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  /** The row, where it changed; "gone" where the TrainJob is no more; "same" where only other parts changed. */
  readonly row: JobRow | "gone" | "same";
  /** About how many bytes a frame with the row takes. */
  readonly bytes: number;
};

/** The one sequence over all kinds, and its last changes. */
export class ChangeLog {
  readonly #epoch: string;
  readonly #limit: number;
  #sequence = 0;
  #changes: Change[] = [];

  /** `epoch`: small letters and digits, another one for each life. */
  constructor(options: { epoch: string; limit: number }) {
    this.#epoch = options.epoch;
    this.#limit = options.limit;
  }

  get sequence(): number {
    return this.#sequence;
  }

  cursor(sequence: number = this.#sequence): Cursor {
    return `${this.#epoch}:${sequence}`;
  }

  append(change: Omit<Change, "sequence">): Change {
    this.#sequence += 1;
    const numbered = { ...change, sequence: this.#sequence };
    this.#changes.push(numbered);
    // Dropping one by one would copy the ring at each change.
    if (this.#changes.length > 2 * this.#limit) this.#changes = this.#changes.slice(-this.#limit);
    return numbered;
  }

  /** What came after the cursor, oldest first. */
  since(cursor: Cursor): readonly Change[] | "tooOld" {
    const [epoch, text] = cursor.split(":");
    const sequence = Number(text);
    if (epoch !== this.#epoch || !Number.isInteger(sequence) || sequence > this.#sequence)
      return "tooOld";
    const first = this.#sequence - this.#changes.length + 1;
    if (sequence + 1 < first) return "tooOld";
    return this.#changes.slice(sequence + 1 - first);
  }
}
