/**
 * `--linear`: the same state, actions and effects as the full screen, but printed as lines and controlled by typed words. Nothing is
 * redrawn and no alternate screen is opened, so that a screen reader or a braille display can follow.
 */

import { createInterface } from 'node:readline';
import type { GraphqlCommand } from '../../core/command.js';
import { type Failure, failure, isFailure } from '../../core/failure.js';
import { safeLine } from '../../core/response/safe-text.js';
import { reveal } from '../../core/secret.js';
import type { Environment } from '../../environment.js';
import { hiddenPrompt } from '../../io/hidden-prompt.js';
import { unexpected } from '../effects/world.js';
import { formRows } from '../identity/form/reduce.js';
import type { Action } from '../model/action.js';
import type { State } from '../model/state.js';
import { topOverlay } from '../overlays/open.js';
import { openProgram } from '../program.js';
import type { Session } from '../terminal/session.js';
import { chooseTheme } from '../theme.js';
import { announce } from './announce.js';
import { carryOut } from './commands.js';
import { codeOfScript, scriptOf } from './script.js';

/** Runs until `quit`, the end of the input, or a signal. */
export async function runLinear(command: GraphqlCommand, environment: Environment): Promise<number | Failure> {
  const { stdin, stdout, signal } = environment;
  /** True once the program is ending: no prompt is left on the shell's line. */
  let ending = false;
  const program = await openProgram(command, environment, {
    columns: 120,
    rows: 40,
    theme: chooseTheme({ theme: 'none', ascii: true, variables: environment.variables }),
    mouse: false,
    session: () => session,
    frameMs: 50,
    // A script begins where it began the last time.
    keepsDrafts: (stdin as { readonly isTTY?: boolean }).isTTY === true,
    onEffect(effect, dispatch) {
      ending = effect.kind === 'quit';
      // If a text could not be kept, the program stays: it says so and prompts again.
      return action => {
        if (effect.kind === 'quit') ending = false;
        dispatch(action);
      };
    },
  });
  if (isFailure(program)) return program;
  const { store, finish } = program;
  const lines = createInterface({ input: stdin, terminal: false });
  /** True while the cursor is after the prompt. */
  let prompted = false;
  const print = (texts: readonly string[]): void => {
    if (texts.length === 0) return;
    if (prompted) stdout.write('\n');
    prompted = false;
    for (const text of texts) for (const each of text.split('\n')) stdout.write(`${written(safeLine(each))}\n`);
  };
  const written = (line: string): string => (command.screen.ascii ? line.replaceAll('••••', '****') : line);
  /** The question whose answer must not be shown, if there is one. */
  const hiddenQuestion = (): string | undefined => {
    const top = topOverlay(store.getState());
    if (top?.kind === 'login-form' && top.hidden === true) return formRows(top)[top.at]?.title;
    return top?.kind === 'prompt' && top.hidden === true ? top.title : undefined;
  };
  const ask = (): void => {
    if (prompted || ending || stdin.isTTY !== true || hiddenQuestion() !== undefined) return;
    prompted = true;
    stdout.write('> ');
  };
  const session: Session = {
    columns: 80,
    rows: 24,
    show: () => {},
    send: bytes => void stdout.write(bytes),
    lent: false,
    isDeaf: false,
    async lend(work) {
      lines.pause();
      try {
        return await work(new AbortController().signal);
      } finally {
        lines.resume();
      }
    },
    redraw: () => {},
    suspend: () => void environment.hooks?.kill(0, 'SIGTSTP'),
    leave: async () => lines.close(),
  };
  let announced = store.getState();
  const announceChanges = (): void => {
    const before = announced;
    announced = store.getState();
    print(announce(before, announced));
    ask();
  };
  const act = (...actions: readonly Action[]): State => {
    for (const action of actions) store.dispatch(action);
    return store.getState();
  };
  const carry = (line: string): void => {
    prompted = false;
    store.batch(() => {
      act({ type: 'app/key' });
      const more = carryOut(line, store.getState(), act);
      const before = announced;
      announced = store.getState();
      print(announce(before, announced));
      print(more);
    });
    askSecret().catch(error => print([unexpected(error).text]));
    ask();
  };
  /** Asks for secrets without echoing them. */
  const askSecret = async (): Promise<void> => {
    const question = hiddenQuestion();
    if (question === undefined) return;
    if (stdin.isTTY !== true) {
      act({ type: 'login-form/go', to: 0 });
      return print([`${question}: there is no terminal to ask on. Type its number and env:NAME or file:PATH.`]);
    }
    const answer = await session.lend(() => hiddenPrompt(question, environment));
    store.batch(() => {
      if (isFailure(answer)) {
        act({ type: 'overlay/close' }, { type: 'app/notice', text: answer.text });
        return;
      }
      const inForm = topOverlay(store.getState())?.kind === 'login-form';
      act({ type: 'overlay/text', command: { do: 'paste', text: reveal(answer) } });
      // A form goes on with its next field, which may be the test.
      act(inForm ? { type: 'login-form/move', by: 1 } : { type: 'overlay/accept' });
    });
  };
  const onAbort = (): void => finish(isFailure(signal.reason) ? signal.reason : failure('terminated', 'Terminated.'));
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  const { isTTY } = stdin as { readonly isTTY?: boolean };
  const script =
    isTTY === true ? undefined : scriptOf(store.getState, carry, () => finish(codeOfScript(store.getState())));
  store.subscribe(announceChanges);
  if (script !== undefined) store.subscribe(script.goOn);
  lines.on('line', script?.line ?? carry);
  lines.on('close', script?.end ?? (() => finish(0)));
  print(['apiclient, line by line. Type help for what can be typed.']);
  try {
    program.begin();
    return await program.finished;
  } finally {
    signal.removeEventListener('abort', onAbort);
    if (prompted) stdout.write('\n');
    program.stop('The program was left.');
    lines.close();
    await Promise.all([program.world.drafts.close(), program.world.kept]);
  }
}
