/** Starts the full screen, stops it, and gives the terminal back. The only file that knows all of its parts. */
import { type Instance, render } from 'ink';
import type { GraphqlCommand } from '../core/command.js';
import { type Failure, failure, isFailure } from '../core/failure.js';
import type { Environment } from '../environment.js';
import { readText } from '../io/sources.js';
import { cursorPlace } from './app/cursor.js';
import { takeKeys } from './app/key-table.js';
import { reduce } from './app/reduce.js';
import { actionsFor, unfolded } from './app/resolve.js';
import { firstAction, startState } from './app/start.js';
import { App } from './app/view.js';
import { draftWriter } from './effects/files/draft-writer.js';
import { perform } from './effects/perform.js';
import { endpointOf, openLog, type World } from './effects/world.js';
import { runLinear } from './linear/run.js';
import type { Action } from './model/action.js';
import type { Effect } from './model/effect.js';
import type { State } from './model/state.js';
import { createStore, type Store } from './store.js';
import { openSession, type Session } from './terminal/session.js';
import { createSink, silentInput } from './terminal/sink.js';
import { chooseTheme } from './theme.js';

/** Frames that no key asked for are at least this far apart; a network between us and the eye gets fewer. */
const frameMs = (variables: Environment['variables']): number => (variables.SSH_CONNECTION === undefined ? 16 : 66);

/**
 * Runs the full screen on the terminal of `environment`.
 * @returns the exit code, or the failure to be told once the terminal is back
 */
export async function runScreen(command: GraphqlCommand, environment: Environment): Promise<number | Failure> {
  const refused = command.screen.keys === undefined ? undefined : takeKeys(command.screen.keys);
  if (refused !== undefined) return refused;
  if (command.screen.linear) return runLinear(command, environment);
  const variables = command.variables === undefined ? '' : await readText(command.variables, environment);
  if (isFailure(variables)) return variables;
  const log = openLog(command, environment);
  if (isFailure(log)) return log;

  const stop = new AbortController();
  let finish: (result: number | Failure) => void = () => {};
  const finished = new Promise<number | Failure>(resolve => {
    finish = resolve;
  });
  let session: Session | undefined;
  const world: World = {
    environment: {
      ...environment,
      stdin: environment.stdin,
      stdout: environment.stdout,
      stderr: environment.stderr,
      folder: environment.folder,
      signal: stop.signal,
    },
    command,
    session: () => session as Session,
    end: result => finish(result),
    said: command,
    endpoints: new Map(),
    running: new Map(),
    loaded: new Map(),
    drafts: draftWriter(environment),
    ...(log === undefined ? {} : { log }),
  };
  // Secrets are asked for and logins happen before the screen takes the terminal.
  if (command.url !== undefined && (command.auth.oauth2 !== undefined || command.auth.basic !== undefined)) {
    session = passThrough;
    const endpoint = await endpointOf(command.url, world);
    if (isFailure(endpoint)) return endpoint;
  }

  const store: Store<State, Action> = createStore<State, Action, Effect>({
    initial: startState({
      columns: environment.stdout.columns || 80,
      rows: environment.stdout.rows || 24,
      theme: chooseTheme({
        ...(command.screen.theme === undefined ? {} : { theme: command.screen.theme }),
        ascii: command.screen.ascii,
        variables: environment.variables,
      }),
      mouse: command.screen.mouse,
      ...(command.url === undefined ? {} : { url: command.url }),
      identity: command,
      ...(command.screen.hosts === undefined ? {} : { hosts: command.screen.hosts }),
      query: '',
      variables,
    }),
    reduce,
    perform: (effect, dispatch) => perform(effect, world, dispatch),
    frameMs: frameMs(environment.variables),
  });

  const restore = guard(
    environment,
    () => session,
    result => finish(result),
  );
  let ink: Instance | undefined;
  try {
    session = openSession(environment, {
      mouse: command.screen.mouse,
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
    // A cursor that moves without a cell changing still has to be shown.
    store.subscribe(() => queueMicrotask(repaint));
    world.dispatch = store.dispatch;
    store.batch(() => store.dispatch(firstAction(command)));
    return await finished;
  } finally {
    stop.abort(failure('interrupted', 'The screen was closed.'));
    for (const running of world.running.values()) running.abort();
    // While the draft is written a terminal that has gone may still say so; nobody else listens any more.
    environment.stdout.on('error', () => {});
    environment.stdin.on('error', () => {});
    session?.leave();
    ink?.unmount();
    restore();
    await world.drafts.close();
  }
}

/** Before the screen is there the terminal need not be lent. */
const passThrough = { lend: <T,>(work: () => Promise<T>): Promise<T> => work() } as Session;

/**
 * However the program ends, the terminal comes back first: signals end the screen, and an exception or rejection that nobody
 * caught leaves it and then goes its usual way.
 */
function guard(
  environment: Environment,
  session: () => Session | undefined,
  finish: (result: number | Failure) => void,
): () => void {
  const { signal, hooks } = environment;
  const onAbort = (): void => {
    // A Ctrl-C meant for the editor or pager that has the terminal now is not meant for us.
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
