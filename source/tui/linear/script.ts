/** Lines that come through a pipe, all at once: each waits until what the one before began is done. */
import { exitCodeOf, exitCodes } from '../../core/failure.js';
import { isLoading } from '../connect/load.js';
import type { State } from '../model/state.js';
import { isBusy } from '../response/run.js';

/** What a reader of lines is given. */
export interface Script {
  line(text: string): void;
  /** No more lines will come. */
  end(): void;
  /** Something has changed: perhaps the next line can be carried out. */
  goOn(): void;
}

/** @param finish called when all lines are carried out and nothing runs any more */
export function scriptOf(getState: () => State, carryOut: (line: string) => void, finish: () => void): Script {
  const waiting: string[] = [];
  let ended = false;
  let working = false;

  function goOn(): void {
    if (working) return;
    working = true;
    try {
      while (isIdle(getState())) {
        const next = waiting.shift();
        if (next === undefined) break;
        carryOut(next);
      }
    } finally {
      working = false;
    }
    if (ended && waiting.length === 0 && isIdle(getState())) finish();
  }

  return {
    line(text) {
      waiting.push(text);
      goOn();
    },
    end() {
      ended = true;
      goOn();
    },
    goOn,
  };
}

/** The exit code of a script: that of its last run, or of the connection that did not come about. */
export function codeOfScript({ connect, response }: State): number {
  const reason = connect.phase === 'failed' ? connect.failure : response.failure;
  if (reason !== undefined) return exitCodeOf(reason);
  return response.errorCount > 0 ? exitCodes.graphql : 0;
}

/** True when nothing is awaited: neither a schema, in its tree and whole, nor an answer, nor a login. */
function isIdle(state: State): boolean {
  const { connect, overlays } = state;
  if (isLoading(connect) || connect.phase === 'loading' || isBusy(state)) return false;
  if (overlays.some(({ kind }) => kind === 'login')) return false;
  return connect.index === undefined || connect.schema !== undefined || connect.schemaProblem !== undefined;
}
