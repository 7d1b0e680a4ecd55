/**
 * `--linear`: the same state, actions and effects as the full screen, but told as lines and steered by typed words. Nothing is
 * redrawn and no alternate screen is opened, so that a screen reader or a braille line can follow.
 */
import { createInterface } from 'node:readline';
import type { GraphqlCommand } from '../../core/command.js';
import { type Failure, failure, isFailure } from '../../core/failure.js';
import { safeLine } from '../../core/response/safe-text.js';
import { reveal } from '../../core/secret.js';
import type { Environment } from '../../environment.js';
import { hiddenPrompt } from '../../io/hidden-prompt.js';
import { readText } from '../../io/sources.js';
import { reduce } from '../app/reduce.js';
import { firstAction, startState } from '../app/start.js';
import { draftWriter } from '../effects/files/draft-writer.js';
import { perform } from '../effects/perform.js';
import { openLog, unexpected, type World } from '../effects/world.js';
import type { Action } from '../model/action.js';
import type { Effect } from '../model/effect.js';
import { type State, topOverlay } from '../model/state.js';
import { createStore } from '../store.js';
import type { Session } from '../terminal/session.js';
import { chooseTheme } from '../theme.js';
import { tell } from './announce.js';
import { say } from './commands.js';

/** Runs until `quit`, the end of the input, or a signal. */
export async function runLinear(command: GraphqlCommand, environment: Environment): Promise<number | Failure> {
  const variables = command.variables === undefined ? '' : await readText(command.variables, environment);
  if (isFailure(variables)) return variables;
  const log = openLog(command, environment);
  if (isFailure(log)) return log;
  const { stdin, stdout, signal } = environment;
  const stop = new AbortController();
  let finish: (result: number | Failure) => void = () => {};
  const finished = new Promise<number | Failure>(resolve => {
    finish = resolve;
  });
  const lines = createInterface({ input: stdin, terminal: false });
  /** True while the cursor stands behind the prompt. */
  let prompted = false;
  /** True once the end was asked for: no prompt is left behind for the shell's. */
  let ending = false;
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
    return top?.kind === 'prompt' && top.hidden === true ? top.title : undefined;
  };
  const ask = (): void => {
    if (prompted || ending || hiddenQuestion() !== undefined) return;
    prompted = true;
    stdout.write('> ');
  };
  const session: Session = {
    columns: 80,
    rows: 24,
    show: () => {},
    send: bytes => void stdout.write(bytes),
    lent: false,
    async lend(work) {
      lines.pause();
      try {
        return await work();
      } finally {
        lines.resume();
      }
    },
    redraw: () => {},
    suspend: () => void environment.hooks?.kill(0, 'SIGTSTP'),
    leave: () => lines.close(),
  };
  const world: World = {
    environment: {
      ...environment,
      stdin,
      stdout,
      stderr: environment.stderr,
      folder: environment.folder,
      signal: stop.signal,
    },
    command,
    said: command,
    session: () => session,
    end: result => finish(result),
    endpoints: new Map(),
    running: new Map(),
    loaded: new Map(),
    drafts: draftWriter(environment),
    ...(log === undefined ? {} : { log }),
  };
  const store = createStore<State, Action, Effect>({
    initial: startState({
      columns: 120,
      rows: 40,
      theme: chooseTheme({ theme: 'none', ascii: true, variables: environment.variables }),
      mouse: false,
      ...(command.url === undefined ? {} : { url: command.url }),
      identity: command,
      ...(command.screen.hosts === undefined ? {} : { hosts: command.screen.hosts }),
      query: '',
      variables,
    }),
    reduce,
    perform(effect, dispatch) {
      ending = effect.kind === 'quit';
      // Whoever stays, because a text could not be kept, is told so and asked on.
      const answer = (action: Action): void => {
        if (effect.kind === 'quit') ending = false;
        dispatch(action);
      };
      perform(effect, world, answer);
    },
    frameMs: 50,
  });
  world.dispatch = store.dispatch;

  let told = store.getState();
  const tellChanges = (): void => {
    const before = told;
    told = store.getState();
    print(tell(before, told));
    ask();
  };
  const act = (...actions: readonly Action[]): State => {
    for (const action of actions) store.dispatch(action);
    return store.getState();
  };
  const onLine = (line: string): void => {
    prompted = false;
    store.batch(() => {
      act({ type: 'app/key' });
      const more = say(line, store.getState(), act);
      const before = told;
      told = store.getState();
      print(tell(before, told));
      print(more);
    });
    askSecret().catch(error => print([unexpected(error).text]));
    ask();
  };
  /** Secrets are asked for where they are not shown. */
  const askSecret = async (): Promise<void> => {
    const question = hiddenQuestion();
    if (question === undefined) return;
    const answer = await session.lend(() => hiddenPrompt(question, environment));
    store.batch(() => {
      if (isFailure(answer)) act({ type: 'overlay/close' }, { type: 'app/notice', text: answer.text });
      else act({ type: 'overlay/text', command: { do: 'paste', text: reveal(answer) } }, { type: 'overlay/accept' });
    });
  };
  const onAbort = (): void => finish(isFailure(signal.reason) ? signal.reason : failure('terminated', 'Terminated.'));
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  store.subscribe(tellChanges);
  lines.on('line', onLine);
  lines.on('close', () => finish(0));
  print(['apiclient, line by line. Type help for what can be typed.']);
  try {
    act(firstAction(command));
    return await finished;
  } finally {
    signal.removeEventListener('abort', onAbort);
    if (prompted) stdout.write('\n');
    stop.abort(failure('interrupted', 'The program was left.'));
    for (const running of world.running.values()) running.abort();
    lines.close();
    await world.drafts.close();
  }
}
