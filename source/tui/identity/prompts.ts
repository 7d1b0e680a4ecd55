/** The questions asked when headers or credentials change. */

import { isSecretName } from '../../core/credentials/header.js';
import { isFailure } from '../../core/failure.js';
import type { HeaderOption } from '../../core/options.js';
import { readHeaderLine } from '../../core/request/header-option.js';
import type { Step } from '../model/effect.js';
import type { State } from '../model/state.js';
import { openOverlay, prompt } from '../overlays/open.js';
import { sourceOf } from './typed-secret.js';

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

/** Asks for the name of a key in the URL, then for its value. */
export function askKey(state: State): Step<State> {
  return openOverlay(
    state,
    prompt('API key', name => ({ type: 'identity/ask-secret', name: name.trim() }), {
      hint: 'the name of the parameter; the secret is asked for next',
      check: name => (name.trim() === '' ? 'A name of the parameter is needed.' : undefined),
    }),
  );
}

/** Asks for what is secret; what is typed is not shown. */
export function askSecret(state: State, name: string): Step<State> {
  const { auth } = state.identity;
  const others = auth.apiKeys.filter(each => each.name !== name);
  return openOverlay(
    state,
    prompt(
      `Value of ${name}`,
      text => ({ type: 'identity/auth', auth: { ...auth, apiKeys: [...others, { name, value: sourceOf(text) }] } }),
      { hint: 'env:NAME and file:PATH are read from there', hidden: true },
    ),
  );
}
