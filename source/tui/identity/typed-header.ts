/** Headers typed as lines: `Name: value`, or a file of headers after `@`. */
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import type { HeaderOption } from '../../core/options.js';
import { readHeaderLine } from '../../core/request/header-option.js';
import type { Update } from '../model/effect.js';
import type { HeaderRow } from '../model/identity.js';
import type { State } from '../model/state.js';
import { openOverlay, prompt } from '../overlays/open.js';
import { refuse } from '../update.js';
import { withIdentity } from './with-identity.js';

/**
 * Prompts for a header line.
 * @param at index of the header to change, or undefined for a new one
 */
export function askHeader(state: State, at: number | undefined): Update<State> {
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

/**
 * Sets a header from a typed line.
 * @param at index of the header to change, or undefined for a new one
 */
export function setHeader(state: State, line: string, at: number | undefined): Update<State> {
  const option = typedHeader(line);
  if (isFailure(option)) return refuse(state, option.text);
  const changed: HeaderRow = { option, on: true, typed: true };
  const { headers } = state.identity;
  return withIdentity(state, {
    headers: at === undefined ? [...headers, changed] : headers.map((each, index) => (index === at ? changed : each)),
  });
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
