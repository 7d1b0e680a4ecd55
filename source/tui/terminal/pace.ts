/**
 * How much may be on its way to the terminal. Between us and a slow line there are buffers (ssh, the network, the terminal's
 * own) that take what is written long before anybody sees it. So each frame ends with a question that every terminal answers
 * (DSR 5, "are you ready?"), and the next one goes out only when little is unanswered: frames in between are never drawn, and a
 * key is answered within the time that a few hundred bytes take. Clock and waiting are the caller's. Pure but for what it counts.
 */

/** DSR 5; the answer is `CSI 0 n`. */
export const question = '\u001b[5n';

/** Bytes that may be unanswered when another frame goes out. */
const window = 2048;
/** The same until the first answer: until then the terminal may be one that never answers. */
const firstWindow = 16_384;
/** A terminal that is asked and says nothing for this long is believed to have lost the question, in milliseconds. */
const lostMs = 5000;
/** One that never said anything for this long never will. */
const muteMs = 3000;

/** Counts what is unanswered. */
export interface Pace {
  /** Bytes go out that end with the question. */
  sent(bytes: number, now: number): void;
  /** An answer has come. */
  answered(now: number): void;
  /** Whether another frame may go out. */
  mayShow(now: number): boolean;
  /** How long until that should be looked at again if no answer comes, in milliseconds. */
  readonly patience: number;
  /** Answers that may still come. */
  readonly unanswered: number;
  /** Whether the way there and back takes so long that what it says may come after we have gone. */
  readonly isFar: boolean;
  /** How long answers are waited for at the end, which would come to whoever has the terminal next, in milliseconds. */
  readonly settleMs: number;
  /** Answers that may still come, to what nobody waits for any more. */
  readonly strays: number;
  /** Nobody waits any more for what is on its way: perhaps another had the terminal, and heard it. */
  abandon(): void;
  /** The terminal was away: nothing is on its way any more. */
  forget(): void;
}

/** A way there and back that takes longer than this goes over a network, in milliseconds. */
const farMs = 30;
/** How long the last answers may take: of a terminal that answers, and of one that has not yet said anything, in milliseconds. */
const lastMs = 1200;
const firstMs = 600;

export function createPace(): Pace {
  const way: { readonly bytes: number; readonly at: number }[] = [];
  let answers: boolean | undefined;
  let isFar = false;
  let strays = 0;
  const bytes = (): number => way.reduce((sum, each) => sum + each.bytes, 0);
  return {
    sent(length, now) {
      way.push({ bytes: length, at: now });
    },
    answered(now) {
      answers = true;
      const first = way.shift();
      if (first !== undefined) isFar = now - first.at > farMs;
      else strays = Math.max(0, strays - 1);
    },
    mayShow(now) {
      const waited = now - (way[0]?.at ?? now);
      if (answers === undefined && waited > muteMs) answers = false;
      if (answers !== true) {
        if (answers === false) way.length = 0;
        return bytes() < firstWindow;
      }
      if (waited > lostMs) way.length = 0;
      return bytes() < window;
    },
    get patience() {
      return answers === true ? lostMs : muteMs;
    },
    get unanswered() {
      return answers === false ? 0 : way.length;
    },
    get isFar() {
      return isFar;
    },
    get settleMs() {
      return answers === true ? lastMs : firstMs;
    },
    get strays() {
      return strays;
    },
    abandon() {
      strays += way.length;
      way.length = 0;
    },
    forget() {
      way.length = 0;
      strays = 0;
    },
  };
}
