/** The questions asked when headers or credentials change. */
import type { AuthOptions, HeaderOption, SecretSource } from '../../core/command.js';
import { isSecretName } from '../../core/credentials/header.js';
import { authWords } from '../../core/credentials/words.js';
import { isFailure } from '../../core/failure.js';
import { bearerProblem, readHeaderLine } from '../../core/request/header-option.js';
import type { Action } from '../model/action.js';
import type { Step } from '../model/effect.js';
import type { Way } from '../model/identity.js';
import type { Choice } from '../model/overlays.js';
import type { State } from '../model/state.js';
import { openOverlay, prompt } from '../overlays/open.js';
import { oauthChoices } from './oauth-form.js';
import { sourceOf } from './typed-secret.js';

/** The ways to log in, as a choice. */
export function waysToLogIn(state: State): readonly Choice<Action>[] {
  const { auth, given } = state.identity;
  const { apiKeys } = auth;
  const choices: Choice<Action>[] = [
    { label: 'Bearer token', detail: 'Authorization: Bearer', action: { type: 'identity/ask', way: 'bearer' } },
    { label: 'Basic', detail: 'user and password', action: { type: 'identity/ask', way: 'basic' } },
    { label: 'API key', detail: 'name=value in the URL', action: { type: 'identity/ask', way: 'key' } },
    ...oauthChoices,
    { label: 'None', detail: 'sends no Authorization header', action: { type: 'identity/auth', auth: { apiKeys } } },
  ];
  if (auth === given || authWords({ auth: given, headers: [] }) === '') return choices;
  const detail = authWords({ auth: given, headers: [] });
  return [...choices, { label: 'As on the command line', detail, action: { type: 'identity/auth', auth: given } }];
}

/** Asks for a header line. @param at the header to change; undefined: a new one */
export function askHeader(state: State, at: number | undefined): Step<State> {
  const option = at === undefined ? undefined : state.identity.headers[at]?.option;
  const check = (line: string): string | undefined => {
    const read = readHeaderLine(line);
    return isFailure(read) ? `${read.text} Name: value` : undefined;
  };
  const then = (line: string) => ({ type: 'identity/header', line, ...(at === undefined ? {} : { at }) }) as const;
  const hint = '"Name: value"; "Name:" takes a default away';
  return openOverlay(
    state,
    prompt(option === undefined ? 'New header' : 'Header', then, { text: lineOf(option), hint, check }),
  );
}

/** The line to change; the value of a header that carries a secret has to be typed again. */
function lineOf(option: HeaderOption | undefined): string {
  if (option === undefined || option.kind === 'file') return '';
  if (option.kind === 'empty') return `${option.name};`;
  if (option.kind === 'remove') return `${option.name}:`;
  return `${option.name}: ${isSecretName(option.name) ? '' : option.value}`;
}

/** Asks for a name first, where the way to log in has one. */
export function askLogin(state: State, way: Way): Step<State> {
  if (way === 'bearer') return askSecret(state, way, '');
  const [title, what] = way === 'basic' ? ['User', 'user name'] : ['API key', 'name of the parameter'];
  return openOverlay(
    state,
    prompt(title ?? '', name => ({ type: 'identity/ask-secret', way, name: name.trim() }), {
      hint: `the ${what}; the secret is asked for next`,
      check: name => (name.trim() === '' || name.includes(':') ? `A ${what} is needed, without a colon.` : undefined),
    }),
  );
}

/** Asks for what is secret; what is typed is not shown. */
export function askSecret(state: State, way: Way, name: string): Step<State> {
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
