/** Starts the full screen, stops it, and gives the terminal back. */
import { type Instance, render } from 'ink';
import type { GraphqlCommand } from '../core/command.js';
import { mustBeRead } from '../core/credentials/given.js';
import { type Failure, failure, isFailure } from '../core/failure.js';
import type { Environment } from '../environment.js';
import { cursorPlace } from './app/cursor.js';
import { actionsFor, unfolded } from './app/resolve.js';
import { App } from './app/view.js';
import { endpointOf } from './effects/endpoint.js';
import { runLinear } from './linear/run.js';
import { openProgram } from './program.js';
import { openSession, type Session } from './terminal/session.js';
import { createSink, silentInput } from './terminal/sink.js';
import { chooseTheme } from './theme.js';

/** Frames that no key asked for are at least this far apart; over SSH there are fewer. */
const frameMs = (variables: Environment['variables']): number => (variables.SSH_CONNECTION === undefined ? 16 : 66);

/**
 * Runs the full screen on the terminal of `environment`.
 * @returns the exit code, or the failure to print once the terminal is restored
 */
export async function runScreen(command: GraphqlCommand, environment: Environment): Promise<number | Failure> {
  if (command.screen.linear) return runLinear(command, environment);
  const { theme, ascii, mouse } = command.screen;
  let session: Session | undefined;
  const program = await openProgram(command, environment, {
    columns: environment.stdout.columns || 80,
    rows: environment.stdout.rows || 24,
    theme: chooseTheme({ ...(theme === undefined ? {} : { theme }), ascii, variables: environment.variables }),
    mouse,
    session: () => session as Session,
    frameMs: frameMs(environment.variables),
  });
  if (isFailure(program)) return program;
  const { world, store, finish } = program;
  // Secrets are asked for and logins happen before the screen takes the terminal.
  if (command.url !== undefined && (command.auth.oauth2 !== undefined || mustBeRead(command.auth))) {
    session = passThrough;
    const endpoint = await endpointOf(command.url, world);
    if (isFailure(endpoint)) return endpoint;
  }

  const restore = guard(environment, () => session, finish);
  let ink: Instance | undefined;
  try {
    session = openSession(environment, {
      mouse,
      // The Linux console has no such sequence and would show a part of it.
      askBackground: store.getState().settings.theme.guessed && environment.variables.TERM !== 'linux',
      onInput: events =>
        store.batch(() => {
          for (const event of events) {
            for (const each of unfolded(store.getState(), event)) {
              for (const action of actionsFor(store.getState(), each)) store.dispatch(action);
            }
          }
        }),
      onResize: (columns, rows) => {
        sink.columns = columns;
        sink.rows = rows;
        lastFrame = '';
        store.batch(() => store.dispatch({ type: 'app/resize', columns, rows }));
        repaint();
      },
      onGone: () => finish(failure('terminated', 'The terminal went away.')),
    });
    const shown = session;
    let lastFrame = '';
    const repaint = (): void => {
      if (lastFrame !== '') shown.show(lastFrame, cursorPlace(store.getState()));
    };
    const sink = createSink(shown.columns, shown.rows, frame => {
      lastFrame = frame;
      shown.show(frame, cursorPlace(store.getState()));
    });
    ink = render(<App store={store} />, {
      stdout: sink as unknown as NodeJS.WriteStream,
      stdin: silentInput() as unknown as NodeJS.ReadStream,
      debug: true,
      patchConsole: false,
      exitOnCtrlC: false,
    });
    // A cursor that moves while no cell changes still has to be drawn.
    store.subscribe(() => queueMicrotask(repaint));
    store.batch(() => {
      const { columns, rows } = shown;
      const { size } = store.getState();
      // The terminal may have been resized during a login before the screen opened.
      if (columns !== size.columns || rows !== size.rows) store.dispatch({ type: 'app/resize', columns, rows });
      program.begin();
    });
    return await program.finished;
  } finally {
    program.stop('The screen was closed.');
    // While the draft is written, a terminal that has gone may still emit errors, and nobody else listens any more.
    environment.stdout.on('error', () => {});
    environment.stdin.on('error', () => {});
    session?.leave();
    ink?.unmount();
    restore();
    await world.drafts.close();
  }
}

/** Before the screen opens, the terminal need not be lent. */
const passThrough = { lend: <T,>(work: () => Promise<T>): Promise<T> => work() } as Session;

/**
 * However the program ends, the terminal comes back first: signals end the screen, and an exception or rejection that nobody
 * caught closes it and then takes its usual course.
 */
function guard(
  environment: Environment,
  session: () => Session | undefined,
  finish: (result: number | Failure) => void,
): () => void {
  const { signal, hooks } = environment;
  const onAbort = (): void => {
    // A Ctrl-C for the editor or pager that has the terminal now is not for us.
    if (session()?.lent === true) return;
    finish(isFailure(signal.reason) ? signal.reason : failure('terminated', 'Terminated.'));
  };
  const onHangup = (): void => finish(failure('terminated', 'The terminal went away.'));
  const onBug = (): void => session()?.leave();
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort);
  // Listeners of our own for all three: Ink's package for last moments kills the process again when it thinks that it is
  // the only one who listens, and then the exit code is lost.
  hooks?.on('SIGHUP', onHangup);
  hooks?.on('SIGTERM', onAbort);
  hooks?.on('SIGINT', onAbort);
  hooks?.on('uncaughtExceptionMonitor', onBug);
  return () => {
    signal.removeEventListener('abort', onAbort);
    hooks?.off('SIGHUP', onHangup);
    hooks?.off('SIGTERM', onAbort);
    hooks?.off('SIGINT', onAbort);
    hooks?.off('uncaughtExceptionMonitor', onBug);
  };
}
