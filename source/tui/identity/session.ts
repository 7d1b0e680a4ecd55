/** The session of a tab: choosing, entering and leaving it. */
import { counted } from '../../core/counted.js';
import { authWords } from '../../core/credentials/describe.js';
import { hasCredentials } from '../../core/credentials/flags.js';
import { mayCarryCredential } from '../../core/credentials/header.js';
import { readUrl } from '../../core/request/read-url.js';
import { identityWords, isStoredHeader } from '../../core/session/identity-words.js';
import { changedWords, isSessionName } from '../../core/session/words.js';
import type { Action } from '../model/action.js';
import type { Effect, Update } from '../model/effect.js';
import type { IdentityState, ListedSession, OpenedSession, SessionAction, TabSession } from '../model/identity.js';
import type { Choice } from '../model/overlays.js';
import type { State } from '../model/state.js';
import { choice, openOverlay, prompt } from '../overlays/open.js';
import { activeTabId, notify, refuse, update, withNotice } from '../update.js';
import { carriesCredentials, headerName, sentBy } from './rows.js';
import { withIdentity } from './with-identity.js';

const originOf = ({ connect }: State): string | undefined => readUrl(connect.url)?.origin;

/** Handles session actions. Entering and leaving take effect with the next request. */
export function reduceSession(state: State, action: SessionAction): Update<State> {
  const { session } = state.identity;
  const origin = originOf(state);
  if (origin === undefined) return refuse(state, 'A session requires a server. Open one first.');
  switch (action.type) {
    case 'session/choose':
      return update(state, { kind: 'list-sessions', origin, of: activeTabId(state) });
    case 'session/listed':
      if (action.origin !== origin || action.of !== activeTabId(state)) return update(state);
      return openOverlay(state, choice(`Session for ${origin}`, choicesOf(state, action.sessions)));
    case 'session/ask-name':
      return openOverlay(
        state,
        prompt('Session name', name => ({ type: 'session/enter', name: name.trim() }), {
          hint: `Headers, login and cookies are only for ${origin}`,
          check: name => (isSessionName(name.trim()) ? undefined : nameForm),
        }),
      );
    case 'session/enter':
      if (session?.name === action.name) return notify(state, `This tab is already in the session ${action.name}.`);
      return update(state, {
        kind: 'open-session',
        place: { name: action.name, origin, isReadOnly: state.settings.keepsNothing === true },
        of: activeTabId(state),
      });
    case 'session/opened':
      return opened(state, action);
    case 'session/use':
      if (action.opened.origin !== origin) return update(state);
      return entered(state, action.opened, action.keepsLogin);
    case 'session/leave':
      return session === undefined ? update(state) : left(state, session);
  }
}

const nameForm = 'Use letters, digits, dots, dashes and underscores, starting with a letter or digit.';

function choicesOf({ identity: { session } }: State, sessions: readonly ListedSession[]): readonly Choice<Action>[] {
  const isHere = ({ name }: ListedSession): boolean => name === session?.name;
  // An empty session has no file.
  const all = session && !sessions.some(isHere) ? [{ name: session.name, about: '' }, ...sessions] : sessions;
  return [
    ...all.map(each => ({
      label: each.name,
      detail: isHere(each) ? 'current session' : each.about,
      action: { type: 'session/enter', name: each.name } as const,
    })),
    { label: 'Another name', detail: 'new session', action: { type: 'session/ask-name' } },
    session === undefined
      ? { label: 'None', detail: 'current', action: { type: 'session/leave' } }
      : { label: 'None', detail: `leave ${session.name}`, action: { type: 'session/leave' } },
  ];
}

/** The tab's login, headers and values without the session. */
const ownOf = ({ session, auth, headers, values }: IdentityState): TabSession['before'] =>
  session?.before ?? { auth, headers, values };

const hasOwnLogin = ({ auth, headers }: TabSession['before']): boolean =>
  hasCredentials(sentBy({ auth, headers, values: new Map() }));

const carriesLogin = ({ auth, headers }: OpenedSession): boolean =>
  authWords({ auth, headers: [] }) !== '' || headers.some(mayCarryCredential);

/** Asks before storing the tab's login in a session that has none. */
function opened(
  state: State,
  { of, opened: session, isLastTime }: Extract<SessionAction, { readonly type: 'session/opened' }>,
): Update<State> {
  const { name, isReadOnly } = session;
  if (isLastTime && state.identity.session !== undefined) return update(state);
  if (of !== activeTabId(state) || session.origin !== originOf(state))
    return notify(state, `The session ${name} was not opened because another tab is active.`);
  const identity = ownOf(state.identity);
  if (isLastTime && hasOwnLogin(identity)) return update(state);
  if (isReadOnly || carriesLogin(session) || !hasOwnLogin(identity)) return entered(state, session, false);
  const words = authWords({ auth: identity.auth, headers: identity.headers.map(({ option }) => option) });
  return openOverlay(
    state,
    choice(`The session ${name} has no login`, [
      {
        label: 'Continue without a login',
        detail: `restores ${words} when you leave it`,
        action: { type: 'session/use', opened: session, keepsLogin: false },
      },
      {
        label: 'Store this login in it',
        detail: words,
        action: { type: 'session/use', opened: session, keepsLogin: true },
      },
    ]),
  );
}

/**
 * Merges a session into the identity. The session's login overrides the tab's. Its headers override the tab's headers of the
 * same name, which are switched off but not lost.
 * @param keepsLogin true to preserve the tab's login, including headers that contain credentials
 */
export function inSession(
  identity: IdentityState,
  session: OpenedSession,
  keepsLogin: boolean,
  before = ownOf(identity),
): IdentityState {
  const { name, origin, isReadOnly, auth, headers } = session;
  const names = new Set(headers.map(headerName).filter(Boolean));
  const rows = before.headers.map(row =>
    row.on && (names.has(headerName(row.option)) || (!keepsLogin && carriesCredentials(row)))
      ? { ...row, on: false }
      : row,
  );
  return {
    ...identity,
    // A new object means a new login, without earlier responses and cookies.
    auth: keepsLogin ? { ...before.auth, apiKeys: [...before.auth.apiKeys, ...auth.apiKeys] } : { ...auth },
    headers: [...rows, ...headers.map(option => ({ option, on: true }))],
    values: session.values,
    session: { name, origin, isReadOnly, before },
  };
}

function entered(state: State, session: OpenedSession, keepsLogin: boolean): Update<State> {
  const { name, origin, isReadOnly, auth, headers } = session;
  const before = ownOf(state.identity);
  const identity = inSession(state.identity, session, keepsLogin, before);
  const done = withIdentity(state, { ...identity, used: undefined });
  const login = authWords({ auth, headers: [] });
  const has = [login, headers.length === 0 ? '' : counted(headers.length, 'header')].filter(Boolean).join(' and ');
  const own = authWords({ auth: before.auth, headers: [] });
  const aside = !keepsLogin && own !== '' ? ` Leaving it restores ${own}.` : '';
  const text = `In the session ${name}${has === '' ? '' : `: ${has}`}; cookies for ${origin}.${aside}${isReadOnly ? ' Nothing is saved.' : ''}`;
  const words = keepsLogin ? loginOf(before) : [];
  const saving: readonly Effect[] =
    words.length === 0 ? [] : [{ kind: 'save-session', place: placeOf(identity.session), words, gone: [] }];
  return update(withNotice(done.state, text), ...done.effects, ...saving);
}

const placeOf = ({ name = '', origin = '', isReadOnly = true }: Partial<TabSession> = {}) => ({
  name,
  origin,
  isReadOnly,
});

const loginOf = ({ auth, headers }: TabSession['before']): readonly string[] =>
  identityWords(
    auth,
    headers.filter(carriesCredentials).map(({ option }) => option),
  );

function left(state: State, { name, before }: TabSession): Update<State> {
  const done = withIdentity(state, { ...before, session: undefined, used: undefined });
  const words = authWords({
    auth: before.auth,
    headers: before.headers.filter(each => each.on).map(each => each.option),
  });
  const back = words === '' ? '' : ` ${words} is sent again.`;
  return update(
    withNotice(
      done.state,
      `Left the session ${name}. Its login, headers, values and cookies are no longer sent.${back}`,
    ),
    ...done.effects,
  );
}

/** Initial state of a screen whose endpoint was last used in a session. */
export function startedIn(state: State, session: OpenedSession): State {
  const { identity, notice } = entered(state, session, false).state;
  const text = [state.notice?.text, notice?.text].filter(Boolean).join(' ');
  return withNotice({ ...state, identity: { ...identity, changed: state.identity.changed } }, text);
}

/** Removes the session without a notice, for a server that it does not belong to. */
export function withoutSession(state: State): Update<State> {
  const { session } = state.identity;
  return session === undefined ? update(state) : withIdentity(state, { ...session.before, session: undefined });
}

/** Stores the user's changes to login, headers and cookies in the tab's session, and reports which ones cannot be stored. */
export function followSession(before: State, done: Update<State>): Update<State> {
  let { state } = done;
  const [was, now] = [before.identity, state.identity];
  const { session } = now;
  if (
    session === undefined ||
    session.isReadOnly ||
    session !== was.session ||
    activeTabId(before) !== activeTabId(state)
  )
    return done;
  if (was.auth === now.auth && was.headers === now.headers) return done;
  const wordsOf = ({ auth, headers }: IdentityState) =>
    identityWords(
      auth,
      headers.filter(row => row.on || headerName(row.option) !== 'cookie').map(({ option }) => option),
    );
  const unkept = now.headers.find(row => !was.headers.includes(row) && row.on && !isStoredHeader(row.option));
  if (unkept && unkept.option.kind !== 'file')
    state = withNotice(state, `${unkept.option.name} is sent until you quit, but not saved in the session.`);
  const changed = changedWords(wordsOf(was), wordsOf(now));
  if (changed.words.length + changed.gone.length === 0) return update(state, ...done.effects);
  return update(state, ...done.effects, { kind: 'save-session', place: placeOf(session), ...changed });
}
