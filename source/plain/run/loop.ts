/** Repetitions of a request: `# @loop for 3`, `# @loop for NAME of LIST`. */

import { type Failure, usageError } from '../../core/failure.js';
import type { Entry, Loop } from '../../core/http-file/document.js';
import { fill, loopSource, type Scope, type Value } from '../../core/http-file/variables.js';
import { parseRaw, printRaw } from '../../core/json/raw.js';
import { isProblem } from '../../core/problem.js';

/** Returns the scope of each repetition, or the given scope if the request is sent once. */
export function turnsOf({ loop, at }: Entry, scope: Scope): readonly Scope[] | Failure {
  if (!loop) return [scope];
  const items = itemsOf(loop, scope, at);
  if (!Array.isArray(items))
    return usageError(`# @loop for ${loop.name} of ${loop.text} needs a list.`, 'Usage: # @loop for id of [1, 2]');
  return items.map((item, index) => ({
    ...scope,
    loop: new Map([['$index', { text: String(index) }], ...namedItem(loop, item)]),
  }));
}

const namedItem = ({ name }: Loop, item: Value): readonly (readonly [string, Value])[] =>
  name === undefined ? [] : [[name, item]];

function itemsOf(loop: Loop, scope: Scope, at: number): readonly Value[] | undefined {
  if (loop.name === undefined)
    return Array.from({ length: Number(loop.text) }, (_, index) => ({ text: String(index) }));
  const { text: filled, missing, ...marks } = fill(loopSource(loop), scope, at);
  const list = missing.length > 0 ? undefined : listIn(filled);
  return list?.map(text => ({ ...marks, text }));
}

/** Returns the strings of a list, which may be in single quotes, and the compact JSON of its other values. */
function listIn(text: string): readonly string[] | undefined {
  for (const json of [text, text.replace(/'([^'"\\]*)'/g, '"$1"')]) {
    const read = parseRaw(json);
    if (!isProblem(read) && Array.isArray(read.value))
      return read.value.map(item => (typeof item === 'string' ? item : printRaw(item)));
  }
  return undefined;
}

/** Returns why `# @disabled NAME` or `# @disabled !NAME` skips the request, or undefined to send it. */
export function disabledBy({ skipIf, at }: Entry, scope: Scope): string | undefined {
  if (!skipIf) return undefined;
  const { text } = skipIf;
  const { text: value, missing } = fill(`{{${text.replace(/^!/, '')}}}`, scope, at);
  const isTrue = missing.length === 0 && !/^(?:|0|false|null|undefined)$/.test(value);
  return isTrue === text.startsWith('!') ? undefined : `# @disabled ${text}`;
}
