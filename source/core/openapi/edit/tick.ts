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
  type ParameterTarget,
  type PropertyTarget,
  plainLine,
  schemaOf,
  type Ticked,
  type Ticking,
  type TickTarget,
} from './tick-target.js';

/** Returns the value in the text on one line, or undefined if the target is not in the text. */
export function valueIn(ticking: Ticking, target: TickTarget): string | undefined {
  if (target.kind === 'property') return propertyIn(ticking, target);
  const { parameter, member: inside } = target;
  if (inside === undefined) return parameterIn(ticking, target);
  const json = jsonAt(parameterIn(ticking, { kind: 'parameter', parameter }) ?? '', inside.path);
  return isOtherAlternative(ticking, inside, json) ? undefined : json;
}

/** Returns true if the target is an alternative, and the value is another one. */
const isOtherAlternative = (
  { description }: Ticking,
  { schema, alternative }: Pick<PropertyTarget, 'schema' | 'alternative'>,
  json: string | undefined,
): boolean => alternative !== undefined && json !== undefined && !isChosen(description, schema, alternative, json);

function propertyIn(ticking: Ticking, target: PropertyTarget): string | undefined {
  const { content, path, example } = target;
  if (!isSent(ticking, content)) return undefined;
  if (isMultipart(content.mediaType)) return partValue(ticking, target);
  if (path.length === 0 && sendsFile(ticking.description.root, content)) return bodyFileValue(ticking);
  const { text, entry } = ticking;
  const { body } = placesOf(text, entry);
  if (body === undefined) return undefined;
  if (isUrlEncoded(content.mediaType)) return path.length > 1 ? undefined : shownPairs(pairsOf(ticking, target));
  const json = jsonAt(text.slice(body.from, body.to), path);
  if (json === undefined || isOtherAlternative(ticking, target, json)) return undefined;
  if (example && !isSameJson(json, printRaw(exampleOf(ticking, target)))) return undefined;
  return json.replace(/\s+/g, ' ');
}

function parameterIn(ticking: Ticking, target: ParameterTarget): string | undefined {
  const { text, entry, operation } = ticking;
  const { place, name } = target.parameter;
  const { url, headers } = placesOf(text, entry);
  if (place === 'path') {
    const range = pathValue(text, url, operation.path, name);
    return range && percentDecoded(text.slice(range.from, range.to));
  }
  if (place !== 'header') return shownPairs(pairsOf(ticking, target));
  const line = headers.get(name.toLowerCase());
  return line && text.slice(line.from, line.to).replace(/^[^:]*:\s*/, '');
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
  if (target.kind === 'parameter') return parameterPut(ticking, target.parameter, value);
  const { alternative, schema, path } = target;
  if (alternative === undefined) return propertyPut(ticking, target, value);
  const { text, entry } = ticking;
  const { body } = placesOf(text, entry);
  const json = body && jsonAt(text.slice(body.from, body.to), path);
  return propertyPut(ticking, target, switched(ticking.description, schema, alternative, json, value));
}

/** Inserts a parameter that is not in the text. */
function parameterPut({ text, entry, filled }: Ticking, parameter: Parameter, value: RawValue): Ticked | string {
  const places = placesOf(text, entry);
  const done = (change: Change): Ticked => ({ change, filled });
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
  return target.kind === 'parameter' ? parameterTaken(ticking, target) : bodyTaken(ticking, target);
}

function parameterTaken(ticking: Ticking, target: ParameterTarget): Ticked | string {
  const { parameter, member: inside } = target;
  if (inside?.alternative !== undefined) return otherAlternative;
  if (inside !== undefined) return memberSet(ticking, parameter, inside.path, undefined);
  if (parameter.place === 'path') return 'Path parameters cannot be removed.';
  if (parameter.place !== 'header') return allPairsTaken(ticking, target);
  const { text, entry, filled } = ticking;
  const line = placesOf(text, entry).headers.get(parameter.name.toLowerCase());
  return line === undefined ? notThere : { change: lineTaken(text, line), filled };
}

function bodyTaken(ticking: Ticking, target: PropertyTarget): Ticked | string {
  const { mediaType } = target.content;
  if (target.example !== undefined) return 'To switch, press Space on another example.';
  if (isMultipart(mediaType)) return partTaken(ticking, target);
  if (target.alternative !== undefined) return otherAlternative;
  return isUrlEncoded(mediaType) ? allPairsTaken(ticking, target) : propertyTaken(ticking, target);
}

function allPairsTaken(ticking: Ticking, target: TickTarget): Ticked | string {
  const pairs = pairsOf(ticking, target);
  if (pairs.length === 0) return notThere;
  return { change: pairsTaken(ticking, target, pairs), filled: ticking.filled };
}

function replaced(ticking: Ticking, target: TickTarget, value: RawValue): Ticked | string {
  if (target.kind === 'parameter') return parameterReplaced(ticking, target, value);
  const { mediaType, encoding } = target.content;
  if (!isUrlEncoded(mediaType)) return propertyPut(ticking, target, value);
  const name = String(target.path[0]);
  return pairsReplaced(ticking, target, formPairs(name, value, member(encoding, name)));
}

function parameterReplaced(ticking: Ticking, target: ParameterTarget, value: RawValue): Ticked | string {
  const { text, entry, filled, operation } = ticking;
  const { parameter } = target;
  const { url, headers } = placesOf(text, entry);
  if (parameter.place === 'path') {
    const range = pathValue(text, url, operation.path, parameter.name);
    return range === undefined ? notThere : { change: { ...range, insert: pathPiece(value) }, filled };
  }
  if (parameter.place !== 'header') return pairsReplaced(ticking, target, pairsFor(parameter, value));
  const line = headers.get(parameter.name.toLowerCase());
  if (line === undefined) return notThere;
  const insert = plainLine(headerText(parameter, value));
  return { change: { from: line.from + valueStart(text, line), to: line.to, insert }, filled };
}

function pairsReplaced(ticking: Ticking, target: TickTarget, pairs: ReturnType<typeof pairsFor>): Ticked | string {
  const [first, ...more] = pairsOf(ticking, target);
  const around = rangeOf(ticking, target);
  if (first === undefined || around === undefined) return notThere;
  // Pairs of the same name that a tick wrote are adjacent.
  const last = more.at(-1) ?? first;
  return { change: { from: first.from, to: last.to, insert: joined(pairs, around.join) }, filled: ticking.filled };
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
