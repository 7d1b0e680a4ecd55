/** A slow line between a program and its terminal: a rate, a delay each way, and a buffer that must be full before it holds up. */

/** The properties of a line. */
export interface Line {
  readonly bytesPerSecond: number;
  /** One way, in milliseconds. */
  readonly delayMs: number;
  /** The bytes a line takes before it stops reading. */
  readonly bufferBytes: number;
}

/** How often bytes arrive, in milliseconds. */
const stepMs = 10;

/** Delivers what is put in as the line would. */
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

  /** @param hold the source must not be read, or may be again */
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
