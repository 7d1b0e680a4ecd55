/** The progress line on standard error: only on a terminal, in the foreground, and for transfers that take long. */
import { durationText, sizeText } from '../core/response/sizes.js';
import type { Environment } from '../environment.js';
import { isInBackground } from '../platform/job-control.js';

/** Shorter transfers show nothing. */
const showAfterMs = 700;
const everyMs = 120;

/** @param columns of the terminal */
export function progressLine(done: number, total: number | undefined, perSecond: number, columns: number): string {
  const speed = `${sizeText(perSecond)}/s`;
  if (total === undefined || total <= 0) return ` ${sizeText(done)}  ${speed}`.slice(0, columns - 1);
  const share = Math.min(1, done / total);
  const left =
    perSecond > 0 && done < total ? `  ${durationText(Math.max(0, ((total - done) / perSecond) * 1000))} left` : '';
  const words = `${sizeText(done)} of ${sizeText(total)}  ${speed}${left}`;
  const head = `${String(Math.floor(share * 100)).padStart(4)}% `;
  const room = Math.min(40, columns - head.length - words.length - 5);
  const full = Math.max(0, Math.round(share * room));
  const bar = room >= 8 ? `[${'#'.repeat(full)}${'.'.repeat(room - full)}] ` : '';
  return `${head}${bar}${words}`.slice(0, columns - 1);
}

/** Sizes in bytes. */
interface TransferCounts {
  /** Bytes that existed before the transfer (a resumed download). */
  readonly from?: number;
  /** Remaining bytes, if known; coded if the body is. */
  readonly total?: number | undefined;
  /** Bytes received, still coded. */
  readonly received?: (() => number) | undefined;
}

/** Counts the bytes of a transfer and draws the line. Call `stop` before writing anything else to standard error. */
export class Progress {
  readonly #environment: Environment;
  readonly #start: number;
  readonly #from: number;
  readonly #total: number | undefined;
  readonly #received: (() => number) | undefined;
  readonly #timer: NodeJS.Timeout | undefined;
  #done: number;
  #shown = false;

  /** @param enabled false to count without drawing */
  constructor(environment: Environment, enabled: boolean, { from = 0, total, received }: TransferCounts = {}) {
    this.#environment = environment;
    this.#start = environment.monotonic();
    this.#from = from;
    this.#done = from;
    this.#received = received;
    this.#total = total === undefined ? undefined : from + total;
    if (!enabled || !environment.stderr.isTTY || environment.variables.TERM === 'dumb') return;
    this.#timer = setInterval(() => this.#draw(), everyMs);
    this.#timer.unref();
  }

  get done(): number {
    return this.#done;
  }

  readonly add = (bytes: number): void => {
    this.#done += bytes;
  };

  stop(): void {
    clearInterval(this.#timer);
    // In the background the cursor is on another program's line.
    if (this.#shown && !isInBackground()) this.#environment.stderr.write('\r\u001b[K');
    this.#shown = false;
  }

  #draw(): void {
    const elapsed = this.#environment.monotonic() - this.#start;
    if (elapsed < showAfterMs || isInBackground()) return;
    const { stderr } = this.#environment;
    const done = this.#received ? this.#from + this.#received() : this.#done;
    const speed = ((done - this.#from) / elapsed) * 1000;
    stderr.write(`\r${progressLine(done, this.#total, speed, stderr.columns || 80)}\u001b[K`);
    this.#shown = true;
  }
}
