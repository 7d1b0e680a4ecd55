import { type Instance, render } from 'ink';
import type { GraphqlCommand } from '../core/command.js';
import { needsReading } from '../core/credentials/flags.js';
import { exitCodeOf, type Failure, failure, isFailure } from '../core/failure.js';
import { safeLine } from '../core/response/safe-text.js';
import type { Environment } from '../environment.js';

import { endingSignals, otherEndingSignals } from '../platform/signals.js';
import { cursorPlace } from './app/cursor.js';
import { windowTitle } from './app/header.js';
import { idleWork } from './app/start.js';
import { createKeyboard } from './app/typing/keyboard.js';
import { App } from './app/view.js';
import type { EffectContext, ScreenStart } from './effects/context.js';
import { endpointOf } from './effects/endpoint.js';
import type { Watchdog } from './effects/watchdog/watchdog.js';
import { runLinear } from './linear/run.js';
import { openProgram, type Program, themeFor } from './program.js';
import { hasTitles } from './terminal/known.js';
import type { Borrower } from './terminal/loans.js';
import { openSession, type Session } from './terminal/session.js';
import { createFieldInput, createSink } from './terminal/sink.js';
import { withoutUtf8 } from './theme.js';

/** Minimum time between frames not caused by a key. It is longer over SSH. */
const frameMs = (variables: Environment['variables']): number => (variables.SSH_CONNECTION === undefined ? 16 : 66);

const watchdogDelayMs = 1000;

/**
 * Runs the full screen on the terminal of `environment`.
 * @returns the exit code, or the failure to print once the terminal is restored
 */
export async function runScreen(
  command: GraphqlCommand,
  environment: Environment,
  start: ScreenStart,
): Promise<number | Failure> {
  const { screen } = command;
  if (screen.linear) return runLinear(command, environment, start);
  const noUtf8 = screen.ascii ? undefined : withoutUtf8(environment.variables);
  const ascii = screen.ascii || noUtf8 !== undefined;
  let session: Session = passThrough;
  const watchdog = createLateWatchdog(() => session.restoring);
  const theme = themeFor(screen, ascii, environment);
  const program = await openProgram(command, environment, {
    columns: environment.stdout.columns || 80,
    rows: environment.stdout.rows || 24,
    theme,
    idleWork: idleWork(theme),
    mouse: screen.mouse,
    session: () => session,
    frameMs: frameMs(environment.variables),
    start,
    onAction: watchdog.acted,
    onDraft: watchdog.onDraft,
  });
  if (isFailure(program)) return program;
  const { world, store, finish } = program;
  const rejection = await logIn(command, world);
  if (rejection !== undefined) return rejection;
  const restore = guard(environment, () => session, finish);
  let ink: Instance | undefined;
  const input = createFieldInput();
  const keyboard = createKeyboard(store, text => input.feed(text), {
    isOpen: () => session.acceptsInput === true,
    drop: events => session.discard(events),
  });
  const notice = (text: string): void => store.batch(() => store.dispatch({ type: 'app/notice', text }));
  let ended: number | Failure;
  watchdog.start();
  try {
    session = openSession(environment, {
      mouse: screen.mouse,
      // The Linux console does not support this sequence and would print part of it.
      titles: screen.title !== false && hasTitles(environment.variables),
      ascii,
      askBackground: store.getState().settings.theme.guessed && environment.variables.TERM !== 'linux',
      onInput: keyboard.take,
      onResize: (columns, rows) => {
        sink.columns = columns;
        sink.rows = rows;
        painter.forget();
        store.batch(() => store.dispatch({ type: 'app/resize', columns, rows }));
        painter.repaint();
      },
      // Needed even if no SIGHUP arrives, as under nohup.
      onGone: () => void environment.hooks?.emit('SIGHUP'),
      onNotStopped: () => notice('Ctrl-Z has no effect: there is no shell to return to.'),
      onLost: notice,
    });
    const painter = createPainter(session, store);
    const sink = createSink(session.columns, session.rows, painter.paint);
    ink = render(<App store={store} target={keyboard} />, {
      stdout: sink as unknown as NodeJS.WriteStream,
      stdin: input as unknown as NodeJS.ReadStream,
      debug: true,
      patchConsole: false,
      exitOnCtrlC: false,
    });
    painter.follow();
    const { columns, rows } = session;
    store.batch(() => {
      const { size } = store.getState();
      // The terminal may have been resized during a login before the screen opened.
      if (columns !== size.columns || rows !== size.rows) store.dispatch({ type: 'app/resize', columns, rows });
      program.begin();
      if (noUtf8 !== undefined) {
        const text = `Using ASCII because ${safeLine(noUtf8)} is not a UTF-8 locale. Set LANG=C.UTF-8 for line graphics.`;
        store.dispatch({ type: 'app/notice', text });
      }
    });
    ended = await program.finished;
  } finally {
    program.stop('The screen was closed.');
    // While the draft is written, a disconnected terminal may still emit errors, and no other listener is left.
    environment.stdout.on('error', () => {});
    environment.stdin.on('error', () => {});
    const left = session.leave();
    ink?.unmount();
    restore();
    await left;
    // An aborted editor still returns a text, which is saved like any other.
    await new Promise(setImmediate);
    await program.written();
    watchdog.close();
  }
  // If the message cannot be shown, only the exit code reports the failure.
  return isFailure(ended) && session.isDeaf ? exitCodeOf(ended) : ended;
}

/** Prompts for secrets and logs in, which comes before the screen takes over the terminal. */
async function logIn({ url }: GraphqlCommand, world: EffectContext): Promise<Failure | undefined> {
  const { auth } = world.identity;
  if (url === undefined || (auth.oauth2 === undefined && !needsReading(auth))) return undefined;
  const endpoint = await endpointOf(url, world);
  return isFailure(endpoint) ? endpoint : undefined;
}

/** The watchdog's thread is started after the first frames and keys, which it must not delay. */
function createLateWatchdog(restoring: () => string) {
  let watchdog: Watchdog | undefined;
  let lastAction = '';
  let timer: NodeJS.Timeout | undefined;
  return {
    start(): void {
      timer = setTimeout(async () => {
        const { startWatchdog } = await import('./effects/watchdog/watchdog.js');
        watchdog = startWatchdog(restoring);
        watchdog?.acted(lastAction);
      }, watchdogDelayMs);
    },
    acted(type: string): void {
      lastAction = type;
      watchdog?.acted(type);
    },
    onDraft: (draft: Parameters<Watchdog['onDraft']>[0]): void => watchdog?.onDraft(draft),
    close(): void {
      clearTimeout(timer);
      watchdog?.close();
    },
  };
}

/** Shows frames with the cursor and the title of the window. */
function createPainter(session: Session, store: Program['store']) {
  let lastFrame = '';
  let isShown = true;
  const show = (): void => {
    isShown = true;
    const state = store.getState();
    session.show(lastFrame, cursorPlace(state), state.settings.theme.ground);
    session.title(windowTitle(state));
  };
  const repaint = (): void => {
    if (lastFrame !== '') show();
  };
  return {
    paint(frame: string): void {
      lastFrame = frame;
      show();
    },
    repaint,
    forget(): void {
      lastFrame = '';
    },
    /** Draws after each change even if Ink has no new frame, since the cursor may have moved. */
    follow: () =>
      store.subscribe(() => {
        isShown = false;
        queueMicrotask(() => {
          if (!isShown) repaint();
        });
      }),
  };
}

/** Before the screen opens, the terminal does not have to be lent, and there is no screen to leave. */
const passThrough = {
  lend: <T,>(work: Borrower<T>): Promise<T> => work(new AbortController().signal),
  flush() {},
  leave: async () => {},
  restoring: '',
} as Session;

/** Sent by Ctrl-C and Ctrl-\\ to everything on the terminal. */
const keyboardSignals = new Set(['SIGINT', 'SIGQUIT']);

function* endingFailures(): Iterable<readonly [string, Failure]> {
  for (const [name, [kind, text, signal]] of Object.entries(endingSignals))
    yield [name, failure(kind, text, { signal })];
  // Their exit code is 128 plus the signal number.
  for (const [name, signal] of otherEndingSignals()) {
    yield [name, failure('terminated', `Ended by ${name}.`, { signal })];
  }
}

/**
 * Restores the terminal however the program ends: signals end the screen, and an uncaught exception or rejection closes it
 * before taking its usual course.
 */
function guard(
  environment: Environment,
  session: () => Session,
  finish: (result: number | Failure) => void,
): () => void {
  const { signal, hooks } = environment;
  const end = (result: Failure): void => {
    session().flush();
    finish(result);
  };
  const onAbort = (): void => end(isFailure(signal.reason) ? signal.reason : failure('terminated', 'Terminated.'));
  /** Ctrl-C and Ctrl-\ while an editor or pager runs are meant for that program. */
  const ours = (result: Failure) => (): void => {
    if (session().isBorrowersSignal !== true) end(result);
  };
  const listeners: Readonly<Record<string, () => void>> = {
    ...Object.fromEntries(
      [...endingFailures()].map(([name, ended]) => [name, keyboardSignals.has(name) ? ours(ended) : () => end(ended)]),
    ),
    uncaughtExceptionMonitor: () => void session().leave(),
  };
  // A signal may have arrived before the screen opened. From then on, each signal is handled separately, since the first one
  // aborts the environment's signal, even a Ctrl-C for the pager. Ink's signal-exit package would kill the process again if it
  // believed that it was the only listener.
  if (signal.aborted) onAbort();
  for (const [name, listener] of Object.entries(listeners)) hooks?.on(name, listener);
  return () => {
    for (const [name, listener] of Object.entries(listeners)) hooks?.off(name, listener);
  };
}
