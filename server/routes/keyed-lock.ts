/** Runs tasks of one key one after the other, in the order in which they came. */
export class KeyedLock {
  readonly #tails = new Map<string, Promise<unknown>>();

  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    const mine = before.then(task, task);
    this.#tails.set(key, mine);
    const forget = () => {
      if (this.#tails.get(key) === mine) this.#tails.delete(key);
    };
    mine.then(forget, forget);
    return mine;
  }
}
