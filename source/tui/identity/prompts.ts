/** The prompt for a header. */

import { type Failure, isFailure, usageError } from '../../core/failure.js';
import type { HeaderOption } from '../../core/options.js';
import { readHeaderLine } from '../../core/request/header-option.js';
import type { Update } from '../model/effect.js';
import type { State } from '../model/state.js';
import { openOverlay, prompt } from '../overlays/open.js';

/** Prompts for a header line. @param at the header to change; undefined: a new one */
export function askHeader(state: State, at: number | undefined): Update<State> {
  const option = at === undefined ? undefined : state.identity.headers[at]?.option;
  const check = (line: string): string | undefined => {
    const read = typedHeader(line);
    return isFailure(read) ? `${read.text} Name: value` : undefined;
  };
  const then = (line: string) => ({ type: 'identity/header', line, at }) as const;
  const hint = '"Name: value"; "Name:" takes a default away; @FILE reads lines';
  return openOverlay(
    state,
    prompt(option === undefined ? 'New header' : 'Header', then, { text: lineOf(option), hint, check, isPath: '@' }),
  );
}

/** A header as typed: a line, or `@` and a file of lines; standard input is the keyboard. */
export function typedHeader(line: string): HeaderOption | Failure {
  if (!line.startsWith('@')) return readHeaderLine(line);
  const path = line.slice(1).trim();
  return path === '' || path === '-'
    ? usageError('No file is named after @.', 'Each line of it is NAME: VALUE.')
    : { kind: 'file', path };
}

/** The line to edit. One with a secret is edited in the login form. */
function lineOf(option: HeaderOption | undefined): string {
  if (option === undefined || option.kind === 'secret') return '';
  if (option.kind === 'file') return `@${option.path}`;
  if (option.kind === 'empty') return `${option.name};`;
  if (option.kind === 'remove') return `${option.name}:`;
  return `${option.name}: ${option.value}`;
}
