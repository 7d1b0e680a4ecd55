/**
 * A parameter or a property of the body in a request of a `.http` text: whether it is there, put in by a minimal edit, changed, and
 * taken out again. A description may come from anybody: nothing in it becomes a line, a file or a name of the text.
 */
import type { Entry } from '../../http-file/document.js';
import { isRawObject, parseRaw, printRaw, type RawValue } from '../../json/raw.js';
import { encodeQuery } from '../../request/url.js';
import { fitted } from '../call/arguments.js';
import { formPairs } from '../call/build-request.js';
import { oneLine, rawOf, withoutMarks } from '../call/entry-text.js';
import { exampleFor, exampleOfParameter, type Fits } from '../call/example.js';
import { type EncodedPair, headerText, queryPairs } from '../call/serialise.js';
import { misfits } from '../check/json-schema.js';
import { member } from '../document/node.js';
import type { Content, Description, Operation, Parameter } from '../document/types.js';
import { isJsonType } from '../media-type.js';
import { shapeOf } from '../schema.js';
import { type Change, headerAdded, lineEndOf, lineTaken, placesOf, queryRange } from './head.js';
import { type Filled, type JsonPath, jsonAt, jsonPut, jsonTaken, keyOf } from './json.js';
import { type Join, pairsAdded, pairsIn, pairTaken, type TextPair } from './pairs.js';
import { pathValue } from './path-value.js';

/** A row that can be ticked. */
export type TickTarget =
  | { readonly kind: 'parameter'; readonly parameter: Parameter }
  | { readonly kind: 'property'; readonly content: Content; readonly path: JsonPath; readonly schema: unknown };

/** The request that is edited. */
export interface Ticking {
  readonly description: Description;
  readonly operation: Operation;
  readonly text: string;
  readonly entry: Entry;
  /** Of this request; edits return it changed. */
  readonly filled: Filled;
}

/** An edit of the text, and the containers of the body that it filled. */
export interface Ticked {
  readonly change: Change;
  readonly filled: Filled;
}

/** The value as it stands in the text, on one line; undefined: it is not there. */
export function valueIn(ticking: Ticking, target: TickTarget): string | undefined {
  const { text, entry, operation } = ticking;
  const places = placesOf(text, entry);
  if (target.kind === 'property') {
    if (places.body === undefined || !isSent(ticking, target.content)) return undefined;
    if (isForm(target.content)) return shownPairs(pairsOf(ticking, target));
    return jsonAt(text.slice(places.body.from, places.body.to), target.path)?.replace(/\s+/g, ' ');
  }
  const { parameter } = target;
  if (parameter.place === 'path') {
    const found = pathValue(text, places.url, operation.path, parameter.name);
    return found && decoded(text.slice(found.from, found.to));
  }
  if (parameter.place === 'header') {
    const line = places.headers.get(parameter.name.toLowerCase());
    return line && text.slice(line.from, line.to).replace(/^[^:]*:\s*/, '');
  }
  return shownPairs(pairsOf(ticking, target));
}

const shownPairs = (pairs: readonly TextPair[]): string | undefined =>
  pairs.length === 0 ? undefined : pairs.map(({ value }) => value).join(',');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Puts it in with an example for its value, or the given one. @returns a sentence where it cannot be done */
export function put(ticking: Ticking, target: TickTarget, value = exampleOf(ticking, target)): Ticked | string {
  if (valueIn(ticking, target) !== undefined) return replaced(ticking, target, value);
  const { text, entry, filled } = ticking;
  const places = placesOf(text, entry);
  const done = (change: Change): Ticked => ({ change, filled });
  if (target.kind === 'property') return propertyPut(ticking, target, value);
  const { parameter } = target;
  switch (parameter.place) {
    case 'path':
      return 'It is a part of the path: edit the URL in the text.';
    case 'header':
      return /^[\w!#$%&'*+.^`|~-]+$/.test(parameter.name)
        ? done(headerAdded(text, places, `${parameter.name}: ${plainLine(headerText(parameter, value))}`))
        : 'Its name cannot be a header.';
    case 'cookie': {
      const line = places.headers.get('cookie');
      const added = joined(pairsFor(parameter, value), '; ');
      if (line === undefined) return done(headerAdded(text, places, `Cookie: ${added}`));
      return done(pairsAdded(text, { from: line.from + cookieStart(text, line), to: line.to }, '; ', '', added));
    }
    default: {
      if (places.url === undefined) return severalLines;
      const query = queryRange(text, places.url);
      return done(pairsAdded(text, query, '&', query.has ? '&' : '?', joined(pairsFor(parameter, value), '&')));
    }
  }
}

const severalLines = 'The URL stands on several lines: edit it as a text.';

/** Takes it out. @returns a sentence where it cannot be done */
export function take(ticking: Ticking, target: TickTarget): Ticked | string {
  const { text, entry, filled } = ticking;
  const places = placesOf(text, entry);
  if (target.kind === 'parameter') {
    const { place, name } = target.parameter;
    if (place === 'path') return 'It is a part of the path, and stays.';
    if (place === 'header') {
      const line = places.headers.get(name.toLowerCase());
      return line === undefined ? notThere : { change: lineTaken(text, line), filled };
    }
  } else if (!isForm(target.content)) return propertyTaken(ticking, target);
  const pairs = pairsOf(ticking, target);
  if (pairs.length === 0) return notThere;
  return { change: pairsTaken(ticking, target, pairs), filled };
}

const notThere = 'It is not in the request.';

/** Several pairs of one name as one change from the first to the last, taken from the end. */
function pairsTaken({ text, entry }: Ticking, target: TickTarget, pairs: readonly TextPair[]): Change {
  let left = text;
  let changed: Change | undefined;
  const around = rangeOf({ text, entry }, target);
  if (around === undefined) return { from: 0, to: 0, insert: '' };
  const { range, join, lead } = around;
  let end = range.to;
  for (const pair of pairs.toReversed()) {
    const change = pairTaken(left, { from: range.from, to: end }, join, lead, pair);
    left = left.slice(0, change.from) + left.slice(change.to);
    end -= change.to - change.from;
    changed = change;
  }
  const whole = around.line;
  if (whole !== undefined && left.slice(range.from, end).trim() === '') return lineTaken(text, whole);
  const from = Math.min(changed?.from ?? range.from, range.from - lead);
  return { from, to: range.to, insert: left.slice(from, Math.max(from, end)) };
}

interface PairRange {
  readonly range: { readonly from: number; readonly to: number };
  readonly join: Join;
  /** Characters in front of the first pair that go with the last one. */
  readonly lead: number;
  /** The header line around it. */
  readonly line?: { readonly from: number; readonly to: number };
}

/** Where the pairs of a query, a form or the cookies stand; undefined: nowhere yet. */
function rangeOf({ text, entry }: Pick<Ticking, 'text' | 'entry'>, target: TickTarget): PairRange | undefined {
  const places = placesOf(text, entry);
  if (target.kind === 'property') return places.body && { range: places.body, join: '&', lead: 0 };
  if (target.parameter.place === 'cookie') {
    const line = places.headers.get('cookie');
    return line && { range: { from: line.from + cookieStart(text, line), to: line.to }, join: '; ', lead: 0, line };
  }
  if (places.url === undefined) return undefined;
  const query = queryRange(text, places.url);
  return { range: query, join: '&', lead: query.has ? 1 : 0 };
}

const cookieStart = (text: string, { from, to }: { readonly from: number; readonly to: number }): number =>
  /^[^:]*:\s*/.exec(text.slice(from, to))?.[0].length ?? 0;

/** The pairs that are this parameter or property. */
function pairsOf(ticking: Ticking, target: TickTarget): readonly TextPair[] {
  const around = rangeOf(ticking, target);
  if (around === undefined) return [];
  const isIts = namesOf(ticking, target);
  return pairsIn(ticking.text, around.range, around.join).filter(({ name }) => isIts(name));
}

/** Which names of pairs a parameter has: its own, `filter[…]`, or those of its properties. */
function namesOf({ description }: Ticking, target: TickTarget): (name: string) => boolean {
  const { root } = description;
  if (target.kind === 'property') {
    const own = String(target.path[0] ?? '');
    return name => name === own || name.startsWith(`${own}[`);
  }
  const { name: own, style, explode, schema, place, mediaType = '' } = target.parameter;
  if (style === 'deepObject') return name => name === own || name.startsWith(`${own}[`);
  const isSpread = (explode && mediaType === '') || (place === 'querystring' && /urlencoded/i.test(mediaType));
  if (!isSpread) return name => name === own;
  const properties = shapeOf(root, schema).properties.map(({ name }) => name);
  // An object of any names is known by those of its example.
  const example = properties.length > 0 ? undefined : exampleOf({ description }, target);
  const free = example !== undefined && isRawObject(example) ? [...example.keys()] : [];
  return name => name === own || properties.includes(name) || free.includes(name);
}

function replaced(ticking: Ticking, target: TickTarget, value: RawValue): Ticked | string {
  const { text, entry, filled, operation } = ticking;
  const places = placesOf(text, entry);
  if (target.kind === 'property' && !isForm(target.content)) return propertyPut(ticking, target, value);
  if (target.kind === 'parameter' && target.parameter.place === 'path') {
    const found = pathValue(text, places.url, operation.path, target.parameter.name);
    return found === undefined ? notThere : { change: { ...found, insert: pathPiece(value) }, filled };
  }
  if (target.kind === 'parameter' && target.parameter.place === 'header') {
    const line = places.headers.get(target.parameter.name.toLowerCase());
    if (line === undefined) return notThere;
    const insert = plainLine(headerText(target.parameter, value));
    return { change: { from: line.from + cookieStart(text, line), to: line.to, insert }, filled };
  }
  const [first, ...more] = pairsOf(ticking, target);
  const around = rangeOf(ticking, target);
  if (first === undefined || around === undefined) return notThere;
  const pairs =
    target.kind === 'property'
      ? formPairs(String(target.path[0]), value, member(target.content.encoding, String(target.path[0])))
      : pairsFor(target.parameter, value);
  const insert = joined(pairs, around.join);
  // Pairs of the same name stand side by side where a tick wrote them.
  const last = more.at(-1) ?? first;
  return { change: { from: first.from, to: last.to, insert }, filled };
}

const pathPiece = (value: RawValue): string => {
  const text = typeof value === 'string' ? value : printRaw(value);
  return isName(text) ? text : encodeQuery(text).replaceAll('+', '%20');
};

/** One `{{name}}`, which a user types for a value. */
export const isName = (text: string): boolean => /^\{\{[\w.%$ -]+\}\}$/.test(text);

/** Text from a description in a header line. */
const plainLine = (text: string): string => (isName(text) ? text : oneLine(text));

function pairsFor(parameter: Parameter, value: RawValue): readonly EncodedPair[] {
  if (typeof value === 'string' && isName(value)) return [[encodeQuery(parameter.name), value]];
  const pairs = queryPairs(parameter, value);
  return pairs.length > 0 ? pairs : [[encodeQuery(parameter.name), '']];
}

const joined = (pairs: readonly EncodedPair[], join: Join): string =>
  pairs.map(([name, value]) => `${withoutMarks(name)}=${isName(value) ? value : withoutMarks(value)}`).join(join);

const isForm = ({ mediaType }: Content): boolean => /urlencoded/i.test(mediaType);

/** The request sends its body as this type. */
export function isSent({ text, entry }: Pick<Ticking, 'text' | 'entry'>, { mediaType }: Content): boolean {
  const line = placesOf(text, entry).headers.get('content-type');
  const bare = (type: string): string => type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const named = line === undefined ? undefined : bare(text.slice(line.from, line.to).replace(/^[^:]*:/, ''));
  return named === undefined ? isJsonType(mediaType) : named === bare(mediaType);
}

type PropertyTarget = TickTarget & { readonly kind: 'property' };

function propertyPut(ticking: Ticking, { content, path }: PropertyTarget, value: RawValue): Ticked | string {
  const { text, entry, filled } = ticking;
  const { body, hasFiles, headEnd } = placesOf(text, entry);
  const { mediaType, encoding } = content;
  if (!isSent(ticking, content)) return `The request does not send ${mediaType}: change its Content-Type first.`;
  if (hasFiles || (!isJsonType(mediaType) && !isForm(content))) return 'This body is edited as a text.';
  if (isForm(content)) {
    const [name] = path;
    if (path.length !== 1 || typeof name !== 'string') return 'A form has no levels: edit it as a text.';
    if (body === undefined) return 'There is no body yet: type it as a text.';
    const added = joined(formPairs(name, value, member(encoding, name)), '&');
    return { change: pairsAdded(text, body, '&', '', added), filled };
  }
  const whole = body === undefined ? (typeof path[0] === 'number' ? '[]' : '{}') : text.slice(body.from, body.to);
  const end = lineEndOf(text);
  const edited = jsonPut(whole, path, JSON.parse(printRaw(value)), filled, end);
  if (typeof edited === 'string') return edited;
  if (body !== undefined) return { change: changeOf(body.from, whole, edited.text), filled: edited.filled };
  const open = headEnd > 0 && text[headEnd - 1] !== '\n' ? end : '';
  const change = { from: headEnd, to: headEnd, insert: `${open}${end}${edited.text}${end}` };
  return { change, filled: new Map([...edited.filled, [keyOf([]), open] as const]) };
}

function propertyTaken({ text, entry, filled }: Ticking, { path }: PropertyTarget): Ticked | string {
  const { body, headEnd } = placesOf(text, entry);
  if (body === undefined) return notThere;
  const whole = text.slice(body.from, body.to);
  const edited = jsonTaken(whole, path, filled);
  if (typeof edited === 'string') return edited;
  const isGone = filled.has(keyOf([])) && !edited.filled.has(keyOf([])) && edited.text.trim() === '';
  if (!isGone) return { change: changeOf(body.from, whole, edited.text), filled: edited.filled };
  // The body was put in with the empty line above it.
  const from = headEnd - edited.text.length;
  const end = /^\r?\n/.exec(text.slice(body.to, entry.to))?.[0].length ?? 0;
  return { change: { from, to: body.to + end, insert: '' }, filled: edited.filled };
}

/** The part in which two texts differ. @param at where they begin */
function changeOf(at: number, before: string, after: string): Change {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from++;
  let end = 0;
  while (end < shorter - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { from: at + from, to: at + before.length - end, insert: after.slice(from, after.length - end) };
}

/** A value that fits the schema, as the description has it. */
export function exampleOf({ description }: Pick<Ticking, 'description'>, target: TickTarget): RawValue {
  const { root } = description;
  const fits: Fits = (schema, value) => misfits(description, schema, value, 'request').length === 0;
  return rawOf(
    target.kind === 'parameter'
      ? // An empty object would be nothing at all: it gets its properties, as in a path.
        exampleOfParameter(root, { ...target.parameter, place: 'path' }, fits)
      : exampleFor(root, target.schema, fits),
  );
}

/** A typed text as a value of the schema: commas stand between items of a list. */
export function typedValue(root: unknown, target: TickTarget, text: string): RawValue {
  const schema = target.kind === 'parameter' ? target.parameter.schema : target.schema;
  if (isName(text)) return text;
  const { types, items } = shapeOf(root, schema);
  const json = /^\s*[[{"]/.test(text) ? parseRaw(text) : undefined;
  if (json && 'value' in json && !(types.includes('string') && !text.trim().startsWith('"'))) return json.value;
  if (types.includes('array')) return text.split(',').map(each => fitted(root, items, each.trim()));
  if (types.includes('string') || types.length === 0) return text;
  const read = fitted(root, schema, text);
  return read;
}
