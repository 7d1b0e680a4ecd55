/**
 * A slow line between a program and its terminal: a rate, a delay in each direction, and a buffer that must be full before
 * writes are held up.
 */

/** The properties of a line. */
export interface Line {
  readonly bytesPerSecond: number;
  /** Delay in one direction, in milliseconds. */
  readonly delayMs: number;
  /** Number of bytes that the line accepts before it stops reading. */
  readonly bufferBytes: number;
}

/** Interval at which bytes arrive, in milliseconds. */
const stepMs = 10;

/** Delivers its input with the speed of the line. */
export class SlowLine {
  readonly #line: Line;
  readonly #deliver: (data: string) => void;
  readonly #hold: (held: boolean) => void;
  readonly #timer: NodeJS.Timeout;
  #waiting: { at: number; data: string }[] = [];
  #length = 0;
  #credit = 0;
  #last = performance.now();
  #held = false;

  /** @param hold called with true when the source must pause, and with false when it may continue */
  constructor(line: Line, deliver: (data: string) => void, hold: (held: boolean) => void) {
    this.#line = line;
    this.#deliver = deliver;
    this.#hold = hold;
    this.#timer = setInterval(() => this.#step(), stepMs);
  }

  put(data: string): void {
    this.#waiting.push({ at: performance.now() + this.#line.delayMs, data });
    this.#length += data.length;
    this.#update();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #step(): void {
    const now = performance.now();
    this.#credit = Math.min(1000, this.#credit + ((now - this.#last) * this.#line.bytesPerSecond) / 1000);
    this.#last = now;
    for (
      let first = this.#waiting[0];
      first !== undefined && first.at <= now && this.#credit >= 1;
      first = this.#waiting[0]
    ) {
      const data = first.data.slice(0, Math.floor(this.#credit));
      first.data = first.data.slice(data.length);
      if (first.data === '') this.#waiting.shift();
      this.#credit -= data.length;
      this.#length -= data.length;
      this.#deliver(data);
    }
    this.#update();
  }

  #update(): void {
    const held = this.#length >= this.#line.bufferBytes;
    if (held !== this.#held) this.#hold(held);
    this.#held = held;
  }
}
