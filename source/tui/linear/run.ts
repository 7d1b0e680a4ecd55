/**
 * `--linear`: the same state, actions and effects as the full screen, but printed as lines and controlled by typed commands.
 * Nothing is redrawn and no alternate screen is used, so a screen reader or a braille display can follow.
 */

import { createInterface } from 'node:readline';
import type { GraphqlCommand } from '../../core/command.js';
import { counted } from '../../core/counted.js';
import { type Failure, failure, isFailure } from '../../core/failure.js';
import { searchSlices } from '../../core/graphql/search/index.js';
import { indexSlices } from '../../core/openapi/search-index.js';
import type { Environment, OutputStream } from '../../environment.js';
import { pathsLike } from '../../io/saved-files.js';
import { pathOf } from '../../io/sources.js';
import { anyUnsaved } from '../documents/tab-content.js';
import type { ScreenStart } from '../effects/context.js';
import { openProgram } from '../program.js';
import { isBusy } from '../response/run.js';
import { linearTheme } from '../theme.js';
import { isAtPrompt } from './commands.js';
import { type Completion, completionsOf, pathTyped } from './complete.js';
import { Conversation } from './conversation.js';
import { type EarlyLines, earlyLines } from './early-lines.js';
import { interrupt } from './everywhere.js';
import { lineSession } from './line-session.js';
import { notify, type Reply } from './reply.js';
import { RunningEffects } from './running-effects.js';
import { isPreparing, scriptOf } from './script.js';
import { openTyping, type Typing } from './typing.js';

/** Runs until `quit`, the end of the input, or a signal. */
export async function runLinear(
  command: GraphqlCommand,
  environment: Environment,
  start: ScreenStart,
): Promise<number | Failure> {
  const { stdin, stdout, signal } = environment;
  const isScript = stdin.isTTY !== true;
  const effects = new RunningEffects();
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
    onEffect: (effect, dispatch) => effects.watch(effect, dispatch),
  });
  if (isFailure(program)) return program;
  const conversation = new Conversation(program.store, effects, command.screen.ascii, environment);
  const session = lineSession(stdout, () => conversation.typing);
  const onAbort = (): void =>
    program.finish(isFailure(signal.reason) ? signal.reason : failure('terminated', 'Terminated.'));
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  readLines(conversation, program.finish, command.screen.keepGoing === true);
  try {
    program.begin();
    const ended = await program.finished;
    conversation.typing?.close();
    if (!isScript && !isFailure(ended))
      conversation.notify(anyUnsaved(conversation.state) ? 'Closed. The text is saved for the next time.' : 'Left.');
    return ended;
  } finally {
    signal.removeEventListener('abort', onAbort);
    program.stop('Closed.');
    conversation.typing?.close();
    await program.written();
  }
}

/** @param finish called at the end of the input, or if a line of a script is rejected, unless the script keeps going */
function readLines(conversation: Conversation, finish: (code: number) => void, keepGoing: boolean): void {
  const { store, effects, isScript } = conversation;
  const { stdout, stderr } = conversation.environment;
  const isReady = (): boolean => !effects.areAwaited && !isPreparing(conversation.state);
  const early = earlyLines({
    mustWait: line => !isReady() && isAtPrompt(conversation.state) && line !== 'quit',
    canGoOn: () => isReady() && !isBusy(conversation.state),
    carryOut: line => conversation.takeLine(line),
  });
  effects.onLateReply = () => conversation.settle();
  effects.onDone = () => {
    conversation.script?.goOn();
    early.goOn();
  };
  store.subscribe(() => conversation.announceChanges());
  store.subscribe(early.goOn);
  conversation.notify('apiclient in line mode. Type help for a list of commands.');
  const echo = [stdout, stderr].find(({ isTTY }) => isTTY === true);
  if (!isScript && echo !== undefined) conversation.typing = typedLines(conversation, early, echo, () => finish(0));
  else readScript(conversation, finish, keepGoing || !isScript);
}

function typedLines(conversation: Conversation, early: EarlyLines, echo: OutputStream, onClose: () => void): Typing {
  const { text, act, environment } = conversation;
  const replyToInterrupt = (): Reply => {
    const dropped = early.drop();
    if (dropped > 0) return notify(`Cancelled ${counted(dropped, 'waiting command')}.`);
    return interrupt(conversation.state, act, () => conversation.typing?.clear() === true || text.drop());
  };
  const inform = (notice: string): void => {
    conversation.notify(notice);
    conversation.showPrompt();
  };
  return openTyping(environment, {
    output: echo,
    onLine(line) {
      if (early.take(line)) inform(`Waiting: ${line.trim()}`);
      else conversation.takeLine(line);
    },
    onInterrupt: () => conversation.carry('Ctrl-C', replyToInterrupt),
    onClose,
    async complete(line): Promise<Completion> {
      const path = pathTyped(line, conversation.state);
      if (path === undefined) return completionsOf(line, conversation.state);
      return { matches: await pathsLike(path, typed => pathOf(typed, environment)), typed: path };
    },
    isCommand: () => isAtPrompt(conversation.state) && !text.isOpen(),
    print: inform,
  });
}

function readScript(conversation: Conversation, finish: (code: number) => void, keepGoing: boolean): void {
  const { store, effects, environment } = conversation;
  const script = scriptOf({
    getState: store.getState,
    isReady: () => !effects.areAwaited,
    carryOut: line => conversation.takeLine(line),
    keepGoing,
    onStopped: (line, number) =>
      conversation.notify(`Stopped at line ${number}: ${line}. Pass --keep-going to continue after errors.`),
    onUnanswered: question => conversation.notify(`Not answered: ${question}.`),
    finish,
  });
  conversation.script = script;
  store.subscribe(script.goOn);
  const lines = createInterface({ input: environment.stdin, terminal: false });
  lines.on('line', script.line);
  lines.on('close', () => {
    // A text ends with the script.
    if (conversation.text.isOpen()) script.line('.');
    script.end();
  });
}
