/** Finds the pairs of a query, a form or cookies that belong to a parameter or property. */

import { isRawObject, type RawValue, rawOf } from '../../json/raw.js';
import { memoizeWeak } from '../../memoize-weak.js';
import { encodeQuery } from '../../request/url.js';
import type { Change } from '../../text/changes.js';
import type { Alternative } from '../alternatives.js';
import { bodyExample, validatorOf } from '../call/body-example.js';
import { withoutMarks } from '../call/entry-text.js';
import { exampleFor, exampleOfAlternative, exampleOfParameter } from '../call/example.js';
import { ExampleBudget } from '../call/mend.js';
import { type EncodedPair, queryPairs } from '../call/serialise.js';
import type { Description, NamedExample, Parameter } from '../document/types.js';
import { isUrlEncoded } from '../media-type.js';
import { shapeOf } from '../schema.js';
import { lineTaken, placesOf, queryRange } from './head.js';
import { type Join, pairsIn, pairTaken, type TextPair } from './pairs.js';
import { isName, type Ticking, type TickTarget } from './tick-target.js';

/** Returns their values on one line, or undefined if there are none. */
export const shownPairs = (pairs: readonly TextPair[]): string | undefined =>
  pairs.length === 0 ? undefined : pairs.map(({ value }) => value).join(',');

/** Combines the removal of several pairs of one name into a single change. Pairs are removed from the end. */
export function pairsTaken({ text, entry }: Ticking, target: TickTarget, pairs: readonly TextPair[]): Change {
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
  /** Number of characters before the first pair that are removed with the last pair. */
  readonly lead: number;
  /** Header line that contains the pairs. */
  readonly line?: { readonly from: number; readonly to: number };
}

/** Returns the range of the pairs of a query, a form or cookies, or undefined if there are none yet. */
export function rangeOf({ text, entry }: Pick<Ticking, 'text' | 'entry'>, target: TickTarget): PairRange | undefined {
  const places = placesOf(text, entry);
  if (target.kind === 'property') return places.body && { range: places.body, join: '&', lead: 0 };
  if (target.parameter.place === 'cookie') {
    const line = places.headers.get('cookie');
    return line && { range: { from: line.from + valueStart(text, line), to: line.to }, join: '; ', lead: 0, line };
  }
  if (places.url === undefined) return undefined;
  const query = queryRange(text, places.url);
  return { range: query, join: '&', lead: query.has ? 1 : 0 };
}

/** Returns the offset of the value within a header line. */
export const valueStart = (text: string, { from, to }: { readonly from: number; readonly to: number }): number =>
  /^[^:]*:\s*/.exec(text.slice(from, to))?.[0].length ?? 0;

/** Returns the pairs that belong to this parameter or property. */
export function pairsOf(ticking: Ticking, target: TickTarget): readonly TextPair[] {
  const around = rangeOf(ticking, target);
  if (around === undefined) return [];
  const isIts = namesOf(ticking, target);
  return pairsIn(ticking.text, around.range, around.join).filter(({ name }) => isIts(name));
}

/** Returns a test for the pair names of a parameter: its name, `filter[…]`, or the names of its properties. */
function namesOf({ description }: Ticking, target: TickTarget): (name: string) => boolean {
  const { root } = description;
  if (target.kind === 'property') {
    const own = String(target.path[0] ?? '');
    return name => name === own || name.startsWith(`${own}[`);
  }
  const { name: own, style, explode, schema, place, mediaType = '' } = target.parameter;
  if (style === 'deepObject') return name => name === own || name.startsWith(`${own}[`);
  const isSpread = (explode && mediaType === '') || (place === 'querystring' && isUrlEncoded(mediaType));
  if (!isSpread) return name => name === own;
  const properties = shapeOf(root, schema).properties.map(({ name }) => name);
  // For an object with arbitrary names, use the names in its example.
  const example = properties.length > 0 ? undefined : exampleOf({ description }, target);
  const free = example !== undefined && isRawObject(example) ? [...example.keys()] : [];
  return name => name === own || properties.includes(name) || free.includes(name);
}

/** Returns the pairs that set a parameter to this value. */
export function pairsFor(parameter: Parameter, value: RawValue): readonly EncodedPair[] {
  if (typeof value === 'string' && isName(value)) return [[encodeQuery(parameter.name), value]];
  const pairs = queryPairs(parameter, value);
  return pairs.length > 0 ? pairs : [[encodeQuery(parameter.name), '']];
}

/** Returns the text of pairs. */
export const joined = (pairs: readonly EncodedPair[], join: Join): string =>
  pairs.map(([name, value]) => `${withoutMarks(name)}=${isName(value) ? value : withoutMarks(value)}`).join(join);

/** Valid values of examples, which all rows of a body use on every key. */
const exampleValues = memoizeWeak((_: NamedExample) => new Map<Description, RawValue>());

/** A schema, and one of its alternatives if that is chosen. */
interface Choosable {
  readonly schema: unknown;
  readonly alternative?: Alternative;
}

/** Returns a value that is valid for the schema, taken from the description if it has one. */
export function exampleOf(
  { description }: Pick<Ticking, 'description'>,
  target: TickTarget,
  budget = new ExampleBudget(),
): RawValue {
  const { root } = description;
  const isValid = validatorOf(description);
  if (target.kind === 'parameter' && target.member === undefined)
    return rawOf(exampleOfParameter(root, target.parameter, isValid, budget));
  if (target.kind === 'property' && target.example !== undefined) {
    const { content, example } = target;
    const values = exampleValues(example);
    const value = values.get(description) ?? rawOf(bodyExample(description, content, budget, [example]).value);
    values.set(description, value);
    return value;
  }
  const { schema, alternative }: Choosable = target.kind === 'property' ? target : (target.member ?? target.parameter);
  return rawOf(
    alternative
      ? exampleOfAlternative(root, schema, alternative, isValid, budget)
      : exampleFor(root, schema, isValid, budget),
  );
}
