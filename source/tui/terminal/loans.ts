/** Queue of the programs that run on the terminal. One runs at a time; the others wait or are refused. */
import { FailureError, failure } from '../../core/failure.js';
import type { Custody } from './custody.js';

/** Runs another program on the terminal. Aborted if our program ends meanwhile. */
export type Borrower<T> = (ended: AbortSignal) => Promise<T>;

interface Loans {
  /** Waits for the terminal. Rejects with the failure `interrupted` if we leave the terminal first. */
  lend<T>(work: Borrower<T>): Promise<T>;
  /** Runs immediately or not at all: returns undefined if the terminal is not ours now. */
  lendNow<T>(work: Borrower<T>): Promise<T> | undefined;
  /** Called when custody has changed, so that waiting borrowers check again. */
  wake(): void;
  /** Terminates the current borrower. */
  dismiss(): void;
  /** Resolves when the last borrower has exited. */
  readonly ended: Promise<void>;
}

/** @param pass changes custody of the terminal */
export function createLoans(custody: () => Custody, pass: (event: 'lend' | 'returned') => void): Loans {
  const left = new AbortController();
  let waiters: (() => void)[] = [];
  let ended = Promise.resolve();

  /** The caller has just checked, synchronously, that the terminal is ours. */
  async function lendOurs<T>(work: Borrower<T>): Promise<T> {
    pass('lend');
    // Exceptions become rejections, so that the terminal is always returned.
    const result = (async () => work(left.signal))();
    ended = result.then(
      () => {},
      () => {},
    );
    try {
      return await result;
    } finally {
      pass('returned');
    }
  }

  return {
    async lend(work) {
      while (custody() !== 'ours') {
        if (custody() === 'left') throw new FailureError(failure('interrupted', 'The screen was closed.'));
        await new Promise<void>(resolve => {
          waiters.push(resolve);
        });
      }
      return lendOurs(work);
    },
    lendNow: work => (custody() === 'ours' ? lendOurs(work) : undefined),
    wake() {
      const woken = waiters;
      waiters = [];
      for (const wake of woken) wake();
    },
    dismiss: () => left.abort(),
    get ended() {
      return ended;
    },
  };
}
