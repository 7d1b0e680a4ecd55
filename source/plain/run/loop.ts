/** Repetitions of a request: `# @loop for 3`, `# @loop for NAME of LIST`. */
import { type Failure, usageError } from '../../core/failure.js';
import type { Entry, Loop } from '../../core/http-file/document.js';
import { loopSource } from '../../core/http-file/loop-source.js';
import { fill, type Scope, type Value } from '../../core/http-file/variables.js';
import { parsedJson } from '../../core/json/loose.js';

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
  return list?.map(item => ({ ...marks, text: typeof item === 'string' ? item : JSON.stringify(item) }));
}

/** Parses a list, whose strings may be in single quotes. */
function listIn(text: string): readonly unknown[] | undefined {
  for (const json of [text, text.replace(/'([^'"\\]*)'/g, '"$1"')]) {
    const value = parsedJson(json);
    if (Array.isArray(value)) return value;
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
