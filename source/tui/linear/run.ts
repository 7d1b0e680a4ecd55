/**
 * `--linear`: the same state, actions and effects as the full screen, but printed as lines and controlled by typed commands.
 * Nothing is redrawn and no alternate screen is used, so a screen reader or a braille display can follow.
 */

import { createInterface } from 'node:readline';
import { unexpectedFailure } from '../../core/bug.js';
import type { GraphqlCommand } from '../../core/command.js';
import { counted } from '../../core/counted.js';
import { exitCodes, type Failure, failure, isFailure } from '../../core/failure.js';
import { searchSlices } from '../../core/graphql/search/index.js';
import { indexSlices } from '../../core/openapi/search-index.js';
import type { Environment } from '../../environment.js';
import { pathsLike } from '../../io/saved-files.js';
import { pathOf } from '../../io/sources.js';
import { anyUnsaved } from '../documents/tab-content.js';
import type { ScreenStart } from '../effects/context.js';
import type { Action } from '../model/action.js';
import type { Effect } from '../model/effect.js';
import type { State } from '../model/state.js';
import { topOverlay } from '../overlays/open.js';
import { openProgram } from '../program.js';
import { isBusy } from '../response/run.js';
import { linearTheme } from '../theme.js';
import { announce } from './announce.js';
import { carryOut, isAtPrompt } from './commands.js';
import { type Completion, completionsOf, pathTyped } from './complete.js';
import { earlyLines } from './early-lines.js';
import { interrupt } from './everywhere.js';
import { lineSession } from './line-session.js';
import { openOutput, readVerbosity, saveVerbosity } from './output.js';
import { type DispatchAll, notices, notify, type OutputLine, type Reply, type Verbosity } from './reply.js';
import { codeOfChange, isPreparing, type Script, scriptOf } from './script.js';
import { askSecret, cannotAsk, hiddenQuestion } from './secret.js';
import { typedText } from './typed-text.js';
import { openTyping, type Typing } from './typing.js';

/** Effects that report their result later. */
// biome-ignore format: a list of names
const reportsLater: ReadonlySet<Effect['kind']> = new Set<Effect['kind']>([
  'run', 'run-http', 'load-schema', 'load-description', 'ask-kind', 'edit-text', 'pipe', 'save-text', 'save-files', 'open-files',
  'import-file', 'list-saved', 'read-history', 'copy-command', 'describe', 'describe-variables', 'test-login', 'write-profile',
  'list-sessions', 'open-session',
]);

/** Effects that the next line of a script waits for. */
// biome-ignore format: a list of names
const awaited: ReadonlySet<Effect['kind']> = new Set<Effect['kind']>([
  'open-draft', 'open-files', 'import-file', 'list-sibling-files', 'save-files', 'save-text', 'read-history', 'list-saved', 'copy-command',
  'list-sessions', 'open-session', 'write-profile',
]);

/** Runs until `quit`, the end of the input, or a signal. */
export async function runLinear(
  command: GraphqlCommand,
  environment: Environment,
  start: ScreenStart,
): Promise<number | Failure> {
  const { stdin, stdout, stderr, signal } = environment;
  const isScript = stdin.isTTY !== true;
  const echo = [stdout, stderr].find(({ isTTY }) => isTTY === true);
  /** True once the program is ending, so that no prompt remains on the shell's line. */
  let isEnding = false;
  /** The command whose effect is still in progress. */
  let unansweredLine: string | undefined;
  /** True if the current command started an effect that reports its result later. */
  let hasLateReply = false;
  /** Number of awaited effects in progress. */
  let pending = 0;
  const onDone = (): void => {
    pending -= 1;
    script?.goOn();
    early.goOn();
  };
  const program = await openProgram(command, environment, {
    columns: 120,
    rows: 40,
    theme: linearTheme(environment.variables),
    // Nothing is drawn, so only the index is prepared.
    idleWork: { schema: searchSlices, description: indexSlices },
    mouse: false,
    session: () => session,
    frameMs: 50,
    start,
    // A script always starts from the same state.
    keepsDrafts: !isScript,
    onEffect(effect, dispatch) {
      isEnding = effect.kind === 'quit';
      const isAnswer = reportsLater.has(effect.kind);
      hasLateReply ||= isAnswer;
      let isAwaited = awaited.has(effect.kind);
      if (isAwaited) pending += 1;
      return action => {
        // If a text could not be saved, stay open and prompt again.
        if (effect.kind === 'quit') isEnding = false;
        dispatch(action);
        if (isAnswer && unansweredLine !== undefined) settle();
        // A draft opens the file of the command line after its first action.
        if (isAwaited) queueMicrotask(onDone);
        isAwaited = false;
      };
    },
  });
  if (isFailure(program)) return program;
  const { store, finish } = program;
  const { getState } = store;
  let verbosity: Verbosity = isScript ? 'verbose' : readVerbosity(environment);
  let typing: Typing | undefined;
  /** True while a secret is typed without an echo. */
  let isAskingSecret = false;
  let script: Script | undefined;
  const print = openOutput(command.screen.ascii, isScript || stdout.isTTY !== true ? stderr : stdout, stdout, () =>
    typing?.makeRoom(),
  );
  const showPrompt = (): void => {
    if (!isEnding && !isAskingSecret) typing?.showPrompt();
  };
  let announced = getState();
  /** Announces the changes since the last call. */
  const changes = (isReplaced = false): readonly OutputLine[] => {
    const before = announced;
    announced = getState();
    const code = codeOfChange(before, announced);
    if (code !== 0) script?.fail(code);
    return announce(before, announced, {
      verbosity,
      isScript,
      isComplete: isScript && stdout.isTTY !== true,
      isReplaced,
    });
  };
  const announceChanges = (): void => {
    const changed = changes();
    if (changed.length === 0) return;
    unansweredLine = undefined;
    print(changed);
    showPrompt();
  };
  /** Ends the current command. */
  const settle = (): void => {
    announceChanges();
    if (unansweredLine === undefined) return;
    print(notices(`Done: ${unansweredLine}.`));
    unansweredLine = undefined;
    showPrompt();
  };
  const act: DispatchAll = (...actions: readonly Action[]): State => {
    for (const action of actions) store.dispatch(action);
    return getState();
  };
  const text = typedText(getState, act);
  /** The secret that has to be typed after a line, unless it was already pending. */
  const newQuestion = (replied: Reply, askedBefore: string | undefined): string | undefined => {
    const isNew = replied.asksSecret === true || topOverlay(getState())?.kind === 'prompt' || askedBefore === undefined;
    return isNew ? hiddenQuestion(getState()) : undefined;
  };
  /** Prints a reply and the changes that its line made. @param isInput true if the line was text, or asks for some */
  const printReply = (line: string, reply: Reply, isInput: boolean): void => {
    // The reply comes first, especially if it explains why something was not done.
    const lines = [...reply.lines, ...changes(reply.isReplaced)];
    const isSilent = lines.length === 0 && !isEnding && !isInput && !text.isOpen();
    unansweredLine = isSilent && hasLateReply ? line : undefined;
    print(isSilent && !hasLateReply ? notices(reply.otherwise ?? `Done: ${line}.`) : lines);
  };
  const ask = (question: string, open: Typing): void => {
    isAskingSecret = true;
    askSecret(question, getState, act, environment, open)
      .catch(error => print(notices(unexpectedFailure(error).text)))
      .finally(() => {
        isAskingSecret = false;
        showPrompt();
      });
  };
  /** Carries out a line or Ctrl-C, and prints its reply. */
  const carry = (line: string, work: () => Reply): void => {
    announceChanges();
    const wasTyping = getState().editing || text.isOpen();
    const askedBefore = hiddenQuestion(getState());
    let question: string | undefined;
    hasLateReply = false;
    store.batch(() => {
      const replied = work();
      question = newQuestion(replied, askedBefore);
      const canAsk = question === undefined || typing !== undefined || !replied.asksSecret;
      const reply = canAsk ? replied : cannotAsk(question ?? '');
      if (reply.refused === true) script?.fail(exitCodes.usage);
      printReply(line, reply, wasTyping || question !== undefined);
    });
    if (question !== undefined && typing !== undefined) ask(question, typing);
    showPrompt();
  };
  const onLine = (line: string): void =>
    carry(line.trim(), () => {
      if (text.isOpen()) return text.add(line);
      act({ type: 'app/key' });
      const begun = text.begin(line);
      if (begun !== undefined) return begun;
      const chosen = line.trim().toLowerCase();
      if ((chosen === 'brief' || chosen === 'verbose') && isAtPrompt(getState())) return setVerbosity(chosen);
      return carryOut(line, getState(), act);
    });
  const setVerbosity = (chosen: Verbosity): Reply => {
    verbosity = chosen;
    if (isScript) return notify(`${chosen} for this script.`);
    saveVerbosity(chosen, environment).then(isSaved => {
      if (!isSaved) print(notices('It could not be saved for the next time.'));
      showPrompt();
    });
    return notify(chosen === 'brief' ? 'Brief: fewer lines.' : 'Verbose: all lines.');
  };
  const complete = async (line: string): Promise<Completion> => {
    const path = pathTyped(line, getState());
    if (path === undefined) return completionsOf(line, getState());
    return { matches: await pathsLike(path, typed => pathOf(typed, environment)), typed: path };
  };
  const session = lineSession(stdout, () => typing);
  const onAbort = (): void => finish(isFailure(signal.reason) ? signal.reason : failure('terminated', 'Terminated.'));
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  store.subscribe(announceChanges);
  const isReady = (): boolean => pending === 0 && !isPreparing(getState());
  const early = earlyLines({
    mustWait: line => !isReady() && isAtPrompt(getState()) && line !== 'quit',
    canGoOn: () => isReady() && !isBusy(getState()),
    carryOut: onLine,
  });
  store.subscribe(early.goOn);
  print(notices('apiclient in line mode. Type help for a list of commands.'));
  if (!isScript && echo !== undefined) {
    typing = openTyping(environment, {
      output: echo,
      onLine(line) {
        if (!early.take(line)) return onLine(line);
        print(notices(`Waiting: ${line.trim()}`));
        showPrompt();
      },
      onInterrupt: () =>
        carry('Ctrl-C', () => {
          const dropped = early.drop();
          if (dropped > 0) return notify(`Cancelled ${counted(dropped, 'waiting command')}.`);
          return interrupt(getState(), act, () => typing?.clear() === true || text.drop());
        }),
      onClose: () => finish(0),
      complete,
      isCommand: () => isAtPrompt(getState()) && !text.isOpen(),
      print(reason) {
        print(notices(reason));
        showPrompt();
      },
    });
  } else {
    const reader = createInterface({ input: stdin, terminal: false });
    const reading = scriptOf({
      getState,
      isReady: () => pending === 0,
      carryOut: onLine,
      keepGoing: command.screen.keepGoing === true || !isScript,
      onStopped: (line, number) =>
        print(notices(`Stopped at line ${number}: ${line}. Pass --keep-going to continue after errors.`)),
      onUnanswered: question => print(notices(`Not answered: ${question}.`)),
      finish,
    });
    script = reading;
    store.subscribe(reading.goOn);
    reader.on('line', reading.line);
    reader.on('close', () => {
      // A text ends with the script.
      if (text.isOpen()) reading.line('.');
      reading.end();
    });
  }
  try {
    program.begin();
    const ended = await program.finished;
    typing?.close();
    if (!isScript && !isFailure(ended))
      print(notices(anyUnsaved(getState()) ? 'Closed. The text is saved for the next time.' : 'Left.'));
    return ended;
  } finally {
    signal.removeEventListener('abort', onAbort);
    program.stop('Closed.');
    typing?.close();
    await program.written();
  }
}
