/** Who we say we are: headers and credentials of every request, and how the user changes them. */
import type { AuthOptions, HeaderOption, SecretSource } from '../../core/command.js';
import { givesAny } from '../../core/credentials/given.js';
import { isSecretName, mayCarry } from '../../core/credentials/header.js';
import { authWords } from '../../core/credentials/words.js';
import { isFailure } from '../../core/failure.js';
import { bearerProblem, readHeaderLine } from '../../core/request/header-option.js';
import { clamp } from '../layout.js';
import { type Effect, type Step, step } from '../model/effect.js';
import type { State } from '../model/state.js';
import { type Choice, openOverlay, prompt } from '../overlays/reduce.js';
import { type OAuthFlow, oauthChoices, oauthForm } from './oauth-form.js';
import { sourceOf } from './typed-secret.js';

/** What the user has set up, beside what the command line gave. */
export interface IdentityState {
  readonly auth: AuthOptions;
  /** As the command line had it, to go back to. */
  readonly given: AuthOptions;
  readonly headers: readonly HeaderRow[];
  /** By origin: what the configuration says for servers that are gone to here; under '' what is said of all others. */
  readonly hosts: ReadonlyMap<string, Identity>;
  /** Changed since the schema was asked for, or since that was told. */
  readonly changed: boolean;
}

/** A header that can be switched off without being lost. */
export interface HeaderRow {
  readonly option: HeaderOption;
  /** False: kept here, but not sent. */
  readonly on: boolean;
}

/** A line of the overlay that can be marked: the way to log in, an API key, a header. */
export type IdentityRow =
  | { readonly kind: 'auth' }
  | { readonly kind: 'key'; readonly at: number }
  | { readonly kind: 'header'; readonly at: number };

/** How a person may log in without OAuth: a bearer token, Basic credentials, a key in the URL. */
export type Way = 'bearer' | 'basic' | 'key';

export type IdentityAction =
  | { readonly type: 'identity/open' }
  /** Enter on the marked line: changes it. */
  | { readonly type: 'identity/enter' }
  /** Space: sends a header or not. */
  | { readonly type: 'identity/toggle' }
  | { readonly type: 'identity/delete' }
  | { readonly type: 'identity/ask-header'; readonly at?: number }
  | { readonly type: 'identity/header'; readonly line: string; readonly at?: number }
  | { readonly type: 'identity/ask'; readonly way: Way }
  | { readonly type: 'identity/ask-secret'; readonly way: Way; readonly name: string }
  /** Opens the form of an OAuth login. */
  | { readonly type: 'identity/oauth'; readonly flow: OAuthFlow }
  | { readonly type: 'identity/ask-oauth' }
  /** A server that the configuration knows is asked from now on. */
  | { readonly type: 'identity/host'; readonly identity: Identity }
  /** Another server is asked from now on: nothing secret goes there, and what was in headers can be switched on again. */
  | { readonly type: 'identity/leave'; readonly origin: string }
  | { readonly type: 'identity/auth'; readonly auth: AuthOptions };

/** What a request says of who sends it. May hold secrets: for the screen there are words without them. */
export interface Identity {
  readonly auth: AuthOptions;
  readonly headers: readonly HeaderOption[];
}

/** All headers are on. `hosts` is by origin, as in the state. */
export const startIdentity = (
  { auth, headers }: Identity,
  hosts: ReadonlyMap<string, Identity> = new Map(),
): IdentityState => ({
  auth,
  given: auth,
  headers: headers.map(option => ({ option, on: true })),
  hosts,
  changed: false,
});

/** The lines of the overlay, top to bottom: the login, keys in the URL, headers. */
export const identityRows = ({ identity }: State): readonly IdentityRow[] => [
  { kind: 'auth' },
  ...identity.auth.apiKeys.map((_, at) => ({ kind: 'key', at }) as const),
  ...identity.headers.map((_, at) => ({ kind: 'header', at }) as const),
];

/** A change holds from the next request on; a header line that cannot be read is a notice. */
export function reduceIdentity(state: State, action: IdentityAction): Step<State> {
  const { identity } = state;
  const row = markedRow(state);
  switch (action.type) {
    case 'identity/open':
      return openOverlay(state, { kind: 'identity', selected: 0 });
    case 'identity/enter':
      if (row?.kind === 'header') return reduceIdentity(state, { type: 'identity/ask-header', at: row.at });
      if (row?.kind === 'key') return askSecret(state, 'key', identity.auth.apiKeys[row.at]?.name ?? '');
      return openOverlay(state, { kind: 'choice', title: 'How to log in', options: ways(state), selected: 0 });
    case 'identity/toggle':
      if (row?.kind !== 'header') return step(state);
      return using(state, {
        headers: identity.headers.map((each, at) => (at === row.at ? { ...each, on: !each.on } : each)),
      });
    case 'identity/delete':
      if (row?.kind === 'header') return using(state, { headers: identity.headers.filter((_, at) => at !== row.at) });
      if (row?.kind === 'key') {
        const apiKeys = identity.auth.apiKeys.filter((_, at) => at !== row.at);
        return using(state, { auth: { ...identity.auth, apiKeys } });
      }
      return using(state, { auth: { apiKeys: identity.auth.apiKeys } });
    case 'identity/ask-header':
      return askHeader(state, action.at);
    case 'identity/header': {
      const option = readHeaderLine(action.line);
      if (isFailure(option)) return step({ ...state, notice: { text: option.text, tone: 'error' } });
      const changed = { option, on: true };
      const headers =
        action.at === undefined
          ? [...identity.headers, changed]
          : identity.headers.map((each, at) => (at === action.at ? changed : each));
      return using(state, { headers });
    }
    case 'identity/ask':
      return ask(state, action.way);
    case 'identity/ask-secret':
      return askSecret(state, action.way, action.name);
    case 'identity/leave': {
      // What the configuration says for that server alone is nothing to go on with.
      const rest = identity.hosts.has(action.origin) ? identity.hosts.get('') : undefined;
      const { headers: kept } = rest === undefined ? identity : startIdentity(rest);
      const headers = kept.map(each => (tellsWho(each) ? { ...each, on: false } : each));
      return using(state, { auth: { apiKeys: [] }, headers });
    }
    case 'identity/host':
      return using(state, startIdentity(action.identity, identity.hosts));
    case 'identity/ask-oauth':
      return openOverlay(state, { kind: 'choice', title: 'Log in with OAuth', options: oauthChoices, selected: 0 });
    case 'identity/oauth': {
      const { apiKeys } = identity.auth;
      const form = oauthForm(action.flow, identity.auth.oauth2 ?? identity.given.oauth2, oauth2 => ({
        type: 'identity/auth',
        auth: { oauth2, apiKeys },
      }));
      return openOverlay(state, form);
    }
    case 'identity/auth':
      return using(state, { auth: action.auth });
  }
}

/** A header that is sent and says who we are. */
const tellsWho = ({ option, on }: HeaderRow): boolean => on && mayCarry(option);

/** True if requests carry something that not every server should see. */
export const hasLogin = (identity: IdentityState): boolean => givesAny(saidBy(identity));

function markedRow(state: State): IdentityRow | undefined {
  const overlay = state.overlays.at(-1);
  if (overlay?.kind !== 'identity') return undefined;
  return identityRows(state)[overlay.selected];
}

/** The identity from now on, for introspection, operations and subscriptions alike. */
function using(state: State, part: Partial<IdentityState>): Step<State> {
  const identity = { ...state.identity, ...part, changed: true };
  const said = saidBy(identity);
  const count = identityRows({ ...state, identity }).length;
  const overlays = state.overlays.map(each =>
    each.kind === 'identity' ? { ...each, selected: clamp(each.selected, 0, count - 1) } : each,
  );
  const effect: Effect = { kind: 'identify', identity: said };
  return step({ ...state, identity, overlays, connect: { ...state.connect, auth: authWords(said) } }, effect);
}

const saidBy = ({ auth, headers }: IdentityState): Identity => ({
  auth,
  headers: headers.filter(each => each.on).map(each => each.option),
});

function ways(state: State): readonly Choice[] {
  const { auth, given } = state.identity;
  const { apiKeys } = auth;
  const choices: Choice[] = [
    { label: 'Bearer token', detail: 'Authorization: Bearer', action: { type: 'identity/ask', way: 'bearer' } },
    { label: 'Basic', detail: 'user and password', action: { type: 'identity/ask', way: 'basic' } },
    { label: 'API key', detail: 'name=value in the URL', action: { type: 'identity/ask', way: 'key' } },
    ...oauthChoices,
    { label: 'None', detail: 'no Authorization header of ours', action: { type: 'identity/auth', auth: { apiKeys } } },
  ];
  if (auth === given || authWords({ auth: given, headers: [] }) === '') return choices;
  const detail = authWords({ auth: given, headers: [] });
  return [...choices, { label: 'As on the command line', detail, action: { type: 'identity/auth', auth: given } }];
}

function askHeader(state: State, at: number | undefined): Step<State> {
  const option = at === undefined ? undefined : state.identity.headers[at]?.option;
  const check = (line: string): string | undefined => {
    const read = readHeaderLine(line);
    return isFailure(read) ? `${read.text} Name: value` : undefined;
  };
  const then = (line: string) => ({ type: 'identity/header', line, ...(at === undefined ? {} : { at }) }) as const;
  const hint = '"Name: value"; "Name:" takes a default away';
  return openOverlay(
    state,
    prompt(option === undefined ? 'New header' : 'Header', then, { text: textOf(option), hint, check }),
  );
}

/** The line to change; the value of a header that carries a secret is typed anew. */
function textOf(option: HeaderOption | undefined): string {
  if (option === undefined || option.kind === 'file') return '';
  if (option.kind === 'empty') return `${option.name};`;
  if (option.kind === 'remove') return `${option.name}:`;
  return `${option.name}: ${isSecretName(option.name) ? '' : option.value}`;
}

function ask(state: State, way: Way): Step<State> {
  if (way === 'bearer') return askSecret(state, way, '');
  const [title, what] = way === 'basic' ? ['User', 'user name'] : ['API key', 'name of the parameter'];
  return openOverlay(
    state,
    prompt(title ?? '', name => ({ type: 'identity/ask-secret', way, name: name.trim() }), {
      hint: `the ${what}; what is secret is asked for next`,
      check: name => (name.trim() === '' || name.includes(':') ? `A ${what} is needed, without a colon.` : undefined),
    }),
  );
}

function askSecret(state: State, way: Way, name: string): Step<State> {
  const { apiKeys } = state.identity.auth;
  const title = { bearer: 'Bearer token', basic: `Password for ${name}`, key: `Value of ${name}` }[way];
  const authOf = (source: SecretSource): AuthOptions => {
    if (way === 'bearer') return { bearer: source, apiKeys };
    if (way === 'basic') return { basic: { user: name, password: source }, apiKeys };
    const others = apiKeys.filter(each => each.name !== name);
    return { ...state.identity.auth, apiKeys: [...others, { name, value: source }] };
  };
  return openOverlay(
    state,
    prompt(title, text => ({ type: 'identity/auth', auth: authOf(sourceOf(text)) }), {
      hint: 'env:NAME and file:PATH are read from there',
      hidden: true,
      check: text => {
        const source = sourceOf(text);
        if (way !== 'bearer' || source.from !== 'text') return undefined;
        const problem = bearerProblem(text.replace(/^text:/, ''));
        return problem === undefined ? undefined : `The token ${problem}.`;
      },
    }),
  );
}
