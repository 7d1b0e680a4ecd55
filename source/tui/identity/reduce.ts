/** Headers and credentials of every request, and changes to them. */
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import type { HeaderOption, OAuth2Options } from '../../core/options.js';
import { readHeaderLine } from '../../core/request/header-option.js';
import type { Update } from '../model/effect.js';
import type { HeaderRow, IdentityAction, IdentityRow, IdentityState } from '../model/identity.js';
import type { State } from '../model/state.js';
import { openOverlay, prompt, topOverlay } from '../overlays/open.js';
import { activeTabId, notify, refuse, update, withNotice } from '../update.js';
import { chooseDescribed } from './described.js';
import { isKeyHeader } from './form/api-key.js';
import { reduceForm } from './form/reduce.js';
import { reduceLogin } from './login.js';
import { accountIn, carriesCredentials, identityRows, startIdentity } from './rows.js';
import { reduceSession } from './session.js';
import { promptTransport, togglePersisted, without, withTransport } from './transport.js';
import { reduceValues } from './values.js';
import { withIdentity } from './with-identity.js';

/** Applies a change to the next request. An invalid header line becomes a notice. */
export function reduceIdentity(state: State, action: IdentityAction): Update<State> {
  const { identity } = state;
  const row = markedRow(state);
  switch (action.type) {
    case 'identity/open':
      return openOverlay(state, { kind: 'identity', selected: 0 });
    case 'identity/enter':
      if (row?.kind === 'header' && isKeyHeader(identity.headers[row.at]?.option))
        return reduceForm(state, { type: 'login-form/open', changes: { in: 'header', at: row.at } });
      if (row?.kind === 'header') return reduceIdentity(state, { type: 'identity/ask-header', at: row.at });
      if (row?.kind === 'key')
        return reduceForm(state, { type: 'login-form/open', changes: { in: 'url', at: row.at } });
      if (row?.kind === 'persisted') return reduceIdentity(state, { type: 'identity/toggle' });
      if (row?.kind === 'offered') return reduceIdentity(state, { type: 'identity/look' });
      if (row?.kind === 'session') return reduceSession(state, { type: 'session/choose' });
      if (row?.kind === 'document' || row?.kind === 'extensions' || row?.kind === 'payload')
        return promptTransport(state, row.kind);
      return reduceForm(state, { type: 'login-form/open' });
    case 'identity/toggle':
      if (row?.kind === 'persisted') return update(withTransport(state, togglePersisted(identity.sends)));
      if (row?.kind !== 'header') return update(state);
      return withIdentity(state, {
        headers: identity.headers.map((each, at) => (at === row.at ? { ...each, on: !each.on } : each)),
      });
    case 'identity/delete':
      if (row?.kind === 'header')
        return withIdentity(state, { headers: identity.headers.filter((_, at) => at !== row.at) });
      if (row?.kind === 'key') {
        const apiKeys = identity.auth.apiKeys.filter((_, at) => at !== row.at);
        return withIdentity(state, { auth: { ...identity.auth, apiKeys } });
      }
      if (row?.kind === 'persisted' || row?.kind === 'document' || row?.kind === 'extensions')
        return update(withTransport(state, without(identity.sends, row.kind)));
      if (row?.kind === 'payload') return reduceIdentity(state, { type: 'identity/payload', json: undefined });
      if (row?.kind === 'session') return reduceSession(state, { type: 'session/leave' });
      if (row?.kind === 'offered') return update({ ...state, identity: { ...identity, offered: undefined } });
      return withIdentity(state, { auth: { apiKeys: identity.auth.apiKeys } });
    case 'identity/ask-header':
      return askHeader(state, action.at);
    case 'identity/header': {
      const option = typedHeader(action.line);
      if (isFailure(option)) return refuse(state, option.text);
      const changed: HeaderRow = { option, on: true, typed: true };
      const headers =
        action.at === undefined
          ? [...identity.headers, changed]
          : identity.headers.map((each, at) => (at === action.at ? changed : each));
      return withIdentity(state, { headers });
    }
    case 'identity/ask-sends':
      return promptTransport(state, action.what);
    case 'identity/sends':
      return update(withTransport(state, action.sends));
    case 'identity/payload':
      return update({ ...state, identity: { ...identity, connectionParams: action.json } });
    case 'identity/leave': {
      // The configuration of a host does not apply to the next one.
      const rest = identity.hosts.has(action.origin) ? identity.hosts.get('') : undefined;
      const { headers: kept } = rest === undefined ? identity : startIdentity(rest);
      const headers = kept.map(each => (carriesCredentials(each) ? { ...each, on: false } : each));
      const none = {
        values: new Map(),
        configured: new Map(),
        unread: new Map(),
        offered: undefined,
        connectionParams: undefined,
      };
      return withIdentity(state, { auth: { apiKeys: [] }, headers, ...none });
    }
    case 'identity/forget-values':
      if (identity.values.size + identity.configured.size === 0) return update(state);
      return withIdentity(state, { values: new Map(), configured: new Map(), unread: new Map() });
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
      if (identity.offered === undefined) return update(state);
      if (identity.offered.found !== undefined) return openOffered(state, identity.offered.found);
      return update(withNotice(state, "Looking up the API's authorization server…"), {
        kind: 'look-for-login',
        offered: identity.offered,
        tab: activeTabId(state),
      });
    case 'identity/auth':
      return withIdentity(state, { auth: action.auth });
    case 'identity/account':
      return update(withAccount(state, action.login, action.account));
  }
}

const offeredNote = 'The API advertises its authorization server. Press H, then choose the second line.';

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

function markedRow(state: State): IdentityRow | undefined {
  const overlay = topOverlay(state);
  if (overlay?.kind !== 'identity') return undefined;
  return identityRows(state)[overlay.selected];
}

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

/**
 * Prompts for a header line.
 * @param at index of the header to change, or undefined for a new one
 */
function askHeader(state: State, at: number | undefined): Update<State> {
  const option = at === undefined ? undefined : state.identity.headers[at]?.option;
  const check = (line: string): string | undefined => {
    const read = typedHeader(line);
    return isFailure(read) ? `${read.text} Name: value` : undefined;
  };
  const then = (line: string) => ({ type: 'identity/header', line, at }) as const;
  const hint = '"Name: value"; "Name:" removes a default; @FILE reads lines';
  return openOverlay(
    state,
    prompt(option === undefined ? 'New header' : 'Header', then, {
      text: lineOf(option),
      hint,
      check,
      isPath: '@',
      runs: true,
    }),
  );
}

/** Parses a typed header: a line, or `@` and a file of lines. Standard input is rejected, since it is the keyboard. */
function typedHeader(line: string): HeaderOption | Failure {
  if (!line.startsWith('@')) return readHeaderLine(line);
  const path = line.slice(1).trim();
  return path === '' || path === '-'
    ? usageError('A file name is required after @.', 'Each line of the file must be NAME: VALUE.')
    : { kind: 'file', path };
}

/** The line to edit. A header with a secret is edited in the login form instead. */
function lineOf(option: HeaderOption | undefined): string {
  if (option === undefined || option.kind === 'secret') return '';
  if (option.kind === 'file') return `@${option.path}`;
  if (option.kind === 'empty') return `${option.name};`;
  if (option.kind === 'remove') return `${option.name}:`;
  return `${option.name}: ${option.value}`;
}

/** Reducers of the identity folder, by family of actions. */
export const identityReducers = {
  identity: reduceIdentity,
  login: reduceLogin,
  'login-form': reduceForm,
  session: reduceSession,
  values: reduceValues,
};
