/**
 * Items after the URL: `name=text`, `name:=json`, `name==query`, each also with `@FILE`. The earliest operator applies; at the
 * same position, the longest. A backslash in the name escapes `=`, `:`, `@` or `;`. Values are taken byte for byte, except that
 * a leading `\@` means `@`.
 */

import { type Failure, isFailure, usageError } from '../core/failure.js';
import { parsesAsJson } from '../core/json/loose.js';
import type { ItemOption, QueryOption, TextSource } from '../core/options.js';
import { readPath } from '../core/request/items/path.js';
import { truncate } from '../core/truncate.js';

type Item = ({ readonly kind: 'field' } & ItemOption) | ({ readonly kind: 'query' } & QueryOption);

/** Placeholder for a rejected item, so that the rest of the line is still checked. */
export const isAnyItem: Item = {
  kind: 'field',
  name: 'x',
  path: [{ kind: 'key', key: 'x' }],
  as: 'json',
  source: { from: 'text', text: '0' },
};

const form = 'Usage: name=text, name:=json or name==query';

/** Parses an item. The failure never contains the value. */
export function readItem(word: string): Item | Failure {
  // A backslash escapes an operator, or another backslash.
  for (const { 0: piece, index } of word.matchAll(/\\[\s\S]|==?|:=?/g)) {
    if (!piece.startsWith('\\'))
      return itemOf(unescaped(word.slice(0, index)), piece, word.slice(index + piece.length));
  }
  const file = /^[\w.[\]-]+@/.test(word)
    ? ' To send a file, use -F name=@FILE or -d @FILE; to send its content as text, name=@FILE.'
    : '';
  return usageError(`"${shortened(word)}" after the URL is not an item.`, `${form}.${file}`);
}

const unescaped = (name: string): string =>
  name.replace(/\\([\s\S])/g, (pair, character: string) => ('=:@;'.includes(character) ? character : pair));

function itemOf(name: string, operator: string, value: string): Item | Failure {
  switch (operator) {
    case '==':
      return queryItem(name, value);
    case '=':
      return fieldItem(name, value, 'text');
    case ':=':
      return fieldItem(name, value, 'json');
    default:
      return refuseColon(name, value);
  }
}

const noName = usageError('An item has no name before its operator.', form);

function queryItem(name: string, value: string): Item | Failure {
  const source = sourceOf(value, `${shortened(name)}==`);
  if (isFailure(source)) return source;
  // Queries have no paths, so only unescape backslashes.
  return name === '' ? noName : { kind: 'query', name: name.replaceAll('\\\\', '\\'), source };
}

function fieldItem(name: string, value: string, as: 'text' | 'json'): Item | Failure {
  if (name === '') return noName;
  const path = readPath(name);
  if (isFailure(path)) return path;
  const operator = as === 'json' ? ':=' : '=';
  const source = as === 'json' && !value.startsWith('@') ? inPlace(value) : sourceOf(value, shortened(name) + operator);
  if (isFailure(source)) return source;
  if (as === 'json' && source.from === 'text' && !parsesAsJson(value)) {
    return usageError(`The value of ${shortened(name)}:= is not JSON.`, `To send text, use ${shortened(name)}=text.`);
  }
  return { kind: 'field', name, path, as, source };
}

const inPlace = (text: string): TextSource => ({ from: 'text', text });

function sourceOf(value: string, shown: string): TextSource | Failure {
  if (!value.startsWith('@')) return inPlace(value.replace(/^\\@/, '@'));
  if (value === '@') {
    const literal = shown.endsWith(':=') ? '' : `, or ${shown}\\@ for a literal @`;
    return usageError(`No file name after ${shown}@.`, `Usage: ${shown}@FILE${literal}`);
  }
  return value === '@-' ? { from: 'stdin' } : { from: 'file', path: value.slice(1) };
}

function refuseColon(name: string, value: string): Failure {
  if ((/^https?$/i.test(name) && value.startsWith('//')) || (name === '' && /^\d+(?:$|\/)/.test(value))) {
    return usageError('Two URLs given.', 'Pass one URL. Items after it are name=text, name:=json or name==query.');
  }
  const shown = shortened(name) || 'name';
  return usageError(
    `"${shown}:…" is ambiguous: it could be a header or a field.`,
    `For a header: -H "${shown}: …". For a field: ${shown}=text or ${shown}:=json.`,
  );
}

/** Abbreviates a word for a message: the start identifies it, the rest may be secret. */
const shortened = (word: string): string => truncate(word, 24);
