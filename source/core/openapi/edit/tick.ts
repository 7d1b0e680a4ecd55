/**
 * Ticks a parameter or body property in a request of a `.http` file: reads it, inserts it with a minimal edit, changes it, and
 * removes it again. Descriptions are untrusted: their text must not become a line, a file or a placeholder.
 */

import { member, parsedJson } from '../../json/loose.js';
import { isRawObject, parseRaw, printRaw, type RawValue } from '../../json/raw.js';
import { isProblem } from '../../problem.js';
import { encodeQuery, percentDecoded } from '../../request/url.js';
import type { Change } from '../../text/changes.js';
import type { ValuePath } from '../../values/path.js';
import { fitted } from '../call/arguments.js';
import { sendsFile } from '../call/binary.js';
import { formPairs } from '../call/build-request.js';
import { headerText } from '../call/serialise.js';
import type { Parameter } from '../document/types.js';
import { isMultipart, isUrlEncoded } from '../media-type.js';
import { shapeOf } from '../schema.js';
import { headerAdded, lineTaken, pathValue, placesOf, queryRange } from './head.js';
import { jsonAt } from './json.js';
import { bodyFileValue, partTaken, partValue } from './multipart.js';
import { pairsAdded } from './pairs.js';
import { isChosen, switched } from './tick-alternative.js';
import { exampleOf, joined, pairsFor, pairsOf, pairsTaken, rangeOf, shownPairs, valueStart } from './tick-pairs.js';
import { propertyPut, propertyTaken } from './tick-property.js';
import {
  isName,
  isSent,
  notThere,
  plainLine,
  schemaOf,
  type Ticked,
  type Ticking,
  type TickTarget,
} from './tick-target.js';

/** Returns the value in the text on one line, or undefined if the target is not in the text. */
export function valueIn(ticking: Ticking, target: TickTarget): string | undefined {
  const { text, entry, operation } = ticking;
  const places = placesOf(text, entry);
  if (target.kind === 'property') {
    if (!isSent(ticking, target.content)) return undefined;
    if (isMultipart(target.content.mediaType)) return partValue(ticking, target);
    if (target.path.length === 0 && sendsFile(ticking.description.root, target.content)) return bodyFileValue(ticking);
    if (places.body === undefined) return undefined;
    if (isUrlEncoded(target.content.mediaType))
      return target.path.length > 1 ? undefined : shownPairs(pairsOf(ticking, target));
    const json = jsonAt(text.slice(places.body.from, places.body.to), target.path);
    const { alternative, schema } = target;
    if (target.example && json !== undefined && !isSameJson(json, printRaw(exampleOf(ticking, target))))
      return undefined;
    if (alternative && json !== undefined && !isChosen(ticking.description, schema, alternative, json))
      return undefined;
    return json?.replace(/\s+/g, ' ');
  }
  const { parameter, member: inside } = target;
  if (inside !== undefined) {
    const json = jsonAt(valueIn(ticking, { kind: 'parameter', parameter }) ?? '', inside.path);
    const { alternative, schema } = inside;
    return alternative && json !== undefined && !isChosen(ticking.description, schema, alternative, json)
      ? undefined
      : json;
  }
  if (parameter.place === 'path') {
    const range = pathValue(text, places.url, operation.path, parameter.name);
    return range && percentDecoded(text.slice(range.from, range.to));
  }
  if (parameter.place === 'header') {
    const line = places.headers.get(parameter.name.toLowerCase());
    return line && text.slice(line.from, line.to).replace(/^[^:]*:\s*/, '');
  }
  return shownPairs(pairsOf(ticking, target));
}

/** Inserts the target with the given value or an example. @returns an error message if it is not possible */
export function put(ticking: Ticking, target: TickTarget, value = exampleOf(ticking, target)): Ticked | string {
  if (target.kind === 'parameter' && target.member !== undefined) {
    const { parameter, member: inside } = target;
    const { path, schema, alternative } = inside;
    const whole = valueIn(ticking, { kind: 'parameter', parameter }) ?? '';
    const next = alternative ? switched(ticking.description, schema, alternative, jsonAt(whole, path), value) : value;
    return memberSet(ticking, parameter, path, next);
  }
  if (valueIn(ticking, target) !== undefined) return replaced(ticking, target, value);
  const { text, entry, filled } = ticking;
  const places = placesOf(text, entry);
  const done = (change: Change): Ticked => ({ change, filled });
  if (target.kind === 'property') {
    const { alternative, schema, path } = target;
    if (alternative === undefined) return propertyPut(ticking, target, value);
    const json = places.body && jsonAt(text.slice(places.body.from, places.body.to), path);
    return propertyPut(ticking, target, switched(ticking.description, schema, alternative, json, value));
  }
  const { parameter } = target;
  switch (parameter.place) {
    case 'path':
      return 'This parameter is part of the path. Edit the URL in the text.';
    case 'header':
      return /^[\w!#$%&'*+.^`|~-]+$/.test(parameter.name)
        ? done(headerAdded(text, places, `${parameter.name}: ${plainLine(headerText(parameter, value))}`))
        : 'The name of this parameter is not a valid header name.';
    case 'cookie': {
      const line = places.headers.get('cookie');
      const added = joined(pairsFor(parameter, value), '; ');
      if (line === undefined) return done(headerAdded(text, places, `Cookie: ${added}`));
      return done(pairsAdded(text, { from: line.from + valueStart(text, line), to: line.to }, '; ', '', added));
    }
    default: {
      if (places.url === undefined) return severalLines;
      const query = queryRange(text, places.url);
      return done(pairsAdded(text, query, '&', query.has ? '&' : '?', joined(pairsFor(parameter, value), '&')));
    }
  }
}

/** Sets a member of a parameter that is written as JSON, or removes it for undefined. */
function memberSet(
  ticking: Ticking,
  parameter: Parameter,
  path: ValuePath,
  value: RawValue | undefined,
): Ticked | string {
  const target = { kind: 'parameter', parameter } as const;
  const json = valueIn(ticking, target);
  const before = json === undefined ? undefined : parseRaw(json);
  if (before !== undefined && isProblem(before))
    return `The value of ${parameter.name} is not JSON. Edit it in the text.`;
  const next = withMember(before?.value, path, value);
  if (next === undefined || (value === undefined && !parameter.required && isEmptyRaw(next)))
    return take(ticking, target);
  return put(ticking, target, next);
}

const isEmptyRaw = (value: RawValue): boolean =>
  isRawObject(value) ? value.size === 0 : Array.isArray(value) && value.length === 0;

/** Returns a copy of a value with a value at the path, or without it for undefined. */
function withMember(at: RawValue | undefined, path: ValuePath, value: RawValue | undefined): RawValue | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const items = Array.isArray(at) ? [...at] : [];
    const item = withMember(items[step], rest, value);
    items.splice(step, 1, ...(item === undefined ? [] : [item]));
    return items;
  }
  const members = new Map(isRawObject(at) ? at : []);
  const inner = withMember(members.get(step), rest, value);
  if (inner === undefined) members.delete(step);
  else members.set(step, inner);
  return members;
}

/** Returns true if two JSON texts have the same value, member by member. */
function isSameJson(a: string, b: string): boolean {
  const value = parsedJson(a);
  return value !== undefined && JSON.stringify(value) === JSON.stringify(parsedJson(b));
}

const severalLines = 'The URL spans several lines. Edit it in the text.';

const otherAlternative = 'To switch, press Space on another alternative.';

/** Removes the target. @returns an error message if it is not possible */
export function take(ticking: Ticking, target: TickTarget): Ticked | string {
  const { text, entry, filled } = ticking;
  const places = placesOf(text, entry);
  if (target.kind === 'parameter') {
    const { place, name } = target.parameter;
    if (target.member?.alternative !== undefined) return otherAlternative;
    if (target.member !== undefined) return memberSet(ticking, target.parameter, target.member.path, undefined);
    if (place === 'path') return 'Path parameters cannot be removed.';
    if (place === 'header') {
      const line = places.headers.get(name.toLowerCase());
      return line === undefined ? notThere : { change: lineTaken(text, line), filled };
    }
  } else if (target.example !== undefined) return 'To switch, press Space on another example.';
  else if (isMultipart(target.content.mediaType)) return partTaken(ticking, target);
  else if (target.alternative !== undefined) return otherAlternative;
  else if (!isUrlEncoded(target.content.mediaType)) return propertyTaken(ticking, target);
  const pairs = pairsOf(ticking, target);
  if (pairs.length === 0) return notThere;
  return { change: pairsTaken(ticking, target, pairs), filled };
}

function replaced(ticking: Ticking, target: TickTarget, value: RawValue): Ticked | string {
  const { text, entry, filled, operation } = ticking;
  const places = placesOf(text, entry);
  if (target.kind === 'property' && !isUrlEncoded(target.content.mediaType)) return propertyPut(ticking, target, value);
  if (target.kind === 'parameter' && target.parameter.place === 'path') {
    const range = pathValue(text, places.url, operation.path, target.parameter.name);
    return range === undefined ? notThere : { change: { ...range, insert: pathPiece(value) }, filled };
  }
  if (target.kind === 'parameter' && target.parameter.place === 'header') {
    const line = places.headers.get(target.parameter.name.toLowerCase());
    if (line === undefined) return notThere;
    const insert = plainLine(headerText(target.parameter, value));
    return { change: { from: line.from + valueStart(text, line), to: line.to, insert }, filled };
  }
  const [first, ...more] = pairsOf(ticking, target);
  const around = rangeOf(ticking, target);
  if (first === undefined || around === undefined) return notThere;
  const pairs =
    target.kind === 'property'
      ? formPairs(String(target.path[0]), value, member(target.content.encoding, String(target.path[0])))
      : pairsFor(target.parameter, value);
  const insert = joined(pairs, around.join);
  // Pairs of the same name that a tick wrote are adjacent.
  const last = more.at(-1) ?? first;
  return { change: { from: first.from, to: last.to, insert }, filled };
}

const pathPiece = (value: RawValue): string => {
  const text = typeof value === 'string' ? value : printRaw(value);
  return isName(text) ? text : encodeQuery(text).replaceAll('+', '%20');
};

/** Converts typed text to a value of the schema. Commas separate list items. */
export function typedValue(root: unknown, target: TickTarget, text: string): RawValue {
  const schema = schemaOf(target);
  if (isName(text)) return text;
  const { types, items } = shapeOf(root, schema);
  const json = /^\s*[[{"]/.test(text) ? parseRaw(text) : undefined;
  if (json && !isProblem(json) && !(types.includes('string') && !text.trim().startsWith('"'))) return json.value;
  if (types.includes('array')) return text.split(',').map(each => fitted(root, items, each.trim()));
  if (types.includes('string') || types.length === 0) return text;
  return fitted(root, schema, text);
}
