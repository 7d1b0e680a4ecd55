/** Who runs something else on the terminal: one at a time, the others in their turn or not at all. */
import { FailureError, failure } from '../../../core/failure.js';
import type { Custody } from '../custody.js';

/** Runs something else on the terminal. Aborted when the program ends meanwhile: then it must end too. */
export type Borrower<T> = (ended: AbortSignal) => Promise<T>;

export interface Loans {
  /** In turn. Rejects with the failure `interrupted` where the terminal was left before that. */
  lend<T>(work: Borrower<T>): Promise<T>;
  /** At once or not at all: undefined where the terminal is not ours now. */
  lendNow<T>(work: Borrower<T>): Promise<T> | undefined;
  /** The terminal has passed on: who waits looks again. */
  wake(): void;
  /** Ends what runs on it now. */
  dismiss(): void;
  /** Resolves when what it was lent to last has ended. */
  readonly ended: Promise<void>;
}

/** @param pass what happens to the terminal */
export function createLoans(custody: () => Custody, pass: (event: 'lend' | 'returned') => void): Loans {
  const left = new AbortController();
  let waiters: (() => void)[] = [];
  let ended = Promise.resolve();

  /** Whoever calls this has seen that the terminal is ours, and nothing has come between. */
  async function lendOurs<T>(work: Borrower<T>): Promise<T> {
    pass('lend');
    // An exception is a rejection: whatever happens, the terminal comes back.
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
