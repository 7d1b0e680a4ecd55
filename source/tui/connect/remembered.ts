/** Remembered settings. What the user sets on the screen for a server or profile is restored the next time. */
import { authWords } from '../../core/credentials/describe.js';
import { isFailure } from '../../core/failure.js';
import { storableUrl } from '../../core/history.js';
import { type Remembered, storableLine, storableServer } from '../../core/remembered.js';
import { readHeaderLine } from '../../core/request/header-option.js';
import { readUrl } from '../../core/request/read-url.js';
import { bullets } from '../../core/secret.js';
import { hasLogin, sentBy } from '../identity/rows.js';
import type { ConnectState, SchemaSource } from '../model/connect.js';
import type { Effect, Update } from '../model/effect.js';
import type { HeaderRow, IdentityState, SessionPlace } from '../model/identity.js';
import type { State } from '../model/state.js';
import { activeTabId, update, withNotice } from '../update.js';

/** The URL or profile name under which settings are stored; empty if no endpoint is open. */
const placeOf = ({ url, profile }: Pick<ConnectState, 'url' | 'profile'>): string => {
  if (url === '') return '';
  if (profile === undefined) return storableUrl(url);
  return `@${profile.name}`;
};

/** Stores the open server's settings after a change by the user, and once its schema has loaded. */
export function followRemembered(before: State, done: Update<State>): Update<State> {
  const { state } = done;
  const place = placeOf(state.connect);
  const isSameIdentity =
    state.identity.headers === before.identity.headers &&
    state.identity.auth === before.identity.auth &&
    state.identity.session?.name === before.identity.session?.name;
  const isSame =
    isSameIdentity &&
    state.identity.sends === before.identity.sends &&
    state.connect.origin === before.connect.origin &&
    state.transport === before.transport &&
    state.shift === before.shift &&
    state.rise === before.rise &&
    state.grouping === before.grouping &&
    state.connect.server === before.connect.server;
  if (isSame || place === '' || place !== placeOf(before.connect) || state.tabs.at !== before.tabs.at) return done;
  const known = state.settings.remembered.get(place) ?? {};
  const current = settingsOf(state);
  const settings: Remembered = {
    ...current,
    // Names of secrets and the previous session stay until headers or login change.
    left: current.left ?? (isSameIdentity ? known.left : undefined),
    login: current.login ?? (isSameIdentity ? known.login : undefined),
    session: current.session ?? (isSameIdentity ? known.session : undefined),
    schema: schemaOf(state, known),
    server: serverIn(state.connect, known),
  };
  const isRead = state.connect.origin !== before.connect.origin;
  const isKnown = isRead
    ? settings.login === known.login && settings.schema === known.schema && settings.session === known.session
    : state.connect.server === before.connect.server &&
      JSON.stringify(settingsOf(state)) === JSON.stringify(settingsOf(before));
  if (isKnown) return done;
  const remembered = new Map(state.settings.remembered).set(place, settings);
  const kept = { ...state, settings: { ...state.settings, remembered } };
  return update(kept, ...done.effects, { kind: 'remember', place, settings });
}

/** The chosen schema file. A GraphQL schema file stays while the user works on the server's HTTP requests. */
function schemaOf({ connect: { kind, origin } }: State, remembered: Remembered): Remembered['schema'] {
  if (kind === 'http' || origin === undefined) return remembered.schema;
  return origin.from === 'file' && origin.isChosen && storableUrl(origin.path) === origin.path
    ? origin.path
    : undefined;
}

/** The chosen server or, until one is chosen, the previous choice. */
function serverIn({ description, server }: ConnectState, remembered: Remembered): Remembered['server'] {
  const chosen = server && description?.servers[server.at];
  return server && chosen ? storableServer(chosen, server.values) : remembered.server;
}

/** Settings that differ from the defaults. */
function settingsOf({ identity: sent, transport, shift, rise, grouping }: State): Remembered {
  const { session } = sent;
  // The session itself stores its headers and login.
  const identity = session === undefined ? sent : { ...sent, ...session.before };
  const typed = identity.headers.filter(row => row.typed === true);
  const linesOf = (on: boolean) => typed.flatMap(row => (row.on === on ? (storableLine(row.option) ?? []) : []));
  const left = typed.flatMap(({ option }) =>
    storableLine(option) === undefined && option.kind !== 'file' ? option.name : [],
  );
  return {
    headers: unlessEmpty(linesOf(true)),
    off: unlessEmpty(linesOf(false)),
    login: loginName(identity) || undefined,
    left: unlessEmpty(left),
    session: session?.isReadOnly === false ? session.name : undefined,
    get: transport.get || undefined,
    protocol: transport.protocol === 'auto' ? undefined : transport.protocol,
    persisted: identity.sends.persisted || undefined,
    shift: shift || undefined,
    rise: rise || undefined,
    grouping: grouping === 'tag' ? undefined : grouping,
  };
}

const unlessEmpty = (items: readonly string[]): readonly string[] | undefined =>
  items.length === 0 ? undefined : items;

/**
 * Applies the remembered settings of the opened server. Flags take precedence, and so do headers from the command line or the
 * profile.
 */
export function withRemembered(state: State): Update<State> {
  const remembered = state.settings.remembered.get(placeOf(state.connect));
  if (remembered === undefined) return update(state.grouping === 'tag' ? state : { ...state, grouping: 'tag' });
  const identity = identityWith(state.identity, remembered);
  const added = identity.headers.slice(state.identity.headers.length);
  const transport = {
    get: state.transport.get || remembered.get === true,
    protocol: state.transport.protocol === 'auto' ? (remembered.protocol ?? 'auto') : state.transport.protocol,
  };
  const { shift = state.shift, rise = state.rise } = remembered;
  const next: State = { ...state, identity, transport, shift, rise, grouping: remembered.grouping ?? 'tag' };
  const words = restoredWords(state.identity, identity, remembered);
  const effects: readonly Effect[] = added.length === 0 ? [] : [{ kind: 'identify', identity: sentBy(identity) }];
  const place = sessionOfLastTime(next);
  const entering: readonly Effect[] = place
    ? [{ kind: 'open-session', place, of: activeTabId(state), isLastTime: true }]
    : [];
  return update(words === '' ? next : withNotice(next, `${words} Press H to see all.`), ...effects, ...entering);
}

/** The restored headers, the secrets that were not stored, and the last session, as sentences. */
function restoredWords(before: IdentityState, identity: IdentityState, remembered: Remembered): string {
  const { left = [], login, session } = remembered;
  const added = identity.headers.slice(before.headers.length);
  const names = added.map(({ option, on }) => (on ? nameOf(option) : `${nameOf(option)} (off)`));
  const lost = login === undefined || hasLogin(before) ? left : [...left, login];
  const isOtherLogin = session !== undefined && identity.session === undefined && hasLogin(identity);
  return [
    names.length === 0 ? '' : `Restored headers: ${names.join(', ')}.`,
    lost.length === 0 ? '' : `Not saved: ${lost.join(', ')}.`,
    isOtherLogin ? `The last session was ${session}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * The session used last for this endpoint, or undefined if there was none or the tab already has a login or another session.
 */
export function sessionOfLastTime({ settings, connect, identity }: State): SessionPlace | undefined {
  const name = settings.remembered.get(placeOf(connect))?.session;
  const origin = readUrl(connect.url)?.origin;
  if (name === undefined || origin === undefined || identity.session !== undefined || hasLogin(identity))
    return undefined;
  return { name, origin, isReadOnly: settings.keepsNothing === true };
}

/** Continues without a session that has been removed, and forgets that it was used. */
export function withoutLastSession(state: State, name: string): Update<State> {
  const place = placeOf(state.connect);
  const { session, ...settings } = state.settings.remembered.get(place) ?? {};
  if (session !== name) return update(state);
  const remembered = new Map(state.settings.remembered).set(place, settings);
  const noticed = withNotice(state, `The last session, ${name}, was removed. No session is used.`);
  return update({ ...noticed, settings: { ...state.settings, remembered } }, { kind: 'remember', place, settings });
}

/** Source of the server's schema: the remembered file, or the server if there is none. */
export function schemaSource({ settings }: State, place: Pick<ConnectState, 'kind' | 'url' | 'profile'>): SchemaSource {
  const { openapi } = place.profile ?? {};
  if (place.kind === 'http')
    return openapi === undefined ? { from: 'endpoint', url: place.url } : { from: 'file', path: openapi };
  const schema = settings.remembered.get(placeOf(place))?.schema;
  return schema === undefined ? { from: 'endpoint', url: place.url } : { from: 'file', path: schema, how: 'kept' };
}

/** The remembered server of a description for this endpoint, or undefined if none was chosen. */
export const serverOfLastTime = ({ settings, connect }: State): Remembered['server'] =>
  settings.remembered.get(placeOf(connect))?.server;

/** The login in words, without its secret. For an API key, its name. */
const loginName = ({ auth }: IdentityState): string =>
  authWords({ auth, headers: [] }).replaceAll(new RegExp(`[ :=]${bullets}`, 'g'), '');

/** Adds the remembered headers of a profile to the identity of a tab that is not visible. */
export const identityOf = (identity: IdentityState, profile: string, { settings }: State): IdentityState =>
  identityWith(identity, settings.remembered.get(`@${profile}`) ?? {});

const nameOf = (option: HeaderRow['option']): string => (option.kind === 'file' ? '' : option.name);

function identityWith(identity: IdentityState, { headers = [], off = [], persisted }: Remembered): IdentityState {
  const given = new Set(identity.headers.map(({ option }) => nameOf(option).toLowerCase()));
  const rowOf = (line: string, on: boolean): readonly HeaderRow[] => {
    const option = readHeaderLine(line);
    return isFailure(option) || given.has(option.name.toLowerCase()) ? [] : [{ option, on, typed: true }];
  };
  const rows = [...headers.flatMap(line => rowOf(line, true)), ...off.flatMap(line => rowOf(line, false))];
  const isHashed = persisted === true && identity.sends.documentId === undefined && !identity.sends.persisted;
  const sends = isHashed ? { ...identity.sends, persisted: true } : identity.sends;
  if (rows.length === 0 && !isHashed) return identity;
  const { session } = identity;
  return {
    ...identity,
    headers: [...identity.headers, ...rows],
    sends,
    session: session && { ...session, before: { ...session.before, headers: [...session.before.headers, ...rows] } },
  };
}
