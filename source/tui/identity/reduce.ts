import type { OAuth2Options } from '../../core/options.js';
import type { Update } from '../model/effect.js';
import type { IdentityAction, IdentityRow, IdentityState, KeyPlace } from '../model/identity.js';
import type { State } from '../model/state.js';
import { openOverlay, topOverlay } from '../overlays/open.js';
import { activeTabId, notify, update, withNotice } from '../update.js';
import { chooseDescribed } from './described.js';
import { isKeyHeader } from './form/api-key.js';
import { reduceForm } from './form/reduce.js';
import { reduceLogin } from './login.js';
import { accountIn, carriesCredentials, identityRows, startIdentity } from './rows.js';
import { reduceSession } from './session.js';
import { promptTransport, togglePersisted, without, withTransport } from './transport.js';
import { askHeader, setHeader } from './typed-header.js';
import { reduceValues } from './values.js';
import { withIdentity } from './with-identity.js';

/** Applies a change to the next request. An invalid header line becomes a notice. */
export function reduceIdentity(state: State, action: IdentityAction): Update<State> {
  const { identity } = state;
  switch (action.type) {
    case 'identity/open':
      return openOverlay(state, { kind: 'identity', selected: 0 });
    case 'identity/enter':
      return editRow(state, markedRow(state));
    case 'identity/toggle':
      return toggleRow(state, markedRow(state));
    case 'identity/delete':
      return deleteRow(state, markedRow(state));
    case 'identity/ask-header':
      return askHeader(state, action.at);
    case 'identity/header':
      return setHeader(state, action.line, action.at);
    case 'identity/ask-sends':
      return promptTransport(state, action.what);
    case 'identity/sends':
      return update(withTransport(state, action.sends));
    case 'identity/payload':
      return update({ ...state, identity: { ...identity, connectionParams: action.json } });
    case 'identity/leave':
      return leaveServer(state, action.origin);
    case 'identity/forget-values':
      return identity.values.size + identity.configured.size === 0 ? update(state) : withIdentity(state, noValues());
    case 'identity/host':
      return withIdentity(state, {
        ...startIdentity(action.identity, identity.hosts, identity.sends),
        offered: undefined,
        session: undefined,
        connectionParams: undefined,
      });
    case 'identity/offered':
      // With an OAuth login, the reason for the refusal has already been reported.
      if (identity.auth.oauth2 !== undefined) return update(state);
      return notify({ ...state, identity: { ...identity, offered: action.offered } }, offeredNote);
    case 'identity/described':
      return chooseDescribed(state);
    case 'identity/found':
      return loginFound(state, action);
    case 'identity/look':
      return lookForLogin(state);
    case 'identity/auth':
      return withIdentity(state, { auth: action.auth });
    case 'identity/account':
      return update(withAccount(state, action.login, action.account));
  }
}

function markedRow(state: State): IdentityRow | undefined {
  const overlay = topOverlay(state);
  return overlay?.kind === 'identity' ? identityRows(state)[overlay.selected] : undefined;
}

/** Edits a row. The row of the login opens the form. */
function editRow(state: State, row: IdentityRow | undefined): Update<State> {
  switch (row?.kind) {
    case 'header':
      return isKeyHeader(state.identity.headers[row.at]?.option)
        ? editKey(state, { in: 'header', at: row.at })
        : askHeader(state, row.at);
    case 'key':
      return editKey(state, { in: 'url', at: row.at });
    case 'persisted':
      return toggleRow(state, row);
    case 'document':
    case 'extensions':
    case 'payload':
      return promptTransport(state, row.kind);
    case 'offered':
      return lookForLogin(state);
    case 'session':
      return reduceSession(state, { type: 'session/choose' });
    default:
      return reduceForm(state, { type: 'login-form/open' });
  }
}

const editKey = (state: State, changes: KeyPlace): Update<State> =>
  reduceForm(state, { type: 'login-form/open', changes });

/** Switches a header, or sending a hash instead of the text, on or off. */
function toggleRow(state: State, row: IdentityRow | undefined): Update<State> {
  const { headers, sends } = state.identity;
  if (row?.kind === 'persisted') return update(withTransport(state, togglePersisted(sends)));
  if (row?.kind !== 'header') return update(state);
  return withIdentity(state, {
    headers: headers.map((each, at) => (at === row.at ? { ...each, on: !each.on } : each)),
  });
}

/** Removes what the row shows. The row of the login removes the login but not the API keys. */
function deleteRow(state: State, row: IdentityRow | undefined): Update<State> {
  const { identity } = state;
  const { auth, headers, sends } = identity;
  switch (row?.kind) {
    case 'header':
      return withIdentity(state, { headers: headers.filter((_, at) => at !== row.at) });
    case 'key':
      return withIdentity(state, { auth: { ...auth, apiKeys: auth.apiKeys.filter((_, at) => at !== row.at) } });
    case 'persisted':
    case 'document':
    case 'extensions':
      return update(withTransport(state, without(sends, row.kind)));
    case 'payload':
      return update({ ...state, identity: { ...identity, connectionParams: undefined } });
    case 'session':
      return reduceSession(state, { type: 'session/leave' });
    case 'offered':
      return update({ ...state, identity: { ...identity, offered: undefined } });
    default:
      return withIdentity(state, { auth: { apiKeys: auth.apiKeys } });
  }
}

const noValues = (): Pick<IdentityState, 'values' | 'configured' | 'unread'> => ({
  values: new Map(),
  configured: new Map(),
  unread: new Map(),
});

/** Removes everything that must not be sent to another server. */
function leaveServer(state: State, origin: string): Update<State> {
  const { identity } = state;
  // The configuration of a host does not apply to the next one.
  const others = identity.hosts.has(origin) ? identity.hosts.get('') : undefined;
  const { headers } = others === undefined ? identity : startIdentity(others);
  return withIdentity(state, {
    ...noValues(),
    auth: { apiKeys: [] },
    headers: headers.map(each => (carriesCredentials(each) ? { ...each, on: false } : each)),
    offered: undefined,
    connectionParams: undefined,
  });
}

const offeredNote = 'The API advertises its authorization server. Press H, then choose the second line.';

/** Opens the form with the metadata of the advertised login, which is fetched first if necessary. */
function lookForLogin(state: State): Update<State> {
  const { offered } = state.identity;
  if (offered === undefined) return update(state);
  if (offered.found !== undefined) return openOffered(state, offered.found);
  return update(withNotice(state, "Looking up the API's authorization server…"), {
    kind: 'look-for-login',
    offered,
    tab: activeTabId(state),
  });
}

/** Opens the form if the user is still in the identity overlay. Otherwise a notice reports that the metadata is available. */
function loginFound(
  state: State,
  { offered, values }: Extract<IdentityAction, { readonly type: 'identity/found' }>,
): Update<State> {
  if (state.identity.offered !== offered) return update(state);
  const kept = { ...state, identity: { ...state.identity, offered: { ...offered, found: values } } };
  return topOverlay(state)?.kind === 'identity' ? openOffered(kept, values) : notify(kept, foundNote);
}

const foundNote = 'Found the authorization server of the API. Press H, then choose the second line.';

const openOffered = (state: State, values: Readonly<Record<string, string>>): Update<State> =>
  reduceForm(state, { type: 'login-form/open', way: 'oauth authorization_code', values });

/** Several tabs may share a login. */
function withAccount(state: State, login: OAuth2Options, account: string | undefined): State {
  const inOne = (identity: IdentityState): IdentityState =>
    identity.auth.oauth2 !== login || accountIn(identity) === account
      ? identity
      : { ...identity, known: { login, account } };
  const all = state.tabs.all.map(tab =>
    tab.content === undefined ? tab : { ...tab, content: { ...tab.content, identity: inOne(tab.content.identity) } },
  );
  return { ...state, identity: inOne(state.identity), tabs: { ...state.tabs, all } };
}

/** Reducers of the identity folder, by family of actions. */
export const identityReducers = {
  identity: reduceIdentity,
  login: reduceLogin,
  'login-form': reduceForm,
  session: reduceSession,
  values: reduceValues,
};
