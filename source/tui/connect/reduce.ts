/** The endpoint and its schema: from the URL prompt to a usable tree. */
import type { Failure } from '../../core/failure.js';
import type { SchemaChange } from '../../core/graphql/schema-diff/diff.js';
import { countText } from '../../core/graphql/schema-diff/severity.js';
import { chooseServer } from '../../core/openapi/document/servers.js';
import { noDescription, unsupportedVersion } from '../../core/openapi/options.js';
import { nameForm } from '../../core/profiles.js';
import { runText, type TextCommand } from '../../core/text/commands.js';
import { replaceText, textOf } from '../../core/text/editor.js';
import { sentBy } from '../identity/rows.js';
import { clamp } from '../layout.js';
import type { ConnectAction, ConnectState, ReadSchema, SchemaOrigin, SchemaSource } from '../model/connect.js';
import type { Effect, Update } from '../model/effect.js';
import type { State } from '../model/state.js';
import { openOverlay, prompt } from '../overlays/open.js';
import { setEditor } from '../query/text.js';
import { runWaiting } from '../response/run.js';
import { openAtFirst } from '../schema/api/groups.js';
import { schemaLoaded } from '../schema/reduce.js';
import { opened, rebuild } from '../schema/rows.js';
import { reopenChanges, withoutSearch } from '../schema/search/reduce.js';
import { tickWhenReady } from '../schema/ticks.js';
import { kindWords } from '../screen-words.js';
import { refuse, update, withNotice } from '../update.js';
import { minuteMs } from './age.js';
import { chooseEnvironment, goToEnvironment } from './environments.js';
import { askKind, isAsking, typedPlace } from './kind.js';
import { changeConnect, hasSchema, isLoading, load } from './load.js';
import { acceptUrl, openUrl } from './open.js';
import { withoutLastSession } from './remembered.js';
import { chooseAmong, chooseServerAt, withServer, withServerOfLastTime } from './servers.js';

/** Results of an earlier load are ignored. A failed refresh keeps the current schema. */
export function reduceConnect(state: State, action: ConnectAction): Update<State> {
  const { connect } = state;
  const changed = (part: Partial<ConnectState>) => update(changeConnect(state, part));
  if ('id' in action && action.id !== connect.loadId) return update(state);
  switch (action.type) {
    case 'connect/text':
      return update(edited(state, action.command));
    case 'connect/move':
      return changed({ selected: clamp(connect.selected + action.by, -1, connect.recent.length - 1) });
    case 'connect/accept':
      return accept(state, action.typed);
    case 'connect/open':
      return openUrl(state, action.url, undefined, action.keep);
    case 'connect/load':
      return load(state, action.source, action.refresh ?? false);
    case 'connect/retry':
      return connect.source === undefined ? update(state) : load(state, connect.source, true);
    case 'connect/progress':
      return changed({ progress: action.text });
    case 'connect/loaded':
      return loaded(state, action);
    case 'connect/described':
      return described(state, action);
    case 'connect/failed':
      return failed(state, action.failure);
    case 'connect/built':
      return runWaiting(
        tickWhenReady(schemaLoaded(changeConnect(state, { schema: action.schema, schemaProblem: action.problem }))),
      );
    case 'connect/changed':
      return update(reportChanges(reopenChanges(changeConnect(state, { changes: action.changes })), action.changes));
    case 'connect/without-session':
      return withoutLastSession(state, action.name);
    case 'connect/aged':
      return update({ ...state, now: action.now }, updateClock);
    case 'connect/without':
      return update(rebuild(withoutTree(state, { failure: undefined })));
    case 'connect/ask':
      return askUrl(state);
    case 'connect/ask-environment':
      return chooseEnvironment(state);
    case 'connect/ask-server':
      return chooseAmong(state);
    case 'connect/server':
      return chooseServerAt(state, action.at, action.values);
    case 'connect/use-server':
      return withServer(state, action.server);
    case 'connect/environment':
      return goToEnvironment(state, action.name, action.everywhere ?? false);
    case 'connect/recent':
      return changed({ recent: [...profileNames(state), ...action.urls] });
    case 'connect/stop':
      return connect.loadId === undefined ? update(state) : update(state, { kind: 'cancel', id: connect.loadId });
    case 'connect/leave':
      return update(backToEndpoint(state));
    case 'connect/ask-profile':
      return askProfile(state);
    case 'connect/write-profile':
      return writeProfile(state, action.name);
    case 'connect/ask-file':
      return askFile(state);
  }
}

const askUrl = (state: State): Update<State> =>
  update(changeConnect(state, { phase: 'asking', problem: undefined, selected: -1, recent: profileNames(state) }), {
    kind: 'read-endpoints',
  });

/** Closes the URL prompt if an endpoint is open. */
function backToEndpoint(state: State): State {
  if (hasSchema(state.connect)) return changeConnect(state, { phase: 'ready' });
  return state.connect.url === '' ? state : changeConnect(state, { phase: 'without' });
}

/** The state after an edit of the URL. A pasted URL is trimmed. */
function edited(state: State, command: TextCommand): State {
  const trimmed = command.do === 'paste' ? { ...command, text: command.text.trim() } : command;
  return changeConnect(state, { field: runText(state.connect.field, trimmed), problem: undefined, selected: -1 });
}

/**
 * Opens the URL of the prompt.
 * @param typed the text for which the kind of the endpoint was requested, or undefined if Enter was pressed
 */
function accept(state: State, typed: string | undefined): Update<State> {
  const { connect } = state;
  const url = typedPlace(connect);
  if (typed === undefined) return askKind(state, url) ?? acceptUrl(state, url);
  return isAsking(connect, typed) ? acceptUrl({ ...state, notice: undefined }, url) : update(state);
}

type ResultOf<Type extends ConnectAction['type']> = Extract<ConnectAction, { readonly type: Type }>;

/** The tree is usable before the graphql-js schema is built. */
function loaded(state: State, { id, index, read }: ResultOf<'connect/loaded'>): Update<State> {
  const next = ready(state, read, { index, schema: undefined, schemaProblem: undefined });
  return update(schemaLoaded(next), { kind: 'build-schema', id }, ...clockFor(read));
}

function described(state: State, { description, read }: ResultOf<'connect/described'>): Update<State> {
  const { connect } = state;
  const [first] = description.operations;
  const url = connect.url || (first && chooseServer(description, first)) || '';
  const open = connect.description === undefined ? openAtFirst(description, state.grouping) : [];
  const next = opened(ready(state, read, { url, description }), open);
  return update(withServerOfLastTime(schemaLoaded(next)), ...clockFor(read));
}

/** The state with a loaded schema or description. */
const ready = (state: State, read: ReadSchema | undefined, part: Partial<ConnectState>): State => ({
  ...state,
  connect: {
    ...state.connect,
    ...part,
    phase: 'ready',
    failure: undefined,
    origin: originOf(state.connect, read),
    progress: '',
  },
  now: read?.now ?? state.now,
});

function originOf({ source }: ConnectState, read: ReadSchema | undefined): SchemaOrigin | undefined {
  if (source?.from === 'file') return { from: 'file', path: source.path, isChosen: source.how !== undefined };
  return read && { from: read.kept === true ? 'kept' : 'server', at: read.at };
}

const updateClock = { kind: 'update-clock', ms: minuteMs } as const;

/** The age of a schema from a server is displayed, so the clock is updated. */
const clockFor = (read: ReadSchema | undefined): readonly Effect[] => (read === undefined ? [] : [updateClock]);

function failed(state: State, failure: Failure): Update<State> {
  const { source, isGuess } = state.connect;
  if (source?.from === 'file' && source.how === 'kept') return withoutFile(state, failure);
  // Only the refresh failed. The current schema stays usable.
  if (hasSchema(state.connect)) return refuse(changeConnect(state, { phase: 'ready', progress: '' }), failure.text);
  const isUndescribed = failure.code === noDescription || failure.code === unsupportedVersion;
  if (isGuess && isUndescribed) return update(asTyped(state, failure));
  return update(withoutSearch(changeConnect(state, { phase: 'failed', failure, progress: '' })));
}

function askProfile(state: State): Update<State> {
  const write = (name: string) => ({ type: 'connect/write-profile', name: name.trim() }) as const;
  return openOverlay(
    state,
    prompt('Profile name', write, {
      hint: `@name will be short for ${state.connect.url} with this login; secrets are saved only as env:NAME and file:PATH`,
      check: name => (nameForm.test(name.trim()) ? undefined : 'Use letters, digits, dots, dashes and underscores.'),
    }),
  );
}

/** Saves the endpoint with its login as a profile. */
function writeProfile(state: State, name: string): Update<State> {
  const { url } = state.connect;
  const { auth, headers } = sentBy(state.identity);
  const identity = { auth, headers };
  const profiles = new Map(state.settings.profiles).set(name, { url, confirm: false, identity });
  return update(
    { ...state, settings: { ...state.settings, profiles } },
    { kind: 'write-profile', name, url, identity },
  );
}

/** Prompts for the path of a schema or description. An empty path loads it from the server. */
function askFile(state: State): Update<State> {
  const { kind, url } = state.connect;
  const { file, fileHint } = kindWords[kind];
  const sourceNamed = (path: string): SchemaSource =>
    path === '' ? { from: 'endpoint', url } : { from: 'file', path, how: 'chosen' };
  return openOverlay(
    state,
    prompt(file, path => ({ type: 'connect/load', source: sourceNamed(path.trim()) }), {
      hint: url === '' ? fileHint : `${fileHint}; leave empty to ask the server`,
      isPath: true,
      check: path => (path.trim() === '' && url === '' ? 'A path is required.' : undefined),
    }),
  );
}

/** Gives the focus to the text, and continues without a tree. */
const withoutTree = (state: State, part: Partial<ConnectState>): State =>
  changeConnect({ ...state, focus: 'query', side: 'query' }, { ...part, phase: 'without' });

/** Continues without a description: requests are typed by hand, starting from an initial one. */
function asTyped(state: State, { text }: Failure): State {
  const { url } = state.connect;
  const left = withoutTree(state, { progress: '' });
  const isEmpty = textOf(state.query.editor).trim() === '';
  const editor = replaceText(state.query.editor, `GET ${url}\n`);
  const next = isEmpty ? setEditor(left, 'query', editor) : left;
  return withNotice(rebuild(next), `${text} Requests are sent without checks.`);
}

/** Falls back to the server if the remembered schema file is missing or broken. */
function withoutFile(state: State, reason: Failure): Update<State> {
  const loading = load(state, { from: 'endpoint', url: state.connect.url }, false);
  const text = `Cannot use the last schema file: ${reason.text} Loading from the server instead.`;
  return update(withNotice(loading.state, text, 'error'), ...loading.effects);
}

/** Reports the changes found by a refresh: the most severe one, and how to list all of them. */
function reportChanges(state: State, changes: readonly SchemaChange[]): State {
  const [worst] = changes;
  if (worst === undefined) return state;
  const text = changes.length === 1 ? worst.text : `${countText(changes)}. ${worst.text}`;
  const tone = worst.severity === 'breaking' ? 'error' : undefined;
  return withNotice(state, `The schema has changed: ${text} Press D in the tree to see only changes.`, tone);
}

const profileNames = ({ settings }: State): readonly string[] => [...settings.profiles.keys()].map(name => `@${name}`);

export const connectReducers = { connect: reduceConnect };

/** Requests the schema again if there is none. An existing schema stays until the user reloads it. */
export function followIdentity(done: Update<State>): Update<State> {
  const { state } = done;
  const { connect, identity } = state;
  if (!identity.changed || state.overlays.length > 0) return done;
  const settled = { ...state, identity: { ...identity, changed: false } };
  if (connect.phase === 'asking' || connect.source?.from !== 'endpoint') return { ...done, state: settled };
  if (hasSchema(connect)) {
    const { sourceName } = kindWords[state.connect.kind];
    const text = `Applies from the next request. Press R to reload the ${sourceName}.`;
    return { ...done, state: { ...settled, notice: state.notice ?? { text, tone: 'info' } } };
  }
  const old: readonly Effect[] =
    isLoading(connect) && connect.loadId !== undefined ? [{ kind: 'cancel', id: connect.loadId }] : [];
  const again = reduceConnect(settled, { type: 'connect/retry' });
  return update(again.state, ...done.effects, ...old, ...again.effects);
}
