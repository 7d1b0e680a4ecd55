/** Piped commands. All of them arrive immediately, so each waits until the previous one is done. */
import { exitCodeOf, exitCodes } from '../../core/failure.js';
import { isLoading } from '../connect/load.js';
import type { State } from '../model/state.js';
import { topOverlay } from '../overlays/open.js';
import { isBusy } from '../response/run.js';
import { isRunOver } from './announce-response.js';
import { titleWords } from './describe.js';

export interface Script {
  line(text: string): void;
  /** Marks the end of the input. */
  end(): void;
  /** Notifies the script of a state change, after which the next line may be able to run. */
  goOn(): void;
  /** Reports that a command was rejected or its effect failed. */
  fail(code: number): void;
}

interface ScriptOptions {
  readonly getState: () => State;
  /** False while files are opened or saved. */
  readonly isReady: () => boolean;
  readonly carryOut: (line: string) => void;
  /** True if a rejected command does not end the script. */
  readonly keepGoing: boolean;
  /** Called if the script ends before its last line. */
  readonly onStopped: (line: string, number: number) => void;
  /** Called if the script ends while a question waits for an answer. */
  readonly onUnanswered: (question: string) => void;
  /** Called when all lines have run and nothing is in progress. The code is that of the first failure. */
  readonly finish: (code: number) => void;
}

/** Runs lines one after the other. Stops at the first rejected line. */
export function scriptOf({
  getState,
  isReady,
  carryOut,
  keepGoing,
  onStopped,
  onUnanswered,
  finish,
}: ScriptOptions): Script {
  const waiting: string[] = [];
  let last = '';
  let number = 0;
  let code = 0;
  let isOver = false;
  let ended = false;
  let working = false;

  /** Without a connection, wait for it to fail: a line can still continue without a schema. */
  function codeNow(): number {
    const { phase, failure } = getState().connect;
    return phase === 'failed' && failure !== undefined ? exitCodeOf(failure) : code;
  }

  const isReadyForLine = (): boolean => isReady() && isIdle(getState());

  /** Runs lines until one has to wait or is rejected. */
  function runLines(): void {
    while (isReadyForLine()) {
      if (code !== 0 && !keepGoing) {
        isOver = true;
        onStopped(last, number);
        finish(codeNow());
        return;
      }
      const next = waiting.shift();
      if (next === undefined) return;
      last = next;
      number += 1;
      carryOut(last);
    }
  }

  function goOn(): void {
    if (working || isOver) return;
    working = true;
    try {
      runLines();
    } finally {
      working = false;
    }
    if (!isOver && ended && waiting.length === 0 && isReadyForLine()) finishScript();
  }

  function finishScript(): void {
    isOver = true;
    const question = topOverlay(getState());
    if (question?.kind === 'choice' || question?.kind === 'prompt') {
      code ||= exitCodes.usage;
      onUnanswered(titleWords(question.title));
    }
    finish(codeNow());
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
    fail(failure) {
      // A notice before the first line belongs to no command.
      if (number > 0) code ||= failure;
    },
  };
}

/** The exit code of a failure that occurred between two states, or 0 if there was none. */
export function codeOfChange(before: State, after: State): number {
  const { response, notice } = after;
  if (isRunOver(before, after)) {
    if (response.failure !== undefined) return exitCodeOf(response.failure);
    // The errors of a request are failed checks.
    if (response.errorCount > 0) return response.kind === 'request' ? exitCodes.check : exitCodes.graphql;
  }
  return notice !== undefined && notice !== before.notice && notice.tone === 'error' ? exitCodes.usage : 0;
}

/** True while the first schema or description is loaded and prepared, so that commands about it have to wait. */
export const isPreparing = ({ connect }: State): boolean =>
  connect.phase === 'loading' ||
  (connect.index !== undefined && connect.schema === undefined && connect.schemaProblem === undefined);

/** True if nothing is in progress: no schema load, no request, no login. */
function isIdle(state: State): boolean {
  const { connect, overlays } = state;
  if (isLoading(connect) || isPreparing(state) || isBusy(state)) return false;
  return !overlays.some(({ kind }) => kind === 'login');
}
