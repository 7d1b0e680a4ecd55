/** Times and errors of repeated requests. Each time is stored in eight bytes, so percentiles are exact. */

/** A range of times in milliseconds, and the number of times in it. `to` is exclusive except for the last range. */
interface Bucket {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Maximum number of distinct reasons. Others are counted together. */
const maxReasons = 50;

/** Measurements of the requests with one name. */
export class Measurements {
  readonly name: string;
  #times = new Float64Array(1024);
  #sorted = true;
  #count = 0;
  #sum = 0;
  #errors = 0;
  readonly #statuses = new Map<number, number>();
  readonly #reasons = new Map<string, number>();

  constructor(name: string) {
    this.name = name;
  }

  /** Records a complete response. @param ms time from when it was due, or sent, until its last byte */
  response(ms: number, status: number): void {
    if (this.#count === this.#times.length) {
      const larger = new Float64Array(2 * this.#count);
      larger.set(this.#times);
      this.#times = larger;
    }
    this.#times[this.#count++] = ms;
    this.#sum += ms;
    this.#sorted = false;
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
  }

  /** Records a missing or unexpected response. */
  error(reason: string): void {
    this.#errors++;
    const key = this.#reasons.has(reason) || this.#reasons.size < maxReasons ? reason : 'other reasons';
    this.#reasons.set(key, (this.#reasons.get(key) ?? 0) + 1);
  }

  /** Number of responses, regardless of status. */
  get responses(): number {
    return this.#count;
  }

  get errors(): number {
    return this.#errors;
  }

  get mean(): number | undefined {
    return this.#count === 0 ? undefined : this.#sum / this.#count;
  }

  get min(): number | undefined {
    return this.#ordered()[0];
  }

  get max(): number | undefined {
    return this.#ordered().at(-1);
  }

  /** Counts by status, in ascending order. */
  get statuses(): readonly (readonly [status: number, count: number])[] {
    return [...this.#statuses].sort(([a], [b]) => a - b);
  }

  /** Reasons, most frequent first. */
  get reasons(): readonly (readonly [reason: string, count: number])[] {
    return [...this.#reasons].sort(([, a], [, b]) => b - a);
  }

  /**
   * Returns the nearest rank: the time that the given percentage of times do not exceed. Returns undefined if there are no
   * times.
   */
  percentile(percent: number): number | undefined {
    const times = this.#ordered();
    return times[Math.max(0, Math.ceil((percent / 100) * times.length) - 1)];
  }

  /** Returns equal ranges from the smallest time to the 99th percentile, and one range up to the largest time. */
  histogram(rows = 10): readonly Bucket[] {
    const times = this.#ordered();
    const [min, top, max] = [times[0], this.percentile(99), times.at(-1)];
    if (min === undefined || top === undefined || max === undefined) return [];
    if (min === max) return [{ from: min, to: max, count: times.length }];
    const width = (top - min) / rows;
    const edges = width === 0 ? [min] : Array.from({ length: rows }, (_, row) => min + row * width);
    if (max > top) edges.push(top);
    const counts = edges.map(() => 0);
    for (const ms of times) {
      let row = edges.length - 1;
      while (row > 0 && ms < (edges[row] ?? 0)) row--;
      counts[row] = (counts[row] ?? 0) + 1;
    }
    return edges.map((from, row) => ({ from, to: edges[row + 1] ?? max, count: counts[row] ?? 0 }));
  }

  #ordered(): Float64Array {
    const times = this.#times.subarray(0, this.#count);
    if (!this.#sorted) times.sort();
    this.#sorted = true;
    return times;
  }
}
