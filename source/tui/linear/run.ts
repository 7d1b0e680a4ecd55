/**
 * `--linear`: the same state, actions and effects as the full screen, but printed as lines and controlled by typed commands.
 * Nothing is redrawn and no alternate screen is used, so a screen reader or a braille display can follow.
 */
import { createInterface } from 'node:readline';
import { unexpectedFailure } from '../../core/bug.js';
import type { GraphqlCommand } from '../../core/command.js';
import { exitCodes, type Failure, failure, isFailure } from '../../core/failure.js';
import type { Environment } from '../../environment.js';
import { pathsLike } from '../../io/saved-files.js';
import { pathOf } from '../../io/sources.js';
import { anyUnsaved } from '../documents/tab-content.js';
import type { ScreenStart } from '../effects/context.js';
import type { Action } from '../model/action.js';
import type { Effect } from '../model/effect.js';
import type { State } from '../model/state.js';
import { openProgram } from '../program.js';
import type { Session } from '../terminal/session.js';
import { chooseTheme } from '../theme.js';
import { announce } from './announce.js';
import { carryOut, isAtPrompt } from './commands.js';
import { type Completion, completionsOf, pathTyped } from './complete.js';
import { interrupt } from './everywhere.js';
import { codeOfChange, type Script, scriptOf } from './script.js';
import { askSecret, cannotAsk, hiddenQuestion } from './secret.js';
import { type DispatchAll, type Reply, type Speech, type SpokenLine, tell, words } from './spoken.js';
import { openTyping, type Typing } from './typing.js';
import { keepSpeech, openVoice, readSpeech } from './voice.js';

/** Effects that report their result later. */
const sayLater: ReadonlySet<Effect['kind']> = new Set<Effect['kind']>([
  ...([
    'run',
    'run-http',
    'load-schema',
    'load-description',
    'ask-kind',
    'edit-text',
    'pipe',
    'save-text',
    'save-files',
    'open-files',
    'list-saved',
  ] as const),
  ...(['read-history', 'copy-command', 'describe', 'describe-variables', 'test-login', 'write-profile'] as const),
  ...(['list-sessions', 'open-session'] as const),
]);

/**
 * Runs until `quit`, the end of the input, or a signal.
 */
export async function runLinear(
  command: GraphqlCommand,
  environment: Environment,
  start: ScreenStart,
): Promise<number | Failure> {
  const { stdin, stdout, stderr, signal } = environment;
  const isScript = stdin.isTTY !== true;
  const echo = [stdout, stderr].find(({ isTTY }) => isTTY === true);
  /** True once the program is ending, so that no prompt remains on the shell's line. */
  let ending = false;
  /** The command whose effect is still in progress. */
  let owed: string | undefined;
  let begun = false;
  const program = await openProgram(command, environment, {
    columns: 120,
    rows: 40,
    theme: chooseTheme({ theme: 'none', ascii: true, variables: environment.variables }),
    mouse: false,
    session: () => session,
    frameMs: 50,
    start,
    // A script always starts from the same state.
    keepsDrafts: !isScript,
    onEffect(effect, dispatch) {
      ending = effect.kind === 'quit';
      const isAnswer = sayLater.has(effect.kind);
      begun ||= isAnswer;
      return action => {
        // If a text could not be saved, stay open and prompt again.
        if (effect.kind === 'quit') ending = false;
        dispatch(action);
        if (isAnswer && owed !== undefined) settle();
      };
    },
  });
  if (isFailure(program)) return program;
  const { store, finish } = program;
  const { getState } = store;
  let speech: Speech = isScript ? 'verbose' : readSpeech(environment);
  let typing: Typing | undefined;
  let script: Script | undefined;
  const say = openVoice(command.screen.ascii, isScript || stdout.isTTY !== true ? stderr : stdout, stdout, () =>
    typing?.makeRoom(),
  );
  const ask = (): void => {
    if (!ending && hiddenQuestion(getState()) === undefined) typing?.ask();
  };
  let announced = getState();
  /** Announces the changes since the last call. */
  const changes = (): readonly SpokenLine[] => {
    const before = announced;
    announced = getState();
    const code = codeOfChange(before, announced);
    if (code !== 0) script?.fail(code);
    return announce(before, announced, { speech, isScript });
  };
  const announceChanges = (): void => {
    const said = changes();
    if (said.length === 0) return;
    owed = undefined;
    say(said);
    ask();
  };
  /** Ends the current command. */
  const settle = (): void => {
    announceChanges();
    if (owed === undefined) return;
    say(words(`Done: ${owed}.`));
    owed = undefined;
    ask();
  };
  const act: DispatchAll = (...actions: readonly Action[]): State => {
    for (const action of actions) store.dispatch(action);
    return getState();
  };
  /** Prints the reply to a line or to Ctrl-C, followed by the changes it made. */
  const carry = (line: string, work: () => Reply): void => {
    const wasTyping = getState().editing;
    begun = false;
    store.batch(() => {
      const replied = work();
      const unanswerable = typing === undefined ? hiddenQuestion(getState()) : undefined;
      const reply = unanswerable === undefined ? replied : cannotAsk(unanswerable, act);
      if (reply.refused === true) script?.fail(exitCodes.usage);
      const changed = changes();
      // The reply comes first, especially if it explains why something was not done.
      const lines = [...reply.lines, ...changed];
      const isSilent = lines.length === 0 && !ending && !wasTyping && hiddenQuestion(getState()) === undefined;
      owed = isSilent && begun ? line : undefined;
      say(isSilent && !begun ? words(`Done: ${line}.`) : lines);
    });
    const question = hiddenQuestion(getState());
    if (question !== undefined && typing !== undefined)
      askSecret(question, getState, act, environment, typing).catch(error => say(words(unexpectedFailure(error).text)));
    ask();
  };
  const onLine = (line: string): void =>
    carry(line.trim(), () => {
      act({ type: 'app/key' });
      const chosen = line.trim();
      if ((chosen === 'brief' || chosen === 'verbose') && isAtPrompt(getState())) return setSpeech(chosen);
      return carryOut(line, getState(), act);
    });
  const setSpeech = (chosen: Speech): Reply => {
    speech = chosen;
    if (isScript) return tell(`${chosen} for this script.`);
    keepSpeech(chosen, environment).then(isKept => {
      if (!isKept) say(words('It could not be saved for the next time.'));
      ask();
    });
    return tell(chosen === 'brief' ? 'Brief: fewer lines.' : 'Verbose: all lines.');
  };
  const complete = async (line: string): Promise<Completion> => {
    const path = pathTyped(line, getState());
    if (path === undefined) return completionsOf(line, getState());
    return { matches: await pathsLike(path, typed => pathOf(typed, environment)), typed: path };
  };
  const session: Session = {
    columns: 80,
    rows: 24,
    show: () => {},
    send: bytes => void stdout.write(bytes),
    lent: false,
    isHeard: true,
    isBorrowersSignal: false,
    restoring: '',
    isDeaf: false,
    flush() {},
    lend: work => {
      const lent = (): ReturnType<typeof work> => work(new AbortController().signal);
      return typing === undefined ? lent() : typing.lend(lent);
    },
    lendNow: work => session.lend(work),
    lose: () => {},
    hold: () => () => {},
    redraw: () => {},
    suspend: () => typing?.suspend(),
    leave: async () => typing?.close(),
  };
  const onAbort = (): void => finish(isFailure(signal.reason) ? signal.reason : failure('terminated', 'Terminated.'));
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  store.subscribe(announceChanges);
  say(words('apiclient in line mode. Type help for a list of commands.'));
  if (!isScript && echo !== undefined) {
    typing = openTyping(environment, {
      output: echo,
      onLine,
      onInterrupt: () => carry('Ctrl-C', () => interrupt(getState(), act, () => typing?.clear() ?? false)),
      onClose: () => finish(0),
      complete,
      isCommand: () => isAtPrompt(getState()),
      say(text) {
        say(words(text));
        ask();
      },
    });
  } else {
    const reader = createInterface({ input: stdin, terminal: false });
    const reading = scriptOf({
      getState,
      carryOut: onLine,
      keepGoing: command.screen.keepGoing === true || !isScript,
      onStopped: (line, number) =>
        say(words(`Stopped at line ${number}: ${line}. Pass --keep-going to continue after errors.`)),
      finish,
    });
    script = reading;
    store.subscribe(reading.goOn);
    reader.on('line', reading.line);
    reader.on('close', reading.end);
  }
  try {
    program.begin();
    const ended = await program.finished;
    typing?.close();
    if (!isScript && !isFailure(ended))
      say(words(anyUnsaved(getState()) ? 'Closed. The text is saved for the next time.' : 'Left.'));
    return ended;
  } finally {
    signal.removeEventListener('abort', onAbort);
    program.stop('Closed.');
    typing?.close();
    await Promise.all([program.world.drafts.close(), program.world.kept, program.world.remembering]);
  }
}
