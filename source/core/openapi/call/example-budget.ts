/** Maximum number of values in an example. Each counts again per 1,000 characters of its JSON. */
const maxValues = 5000;
const maxMs = 1000;

/** Limits the number of values and the time of one example. Shared by everything generated for a request. */
export class ExampleBudget {
  /** True if a part of the example was omitted. */
  isIncomplete = false;
  #left = maxValues;
  readonly #end = performance.now() + maxMs;

  /** Number of values that may still be generated. */
  get left(): number {
    return performance.now() > this.#end ? 0 : this.#left;
  }

  spend(count: number): void {
    this.#left = Math.max(0, this.#left - count);
  }

  /** Counts an existing value by its length. */
  spendOn(value: unknown): void {
    this.spend((JSON.stringify(value) ?? '').length / 1000);
  }
}

/** Note on an incomplete example. */
export const incompleteExample = 'This example is incomplete because its schema is too large.';
