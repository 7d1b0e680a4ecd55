/**
 * Flow control: how many bytes may be in flight to the terminal, and when to query it. Between us and a slow line there are buffers
 * (ssh, the network, the terminal's own) that accept bytes long before they are shown. So a frame may end with a query that
 * every terminal answers (DSR 5), and frames wait while too much is unconfirmed: intermediate ones are never drawn, and a key
 * takes effect within the time of a few hundred bytes.
 *
 * A reply that arrives after we have left is typed into another program. So queries are rare: one at a time, and while keys
 * arrive only before the window is full. The caller provides clock and waiting. Pure apart from its counters.
 */

/** DSR 5; the reply is `CSI 0 n`. */
export const statusRequest = '\u001b[5n';

/** Maximum of unconfirmed bytes when another frame goes out. */
const windowBytes = 2048;
/** The same until the first reply: the terminal may be one that never replies. */
const firstWindowBytes = 16_384;
/** This many unconfirmed bytes always get a query, so that the reply arrives before the window is full. */
const mustAskBytes = windowBytes / 2;
/** A shorter frame sends no query by itself. */
const mayAskBytes = 200;
/** How long after a key another one, possibly the one that quits, is expected, in milliseconds. */
const typingMs = 500;
/** A query not answered for this long is considered lost, in milliseconds. */
const lostMs = 5000;
/** A terminal silent from the start for this long never replies, in milliseconds. */
const muteMs = 3000;
/** How long a reply is awaited at the end: of a terminal that has replied before, and of one that has not. */
const lastMs = 3000;
const firstMs = 2000;

/** Tracks unconfirmed bytes and pending replies. Times are of a monotonic clock, in milliseconds. */
export interface Pace {
  /** Bytes go out. @param asks they end with the query */
  sent(bytes: number, now: number, asks: boolean): void;
  answered(now: number): void;
  typed(now: number): void;
  /** Whether another frame may go out. */
  mayShow(now: number): boolean;
  /** Whether this many bytes (0: none) should go out with the query. */
  shouldAsk(bytes: number, now: number): boolean;
  /** How long until `mayShow` is worth checking again without a reply, in milliseconds. */
  readonly patience: number;
  readonly isAsked: boolean;
  /** Whether the terminal has ever replied. */
  readonly answers: boolean;
  /** How long pending replies are worth waiting for, in milliseconds; 0 if there are none. */
  owedMs(now: number): number;
  /** Stops waiting for pending replies: another program may have read them. */
  abandon(): void;
  /** The terminal was away: nothing is in flight any more. */
  forget(): void;
}

export function createPace(): Pace {
  /** Unanswered queries, oldest first: when each went out, and the bytes sent by then. */
  let asked: readonly { readonly at: number; readonly sent: number }[] = [];
  /** When the abandoned queries went out. */
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
