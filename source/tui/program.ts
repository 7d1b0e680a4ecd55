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
import type { Identity } from './model/identity.js';
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

export interface Program {
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
  const inputs = await readInputs(typed, environment);
  if (isFailure(inputs)) return inputs;
  const showError = (text: string): void => world.dispatch?.({ type: 'app/notice', text, tone: 'error' });
  const log = openLog(inputs.command, environment, showError);
  if (isFailure(log)) return log;
  const { promise: finished, resolve: finish } = withResolvers<number | Failure>();
  const stop = new AbortController();
  const { stdin, stdout, stderr, folder } = environment;
  const world: EffectContext = {
    ...emptyContext(inputs, options),
    environment: { ...environment, stdin, stdout, stderr, folder, signal: stop.signal },
    end: finish,
    drafts: options.keepsDrafts === false ? noDrafts : draftWriter(environment, options.onDraft),
    log,
  };
  // Must run before the first request is sent.
  const { state: initial, report } = await inLastSession(startState(startOptions(inputs, options, environment)), world);
  const store = createStore<State, Action, Effect>({
    initial,
    reduce(state, action) {
      options.onAction?.(action.type);
      return reduce(state, action);
    },
    perform: (effect, dispatch) => perform(effect, world, options.onEffect?.(effect, dispatch) ?? dispatch),
    frameMs: options.frameMs,
  });
  world.identity = firstIdentity(store.getState());
  return {
    world,
    store,
    begin() {
      world.dispatch = store.dispatch;
      store.dispatch(firstAction(store.getState(), inputs.command));
      if (report) store.dispatch(report);
      // A mistake in the configuration must not prevent the screen from opening.
      if (inputs.problem) showError(failureLine(inputs.problem));
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

/** The command with everything that it names: files, values of profiles, and keys. */
interface Inputs extends Required<Pick<StartOptions, 'bindings' | 'profiles'>> {
  readonly command: GraphqlCommand;
  readonly identity: Identity;
  readonly variables: string;
  /** The first mistake in the configuration of keys and the theme. */
  readonly problem: Failure | undefined;
}

async function readInputs(typed: GraphqlCommand, environment: Environment): Promise<Inputs | Failure> {
  const command = await withObjects(typed, environment);
  if (isFailure(command)) return command;
  const { keys = new Map(), themeSetting } = command.screen;
  const profiles = await withPlaceValues(command.screen.profiles ?? new Map(), environment);
  const values = await placeValues(command.profile?.values, environment);
  const { bindings, problems } = withKeys(keyTable, keys);
  const variables = command.variables === undefined ? '' : await readText(command.variables, environment);
  if (isFailure(variables)) return variables;
  return {
    command,
    identity: { auth: command.auth, headers: command.headers, ...values },
    profiles,
    bindings,
    variables,
    problem: problems[0] ?? (themeSetting === undefined ? undefined : readTheme(themeSetting).problem),
  };
}

/** The context of effects without anything in progress. */
function emptyContext({ command, identity }: Inputs, { start, session, idleWork, keepsDrafts }: ProgramOptions) {
  const begun = start.session;
  return {
    // A session belongs to its origin and does not apply to URLs from flags on other origins.
    command: begun ? { ...command, ...begun.outside } : command,
    start,
    session,
    sessions: new Map(begun ? [[sessionKey(begun.stored), begun.stored]] : []),
    identity,
    endpoints: new WeakMap(),
    tokens: new WeakMap(),
    currentId: new AsyncLocalStorage<number>(),
    approved: new Map(),
    running: new Map(),
    writes: {},
    messageSenders: new Map(),
    idleWork,
    loaded: new Map(),
    remembers: keepsDrafts !== false,
  };
}

function startOptions(
  { command, identity, profiles, bindings, variables }: Inputs,
  { columns, rows, theme, mouse, start, keepsDrafts }: ProgramOptions,
  environment: Environment,
): StartOptions {
  const { url, profile, screen } = command;
  return {
    columns,
    rows,
    theme,
    mouse,
    kind: start.kind,
    otherTabs: start.otherTabs ?? [],
    isGuess: start.isGuess,
    flags: start.flags,
    session: start.session && { ...start.session.stored, outside: start.session.outside },
    bindings,
    url,
    identity,
    sends: command.sends,
    transport: { get: command.get, protocol: command.subscriptionProtocol },
    hosts: screen.hosts,
    profiles,
    synonyms: synonymsWith(screen.searchSynonyms),
    editor: screen.editor,
    layout: screen.layout,
    network: givenNetwork(command),
    connectionParams: command.connectionParams === undefined ? undefined : (url ?? ''),
    profile: profile && guarded(profile, command.yes),
    remembered: keepsDrafts === false ? undefined : rememberedPlaces(environment),
    query: '',
    variables,
    tour: screen.tour === true,
  };
}

/** The state in the session used last for the endpoint. `report` explains why it could not be opened. */
async function inLastSession(
  first: State,
  world: EffectContext,
): Promise<{ readonly state: State; readonly report?: Action }> {
  const last = sessionOfLastTime(first);
  if (last === undefined) return { state: first };
  if (!sessionExists(last.name, last.origin, world.environment))
    return { state: first, report: { type: 'connect/without-session', name: last.name } };
  const session = await openedSession(last, world);
  return isFailure(session)
    ? { state: first, report: { type: 'app/notice', text: failureLine(session), tone: 'error' } }
    : { state: startedIn(first, session) };
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
