/** The endpoint and its schema: from the URL prompt to a usable tree. */
import type { Failure } from '../../core/failure.js';
import type { SchemaChange } from '../../core/graphql/schema-diff/diff.js';
import { countText } from '../../core/graphql/schema-diff/severity.js';
import { chooseServer } from '../../core/openapi/document/servers.js';
import { noDescription } from '../../core/openapi/options.js';
import { nameForm } from '../../core/profiles.js';
import { runText } from '../../core/text/commands.js';
import { replaceText, textOf } from '../../core/text/editor.js';
import { sentBy } from '../identity/rows.js';
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
import { update, withNotice } from '../update.js';
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
  switch (action.type) {
    case 'connect/text': {
      const command =
        action.command.do === 'paste' ? { ...action.command, text: action.command.text.trim() } : action.command;
      return update(changeConnect(state, { field: runText(connect.field, command), problem: undefined, selected: -1 }));
    }
    case 'connect/move': {
      const selected = Math.max(-1, Math.min(connect.recent.length - 1, connect.selected + action.by));
      return update(changeConnect(state, { selected }));
    }
    case 'connect/accept': {
      const typed = typedPlace(connect);
      if (action.typed === undefined) return askKind(state, typed) ?? acceptUrl(state, typed);
      return isAsking(connect, action.typed) ? acceptUrl({ ...state, notice: undefined }, typed) : update(state);
    }
    case 'connect/open':
      return openUrl(state, action.url, undefined, action.keep);
    case 'connect/load':
      return load(state, action.source, action.refresh ?? false);
    case 'connect/retry':
      return connect.source === undefined ? update(state) : load(state, connect.source, true);
    case 'connect/progress':
      return action.id === connect.loadId ? update(changeConnect(state, { progress: action.text })) : update(state);
    case 'connect/loaded': {
      if (action.id !== connect.loadId) return update(state);
      const next = changeConnect(state, {
        phase: 'ready',
        failure: undefined,
        index: action.index,
        schema: undefined,
        schemaProblem: undefined,
        origin: originOf(connect, action.read),
        progress: '',
      });
      const build = { kind: 'build-schema', id: action.id } as const;
      if (action.read === undefined) return update(schemaLoaded(next), build);
      return update(schemaLoaded({ ...next, now: action.read.now }), build, updateClock);
    }
    case 'connect/described': {
      if (action.id !== connect.loadId) return update(state);
      const { description } = action;
      const [first] = description.operations;
      const url = connect.url || (first && chooseServer(description, first)) || '';
      const next = changeConnect(state, {
        phase: 'ready',
        failure: undefined,
        url,
        description,
        origin: originOf(connect, action.read),
        progress: '',
      });
      const open = connect.description === undefined ? openAtFirst(description, state.grouping) : [];
      const shown = withServerOfLastTime(schemaLoaded(opened(next, open)));
      return action.read === undefined ? update(shown) : update({ ...shown, now: action.read.now }, updateClock);
    }
    case 'connect/without-session':
      return withoutLastSession(state, action.name);
    case 'connect/aged':
      return update({ ...state, now: action.now }, updateClock);
    case 'connect/failed':
      if (action.id !== connect.loadId) return update(state);
      if (connect.source?.from === 'file' && connect.source.how === 'kept') return withoutFile(state, action.failure);
      if (connect.isGuess && !hasSchema(connect) && action.failure.code === noDescription)
        return update(asTyped(state, action.failure));
      // Only the refresh failed. The current schema stays usable.
      return update(
        !hasSchema(connect)
          ? withoutSearch(changeConnect(state, { phase: 'failed', failure: action.failure, progress: '' }))
          : withNotice(changeConnect(state, { phase: 'ready', progress: '' }), action.failure.text, 'error'),
      );
    case 'connect/built':
      if (action.id !== connect.loadId) return update(state);
      return runWaiting(
        tickWhenReady(schemaLoaded(changeConnect(state, { schema: action.schema, schemaProblem: action.problem }))),
      );
    case 'connect/changed':
      if (action.id !== connect.loadId) return update(state);
      return update(reportChanges(reopenChanges(changeConnect(state, { changes: action.changes })), action.changes));
    case 'connect/without':
      return update(
        rebuild(changeConnect({ ...state, focus: 'query', side: 'query' }, { phase: 'without', failure: undefined })),
      );
    case 'connect/ask':
      return update(
        changeConnect(state, { phase: 'asking', problem: undefined, selected: -1, recent: profileNames(state) }),
        {
          kind: 'read-endpoints',
        },
      );
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
      return update(changeConnect(state, { recent: [...profileNames(state), ...action.urls] }));
    case 'connect/stop':
      return connect.loadId === undefined ? update(state) : update(state, { kind: 'cancel', id: connect.loadId });
    case 'connect/leave':
      if (hasSchema(connect)) return update(changeConnect(state, { phase: 'ready' }));
      return update(connect.url === '' ? state : changeConnect(state, { phase: 'without' }));
    case 'connect/ask-profile':
      return openOverlay(
        state,
        prompt('Profile name', name => ({ type: 'connect/write-profile', name: name.trim() }), {
          hint: `@name will be short for ${connect.url} with this login; secrets are saved only as env:NAME and file:PATH`,
          check: name =>
            nameForm.test(name.trim()) ? undefined : 'Use letters, digits, dots, dashes and underscores.',
        }),
      );
    case 'connect/write-profile': {
      const { name } = action;
      const { auth, headers } = sentBy(state.identity);
      const identity = { auth, headers };
      const profiles = new Map(state.settings.profiles).set(name, { url: connect.url, confirm: false, identity });
      const known = { ...state, settings: { ...state.settings, profiles } };
      return update(known, { kind: 'write-profile', name, url: connect.url, identity });
    }
    case 'connect/ask-file':
      return openOverlay(
        state,
        prompt(
          kindWords[state.connect.kind].file,
          path => ({ type: 'connect/load', source: sourceNamed(path.trim(), connect.url) }),
          {
            hint: `${kindWords[state.connect.kind].fileHint}${connect.url === '' ? '' : '; leave empty to ask the server'}`,
            isPath: true,
            check: path => (path.trim() === '' && connect.url === '' ? 'A path is required.' : undefined),
          },
        ),
      );
  }
}

const sourceNamed = (path: string, url: string): SchemaSource =>
  path === '' ? { from: 'endpoint', url } : { from: 'file', path, how: 'chosen' };

function originOf({ source }: ConnectState, read: ReadSchema | undefined): SchemaOrigin | undefined {
  if (source?.from === 'file') return { from: 'file', path: source.path, isChosen: source.how !== undefined };
  return read === undefined ? undefined : { from: read.kept === true ? 'kept' : 'server', at: read.at };
}

/** Continues without a description: requests are typed by hand, starting from an initial one. */
function asTyped(state: State, { text }: Failure): State {
  const { url } = state.connect;
  const left = changeConnect({ ...state, focus: 'query', side: 'query' }, { phase: 'without', progress: '' });
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

const updateClock = { kind: 'update-clock', ms: minuteMs } as const;

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
