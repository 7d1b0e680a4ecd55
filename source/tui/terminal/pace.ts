/**
 * How much may be on its way to the terminal, and when it is asked what has arrived. Between us and a slow line there are buffers
 * (ssh, the network, the terminal's own) that take what is written long before anybody sees it. So a frame may end with a question
 * that every terminal answers (DSR 5, "are you ready?"), and frames wait while much is unconfirmed: those in between are never drawn,
 * and a key is answered within the time that a few hundred bytes take.
 *
 * An answer that comes when we have left is typed into somebody else's program. So it is asked rarely: one question at a time, and
 * while keys are coming only before the window is full. Clock and waiting are the caller's. Pure but for what it counts.
 */

/** DSR 5; the answer is `CSI 0 n`. */
export const statusRequest = '\u001b[5n';

/** Bytes that may be unconfirmed when another frame goes out. */
const windowBytes = 2048;
/** The same until the first answer: until then the terminal may be one that never answers. */
const firstWindowBytes = 16_384;
/** So much unconfirmed is asked about in any case, so that the answer is there before the window is full. */
const mustAskBytes = windowBytes / 2;
/** A frame that is shorter asks nothing by itself. */
const mayAskBytes = 200;
/** So long after a key another one may come, or it was the one that leaves, in milliseconds. */
const typingMs = 500;
/** A terminal that is asked and says nothing for this long is believed to have lost the question, in milliseconds. */
const lostMs = 5000;
/** One that never said anything for this long never will. */
const muteMs = 3000;
/** How long after a question its answer is waited for at the end: of a terminal that answers, and of one that has not yet. */
const lastMs = 3000;
const firstMs = 2000;

/** Counts what is unconfirmed and what is owed. Times are of a monotonic clock, in milliseconds. */
export interface Pace {
  /** Bytes go out. @param asks they end with the question */
  sent(bytes: number, now: number, asks: boolean): void;
  /** An answer has come. */
  answered(now: number): void;
  /** A key has come, or a click. */
  typed(now: number): void;
  /** Whether another frame may go out. */
  mayShow(now: number): boolean;
  /** Whether so many bytes, or none, should go out with the question. */
  shouldAsk(bytes: number, now: number): boolean;
  /** How long until `mayShow` should be asked again if no answer comes, in milliseconds. */
  readonly patience: number;
  /** Whether an answer is still to come. */
  readonly isAsked: boolean;
  /** Whether the terminal has ever answered. */
  readonly answers: boolean;
  /** How long the answers that are owed are worth waiting for, in milliseconds; 0 where nothing is owed. */
  owedMs(now: number): number;
  /** Nobody waits any more for what is on its way: perhaps another had the terminal, and heard it. */
  abandon(): void;
  /** The terminal was away: nothing is on its way any more. */
  forget(): void;
}

export function createPace(): Pace {
  /** When each question went out that is not answered, oldest first, and what had gone out with it. */
  let asked: readonly { readonly at: number; readonly sent: number }[] = [];
  /** When the questions went out that nobody waits for. */
  let strays: readonly number[] = [];
  let answers: boolean | undefined;
  let sent = 0;
  let confirmed = 0;
  let lastKey = Number.NEGATIVE_INFINITY;
  const abandon = (): void => {
    strays = [...strays, ...asked.map(({ at }) => at)];
    asked = [];
    confirmed = sent;
  };
  return {
    sent(bytes, now, asks) {
      sent += bytes;
      if (asks) asked = [...asked, { at: now, sent }];
    },
    answered() {
      answers = true;
      const [first, ...rest] = asked;
      asked = rest;
      if (first === undefined) strays = strays.slice(1);
      else confirmed = first.sent;
    },
    typed(now) {
      lastKey = now;
    },
    mayShow(now) {
      const waited = now - (asked[0]?.at ?? now);
      if (answers === undefined && waited > muteMs) answers = false;
      if (answers === false || waited > lostMs) {
        asked = [];
        confirmed = sent;
      }
      return sent - confirmed < (answers === true ? windowBytes : firstWindowBytes);
    },
    shouldAsk(bytes, now) {
      if (asked.length > 0 || answers === false) return false;
      if (sent - confirmed + bytes >= mustAskBytes) return true;
      return bytes >= mayAskBytes && now - lastKey > typingMs;
    },
    get patience() {
      return answers === true ? lostMs : muteMs;
    },
    get isAsked() {
      return answers !== false && asked.length > 0;
    },
    get answers() {
      return answers === true;
    },
    owedMs(now) {
      if (answers === false) return 0;
      const latest = Math.max(asked.at(-1)?.at ?? Number.NEGATIVE_INFINITY, strays.at(-1) ?? Number.NEGATIVE_INFINITY);
      return Math.max(0, latest + (answers === true ? lastMs : firstMs) - now);
    },
    abandon,
    forget() {
      asked = [];
      strays = [];
      confirmed = sent;
    },
  };
}
