/**
 * Startup shared by the full screen and its linear form: the initial state from flags and files, the effect context, the store
 * that connects them, and the exit.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { GraphqlCommand, UsedProfile } from '../core/command.js';
import { type Failure, failure, failureLine, isFailure } from '../core/failure.js';
import { synonymsWith } from '../core/search/synonyms.js';
import { readTheme } from '../core/themes.js';
import type { Environment } from '../environment.js';
import type { OnDraft } from '../io/drafts.js';
import { isMonochrome } from '../io/files/terminfo.js';
import { withObjects } from '../io/graphql/object-files.js';
import { rememberedPlaces, rememberedTheme } from '../io/remembered.js';
import { sessionExists } from '../io/sessions/session.js';
import { readText } from '../io/sources.js';
import { withKeys } from './app/key-overrides.js';
import { keyTable } from './app/key-table.js';
import { reduce } from './app/reduce.js';
import {
  firstAction,
  firstIdentity,
  type StartOptions,
  sessionOfLastTime,
  startedIn,
  startState,
} from './app/start.js';
import { type EffectContext, openLog, type ScreenStart } from './effects/context.js';
import { sessionKey } from './effects/endpoint.js';
import { draftWriter, noDrafts } from './effects/files/draft-writer.js';
import { perform } from './effects/perform.js';
import { placeValues, withPlaceValues } from './effects/place-values.js';
import { openedSession } from './effects/session.js';
import type { Action } from './model/action.js';
import type { Effect } from './model/effect.js';
import type { GivenNetwork, State } from './model/state.js';
import type { Theme } from './model/theme.js';
import { createStore, type Store } from './store.js';
import type { Session } from './terminal/session.js';
import { chooseTheme } from './theme.js';

/** Differences between the two forms. */
interface ProgramOptions extends Pick<StartOptions, 'columns' | 'rows' | 'theme' | 'mouse'> {
  /** Session that owns the terminal. */
  readonly session: () => Session;
  /** Minimum time between two frames not caused by a key, in milliseconds. */
  readonly frameMs: number;
  readonly start: ScreenStart;
  readonly idleWork: EffectContext['idleWork'];
  /** False if texts are neither saved nor restored. */
  readonly keepsDrafts?: boolean;
  /** Called with the type of each action before it is handled. */
  readonly onAction?: (type: Action['type']) => void;
  readonly onDraft?: OnDraft;
  /** Called with each effect before it is performed. Returns the dispatch function for its actions. */
  readonly onEffect?: (effect: Effect, dispatch: (action: Action) => void) => (action: Action) => void;
}

interface Program {
  readonly world: EffectContext;
  readonly store: Store<State, Action>;
  /** Lets effects dispatch, and dispatches the first action. */
  begin(): void;
  /** Ends the program. Only the first result counts. */
  finish(result: number | Failure): void;
  /** The exit code, or the failure to print once the terminal is restored. */
  readonly finished: Promise<number | Failure>;
  /**
   * Stops everything in progress.
   * @param why the reason as text
   */
  stop(why: string): void;
  /** Resolves when drafts, the session, settings and the schema cache are written. */
  written(): Promise<unknown>;
}

/**
 * Selects the theme for the terminal of `environment`, from the flags, the last choice, the configuration and the environment
 * variables.
 */
export const themeFor = (
  { theme, themeSetting }: GraphqlCommand['screen'],
  ascii: boolean,
  environment: Environment,
): Theme =>
  chooseTheme({
    theme,
    setting: themeSetting === undefined ? undefined : readTheme(themeSetting),
    kept: rememberedTheme(environment),
    ascii,
    monochrome: isMonochrome(environment),
    variables: environment.variables,
  });

/** Prepares the program. Fails if flags, configuration or files are invalid. Nothing is drawn or sent yet. */
export async function openProgram(
  typed: GraphqlCommand,
  environment: Environment,
  options: ProgramOptions,
): Promise<Program | Failure> {
  const command = await withObjects(typed, environment);
  if (isFailure(command)) return command;
  const { keys, hosts } = command.screen;
  const profiles = await withPlaceValues(command.screen.profiles ?? new Map(), environment);
  const identity = {
    auth: command.auth,
    headers: command.headers,
    ...(await placeValues(command.profile?.values, environment)),
  };
  const { session, frameMs, onAction, onDraft, onEffect, keepsDrafts, start, idleWork, ...screen } = options;
  const { session: begun } = start;
  const { bindings, problems } = withKeys(keyTable, keys ?? new Map());
  const variables = command.variables === undefined ? '' : await readText(command.variables, environment);
  if (isFailure(variables)) return variables;
  const showError = (text: string): void => world.dispatch?.({ type: 'app/notice', text, tone: 'error' });
  const log = openLog(command, environment, showError);
  if (isFailure(log)) return log;
  const { promise: finished, resolve: finish } = withResolvers<number | Failure>();
  const stop = new AbortController();
  const { stdin, stdout, stderr, folder } = environment;
  const world: EffectContext = {
    environment: { ...environment, stdin, stdout, stderr, folder, signal: stop.signal },
    // A session belongs to its origin and does not apply to URLs from flags on other origins.
    command: begun ? { ...command, ...begun.outside } : command,
    start,
    session,
    sessions: new Map(begun ? [[sessionKey(begun.stored), begun.stored]] : []),
    end: finish,
    identity,
    endpoints: new WeakMap(),
    tokens: new WeakMap(),
    currentId: new AsyncLocalStorage(),
    approved: new Map(),
    running: new Map(),
    writes: {},
    messageSenders: new Map(),
    idleWork,
    loaded: new Map(),
    remembers: keepsDrafts !== false,
    drafts: keepsDrafts === false ? noDrafts : draftWriter(environment, onDraft),
    log,
  };
  const first = startState({
    ...screen,
    kind: start.kind,
    otherTabs: start.otherTabs ?? [],
    isGuess: start.isGuess,
    flags: start.flags,
    session: begun && { ...begun.stored, outside: begun.outside },
    bindings,
    url: command.url,
    identity,
    sends: command.sends,
    transport: { get: command.get, protocol: command.subscriptionProtocol },
    hosts,
    profiles,
    synonyms: synonymsWith(command.screen.searchSynonyms),
    editor: command.screen.editor,
    layout: command.screen.layout,
    network: givenNetwork(command),
    connectionParams: command.connectionParams === undefined ? undefined : (command.url ?? ''),
    profile: command.profile && guarded(command.profile, command.yes),
    remembered: keepsDrafts === false ? undefined : rememberedPlaces(environment),
    query: '',
    variables,
    tour: command.screen.tour === true,
  });
  // Must run before the first request is sent.
  const lastSession = sessionOfLastTime(first);
  const isStored = lastSession && sessionExists(lastSession.name, lastSession.origin, environment);
  const reopened = lastSession && isStored ? await openedSession(lastSession, world) : undefined;
  const store = createStore<State, Action, Effect>({
    initial: reopened && !isFailure(reopened) ? startedIn(first, reopened) : first,
    reduce(state, action) {
      onAction?.(action.type);
      return reduce(state, action);
    },
    perform: (effect, dispatch) => perform(effect, world, onEffect?.(effect, dispatch) ?? dispatch),
    frameMs,
  });
  world.identity = firstIdentity(store.getState());
  return {
    world,
    store,
    begin() {
      world.dispatch = store.dispatch;
      store.dispatch(firstAction(store.getState(), command));
      if (lastSession && !isStored) store.dispatch({ type: 'connect/without-session', name: lastSession.name });
      if (isFailure(reopened)) showError(failureLine(reopened));
      // A mistake in the configuration must not prevent the screen from opening.
      const { themeSetting } = command.screen;
      const problem = problems[0] ?? (themeSetting === undefined ? undefined : readTheme(themeSetting).problem);
      if (problem) showError(failureLine(problem));
    },
    finish,
    finished,
    stop(why) {
      stop.abort(failure('interrupted', why));
      for (const running of world.running.values()) running.abort();
    },
    written: () => Promise.all([world.drafts.close(), ...Object.values(world.writes)]),
  };
}

/** `--yes` confirms everything in advance. */
const guarded = (profile: UsedProfile, yes: true | undefined): UsedProfile => ({
  ...profile,
  confirm: profile.confirm && yes !== true,
});

/** Like `Promise.withResolvers`, which Node 20 lacks. */
function withResolvers<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>(done => {
    resolve = done;
  });
  return { promise, resolve };
}

/** The network options that are credentials. */
function givenNetwork({ url = '', network }: GraphqlCommand): GivenNetwork {
  const { certFile, keyFile, cookies, cookieJar, netrc } = network;
  return {
    url,
    cookies,
    netrc,
    certFile,
    keyFile,
    cookieJar,
  };
}
