/** Completion in a JSON text whose value has a type: names of members, enum values, booleans and null. */

import type { Suggestion, Suggestions, WordBounds } from '../graphql/intelligence/suggestion.js';
import { jsonPlace } from '../json/place.js';
import { withoutPlaceholders } from '../json/tokens.js';
import type { ValueType } from './type.js';

const before = /^(?:"[^"\n]*|[^"\s]*)$/;
const textBounds: WordBounds = { before, after: /^[\w.$@+/-]*"?/ };
const wordBounds: WordBounds = { before, after: /^[\w.+-]*/ };

/**
 * Returns suggestions at an offset of a possibly incomplete JSON text, or undefined if there are none.
 * @param seen returns the objects of earlier responses that a value of the type may refer to, by the names on the path to it
 */
export function completeValue(
  root: ValueType,
  text: string,
  offset: number,
  seen: (path: readonly string[], type: ValueType) => readonly Suggestion[],
): Suggestions | undefined {
  const position = jsonPlace(text, offset);
  const last = position?.frames.at(-1);
  if (position === undefined || last === undefined) return undefined;
  const { frames, from, quoted } = position;
  const isKey = last.kind === '{' && !last.value;
  const around = isKey ? frames.slice(0, -1) : frames;
  const path = around.flatMap(({ kind, key = '' }) => (kind === '{' ? [key] : []));
  const type = around.reduce<ValueType | undefined>(
    (holder, { kind, key = '' }) => (kind === '{' ? holder?.member(key) : holder?.items),
    root,
  );
  if (type === undefined) return undefined;
  const items = isKey
    ? keysOf(type, last.keys, /^[^"\n]*"?\s*:/.test(text.slice(offset, offset + 200)))
    : [...seen(path, type), ...valuesOf(type, quoted)];
  const bounds = quoted || isKey ? textBounds : wordBounds;
  return items.length === 0 ? undefined : { kind: isKey ? 'key' : 'value', from, items, bounds };
}

/** @param hasValue true if the name is already followed by a colon */
const keysOf = (type: ValueType, given: ReadonlySet<string>, hasValue: boolean): readonly Suggestion[] =>
  type.isExclusive && given.size > 0
    ? []
    : type.members
        .filter(({ name }) => !given.has(name))
        .map(({ name, detail, description, deprecated }) => ({
          label: name,
          insert: `${jsonText(name)}${hasValue ? '' : ': '}`,
          detail,
          description,
          deprecated,
        }));

const valuesOf = ({ values }: ValueType, quoted: boolean): readonly Suggestion[] =>
  values
    .filter(({ value }) => !quoted || typeof value === 'string')
    .map(({ value, ...texts }) => ({ label: String(value), insert: jsonText(value), ...texts }));

const jsonText = (value: unknown): string => withoutPlaceholders(JSON.stringify(value));
