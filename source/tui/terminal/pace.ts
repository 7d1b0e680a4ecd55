/**
 * Flow control: the number of bytes that may be in flight to the terminal, and when to query it. Between us and a slow line
 * there are buffers (ssh, the network, the terminal's own) that accept bytes long before they are shown. So a frame may end
 * with a query that every terminal answers (DSR 5), and frames wait while too much is unconfirmed. Intermediate frames are
 * never drawn, and a key takes effect within the time of a few hundred bytes.
 *
 * A reply that arrives after we have left is typed into another program. So queries are rare: one at a time, and while keys
 * arrive, only before the window is full. The caller provides clock and waiting. Pure apart from its counters.
 */

/** DSR 5, whose reply is `CSI 0 n`. */
export const statusRequest = '\u001b[5n';

/** Maximum number of unconfirmed bytes for sending another frame. */
const windowBytes = 2048;
/** The same until the first reply, because the terminal may never reply. */
const firstWindowBytes = 16_384;
/** Number of unconfirmed bytes that always cause a query, so that the reply arrives before the window is full. */
const mustAskBytes = windowBytes / 2;
/** Length of a frame below which it sends no query by itself. */
const mayAskBytes = 200;
/** Time after a key during which another one is expected, possibly the one that quits, in milliseconds. */
const typingMs = 500;
/** Time after which an unanswered query is considered lost, in milliseconds. */
const lostMs = 5000;
/** Time of silence from the start after which a terminal is assumed never to reply, in milliseconds. */
const muteMs = 3000;
/** Time to wait for a reply at the end, for a terminal that has replied before and for one that has not. */
const lastMs = 3000;
const firstMs = 2000;

/** Tracks unconfirmed bytes and pending replies. Times are of a monotonic clock, in milliseconds. */
export interface Pace {
  /**
   * Records sent bytes.
   * @param asks true if they end with the query
   */
  sent(bytes: number, now: number, asks: boolean): void;
  answered(now: number): void;
  typed(now: number): void;
  /** Whether another frame may be sent. */
  mayShow(now: number): boolean;
  /** Whether this many bytes (0 for none) should be sent with the query. */
  shouldAsk(bytes: number, now: number): boolean;
  /** Time until `mayShow` should be checked again without a reply, in milliseconds. */
  readonly patience: number;
  readonly isAsked: boolean;
  /** Whether the terminal has ever replied. */
  readonly answers: boolean;
  /** Time that pending replies are worth waiting for, in milliseconds; 0 if there are none. */
  owedMs(now: number): number;
  /** Stops waiting for pending replies, because another program may have read them. */
  abandon(): void;
  /** The terminal was away, so nothing is in flight any more. */
  forget(): void;
}

export function createPace(): Pace {
  /** Unanswered queries, oldest first: the time each was sent, and the number of bytes sent by then. */
  let asked: readonly { readonly at: number; readonly sent: number }[] = [];
  /** Times at which abandoned queries were sent. */
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
