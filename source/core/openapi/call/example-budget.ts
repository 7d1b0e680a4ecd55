/** Values of an example, each counted again per 1,000 letters of its JSON. */
const maxValues = 5000;
const maxMs = 1000;

/** A limit on the values and the time of one example, shared by everything made for one request. */
export class ExampleBudget {
  /** Whether a part of the example was left out. */
  isIncomplete = false;
  #left = maxValues;
  readonly #end = performance.now() + maxMs;

  /** Values that may still be made. */
  get left(): number {
    return performance.now() > this.#end ? 0 : this.#left;
  }

  /** Counts values. */
  spend(count: number): void {
    this.#left = Math.max(0, this.#left - count);
  }

  /** Counts a ready-made value by its length. */
  spendOn(value: unknown): void {
    this.spend((JSON.stringify(value) ?? '').length / 1000);
  }
}

/** The mark of an incomplete example. */
export const incompleteExample = 'This example is incomplete because its schema is too large.';
