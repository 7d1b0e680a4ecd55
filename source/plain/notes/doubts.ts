/** Notes on requests that are valid but probably not intended, one line each. */

import type { RequestCommand } from '../../core/command.js';
import { parseRaw } from '../../core/json/raw.js';
import type { BodyOption } from '../../core/options.js';
import { isProblem } from '../../core/problem.js';
import type { HeaderLine } from '../../core/request/spec.js';
import { reveal } from '../../core/secret.js';
import { positionAt } from '../../core/text/position.js';

const bodyFlags = { items: 'items', data: '-d', json: '--json', form: '-F' } as const;

/** Quotes at most one character of the body. @param headers of the request */
export function doubtsOf(command: RequestCommand, headers: readonly HeaderLine[]): readonly string[] {
  const { method, body } = command;
  const doubts = [body && jsonDoubt(body, headers)];
  if (body && method === 'GET')
    doubts.push(
      `GET is sent with a body (${bodyFlags[body.kind]}), which most servers ignore. Put NAME==TEXT after the URL for a query parameter, or use POST to send a body.`,
    );
  return doubts.filter(text => text !== undefined);
}

function jsonDoubt(body: BodyOption, headers: readonly HeaderLine[]): string | undefined {
  const text = textOf(body);
  if (text === undefined) return undefined;
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type');
  const typed = /^application\/(?:[\w.+-]+\+)?json\b/i.test(type ? reveal(type.value) : '');
  const alike = /^\s*(?:\{[\s\S]*\}|\[[\s\S]*\])\s*$/.test(text);
  if (!typed && !alike) return undefined;
  const read = parseRaw(text);
  if (!isProblem(read)) return undefined;
  const { line, column } = positionAt(text, read.offset);
  const flag = body.kind === 'json' ? '--json' : '-d';
  const as = typed ? 'unchanged' : 'as plain text instead of JSON';
  return `The text of ${flag} is not JSON (line ${line}, column ${column}: ${read.problem.replace(/\.$/, '')}) and is sent ${as}. ${adviceAt(text, read.offset)}`;
}

/** A body given inline on the command line. */
function textOf(body: BodyOption): string | undefined {
  if (body.kind !== 'json' && body.kind !== 'data') return undefined;
  const pieces = body.kind === 'json' ? body.sources : body.pieces;
  const texts = pieces.map(piece => (piece.from === 'text' ? piece.text : undefined));
  if (texts.includes(undefined)) return undefined;
  return texts.join(body.kind === 'json' ? '' : '&');
}

function adviceAt(text: string, offset: number): string {
  if (/^\s*[}\]]/.test(text.slice(offset)) && /,\s*$/.test(text.slice(0, offset)))
    return 'A list must not end with a comma.';
  if (offset >= text.length) return 'It ends too early. Put all of it in single quotes.';
  return `Expected '{"name": "text", "count": 1}', with double quotes inside single quotes.`;
}
