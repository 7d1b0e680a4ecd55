/** Piped commands, which arrive all at once: each waits until the previous one is done. */
import { exitCodeOf, exitCodes } from '../../core/failure.js';
import { isLoading } from '../connect/load.js';
import type { State } from '../model/state.js';
import { isBusy } from '../response/run.js';

export interface Script {
  line(text: string): void;
  /** No more lines will come. */
  end(): void;
  /** The state has changed: perhaps the next line can run. */
  goOn(): void;
  /** A command was refused, or its effect failed. */
  fail(code: number): void;
}

interface ScriptOptions {
  readonly getState: () => State;
  readonly carryOut: (line: string) => void;
  /** A refused command does not end it. */
  readonly keepGoing: boolean;
  /** Called if it ends before its last line. */
  readonly onStopped: (line: string, number: number) => void;
  /** Called when all lines have run and nothing is in progress. The code is that of the first failure. */
  readonly finish: (code: number) => void;
}

/** Runs lines one after the other; ends at the first that is refused. */
export function scriptOf({ getState, carryOut, keepGoing, onStopped, finish }: ScriptOptions): Script {
  const waiting: string[] = [];
  let last = '';
  let number = 0;
  let code = 0;
  let isStopped = false;
  let ended = false;
  let working = false;

  /** Without a connection nothing else counts; a line can still continue without a schema. */
  function codeNow(): number {
    const { phase, failure } = getState().connect;
    return phase === 'failed' && failure !== undefined ? exitCodeOf(failure) : code;
  }

  function goOn(): void {
    if (working || isStopped) return;
    working = true;
    try {
      while (isIdle(getState())) {
        if (code !== 0 && !keepGoing) {
          isStopped = true;
          onStopped(last, number);
          finish(codeNow());
          return;
        }
        const next = waiting.shift();
        if (next === undefined) break;
        last = next;
        number += 1;
        carryOut(next);
      }
    } finally {
      working = false;
    }
    if (ended && waiting.length === 0 && isIdle(getState())) finish(codeNow());
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
    fail(found) {
      // A notice before the first line belongs to no command.
      if (number > 0) code ||= found;
    },
  };
}

/** The exit code of a failure between two states; 0: none. */
export function codeOfChange(before: State, after: State): number {
  const { response, notice } = after;
  if (before.response.running && !response.running) {
    if (response.failure !== undefined) return exitCodeOf(response.failure);
    if (response.errorCount > 0) return exitCodes.graphql;
  }
  return notice !== undefined && notice !== before.notice && notice.tone === 'error' ? exitCodes.usage : 0;
}

/** True when nothing is in progress: no schema, no response, no login. */
function isIdle(state: State): boolean {
  const { connect, overlays } = state;
  if (isLoading(connect) || connect.phase === 'loading' || isBusy(state)) return false;
  if (overlays.some(({ kind }) => kind === 'login')) return false;
  return connect.index === undefined || connect.schema !== undefined || connect.schemaProblem !== undefined;
}
