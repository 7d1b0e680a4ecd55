/** Defines how a value is compared with the expected value, with one row per operator. */
import type { JsonNode } from '../json/tree.js';
import { compareNumbers } from './decimal.js';
import { countOf, jsonOrder, sameJson } from './json-values.js';
import type { SelectedValue } from './select.js';

/** The right side of a check. */
export interface Expected {
  /** JSON value; a bare word is a string. */
  readonly node: JsonNode;
  /** Text of the value: the characters of a string, otherwise the text as typed. */
  readonly text: string;
  /** Value as typed. */
  readonly shown: string;
  /** Pattern of `matches`, or of a class of status codes (`2xx`). */
  readonly pattern?: RegExp;
  /** Returns the date in milliseconds since 1970, if the value is a date. */
  readonly date?: (now: number) => number;
}

/** An operator that compares a value with an expected value. */
interface Comparison {
  /** Words before the expected value in a sentence: `expected less than 5`. */
  readonly words: string;
  /** Other words for the operator, in lower case. */
  readonly aliases: readonly string[];
  /** @param now milliseconds since 1970 */
  readonly isMet: (actual: SelectedValue, expected: Expected, now: number) => boolean;
}

const textOf = ({ node, text }: SelectedValue) => (node.kind === 'string' ? node.value : text);
const isText = ({ node }: SelectedValue) => node.kind === 'string';

/** Returns true if text from a response equals the expected value: a number by value, and any other text by its characters. */
function equals(actual: SelectedValue, expected: Expected): boolean {
  if (expected.pattern) return expected.pattern.test(actual.text);
  if (actual.kind === 'json') return sameJson(actual.node, expected.node);
  if (actual.text === expected.text) return true;
  return expected.node.kind === 'number' && compareNumbers(actual.text.trim(), expected.node.text) === 0;
}

const ordered =
  (isMet: (order: number) => boolean) =>
  (actual: SelectedValue, { node, text, date }: Expected, now: number): boolean => {
    const time = date && dateOf(textOf(actual));
    if (date && time !== undefined) return isMet(time - date(now));
    const byNumber = actual.kind === 'wire' && node.kind === 'number';
    const order = byNumber ? compareNumbers(actual.text.trim(), text) : jsonOrder(actual.node, node);
    return order !== undefined && isMet(order);
  };

/** Searches an array by its values, an object by its names, and a text by its characters. */
function contains(actual: SelectedValue, expected: Expected): boolean {
  const { node } = actual;
  if (node.kind === 'array') return node.items.some(item => sameJson(item, expected.node));
  if (node.kind === 'object') return node.members.some(({ name }) => name === expected.text);
  return isText(actual) && textOf(actual).includes(expected.text);
}

/** Operators by their name in `Check`. */
export const comparisons = {
  '==': { words: '', aliases: ['=', 'eq', 'equals', 'equal'], isMet: equals },
  '<': { words: 'less than ', aliases: ['lt', 'less', 'lessthan'], isMet: ordered(order => order < 0) },
  '<=': {
    words: 'at most ',
    aliases: ['le', 'lte', 'lessthanorequal', 'lessthanorequals', 'atmost'],
    isMet: ordered(order => order <= 0),
  },
  '>': { words: 'more than ', aliases: ['gt', 'greater', 'greaterthan'], isMet: ordered(order => order > 0) },
  '>=': {
    words: 'at least ',
    aliases: ['ge', 'gte', 'greaterthanorequal', 'greaterthanorequals', 'atleast'],
    isMet: ordered(order => order >= 0),
  },
  contains: { words: 'to contain ', aliases: ['contain', 'includes', 'include'], isMet: contains },
  in: {
    words: 'one of ',
    aliases: ['oneof'],
    isMet: (actual, { node }) =>
      node.kind === 'array' &&
      node.items.some(item => {
        const text = scalarText(item);
        return equals(actual, { node: item, text, shown: text });
      }),
  },
  startsWith: {
    words: 'to start with ',
    aliases: ['startswith', 'beginswith'],
    isMet: (actual, expected) => isText(actual) && textOf(actual).startsWith(expected.text),
  },
  endsWith: {
    words: 'to end with ',
    aliases: ['endswith'],
    isMet: (actual, expected) => isText(actual) && textOf(actual).endsWith(expected.text),
  },
  matches: {
    words: 'to match ',
    aliases: ['match', '~', '=~'],
    isMet: (actual, { pattern }) => pattern?.test(textOf(actual)) ?? false,
  },
} as const satisfies Record<string, Comparison>;

/** Operators with a right side. */
export type ComparisonName = keyof typeof comparisons;

const isoDate = /^\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:?\d\d)?)?$/;
/** The three date formats of RFC 9110 5.6.7: IMF-fixdate, RFC 850 and asctime. */
const httpDate =
  /^(?:[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT|[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})$/;
/** Returns the date in a text in milliseconds since 1970, or undefined. */
const dateOf = (text: string): number | undefined =>
  [isoDate, httpDate].some(format => format.test(text)) && !Number.isNaN(Date.parse(text))
    ? Date.parse(text)
    : undefined;

const unitsMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** Parses an expected date: ISO 8601, an HTTP date, `now`, `now - 5m`, `now + 2d`. */
export function expectedDate(text: string): Expected['date'] {
  const [, sign, amount, unit = ''] = /^now(?:\s*([+-])\s*(\d{1,9})\s*(ms|s|min|m|h|d|w))?$/.exec(text) ?? [];
  if (sign !== undefined) return now => now + Number(`${sign}${amount}`) * (unitsMs[unit] ?? 1);
  if (text === 'now') return now => now;
  const date = dateOf(text);
  return date === undefined ? undefined : () => date;
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const kindIs = (kind: JsonNode['kind']) => (value: SelectedValue) => value.node.kind === kind;

/** Classifies numbers by their text: `1.0` is a float. Text from a response that looks like a number counts as one too. */
const numberIs = (pattern: RegExp) => (value: SelectedValue) =>
  (value.node.kind === 'number' || value.kind === 'wire') && pattern.test(value.text.trim());

const dateIs =
  (...formats: readonly RegExp[]) =>
  (value: SelectedValue): boolean => {
    const text = textOf(value);
    return isText(value) && formats.some(format => format.test(text)) && !Number.isNaN(Date.parse(text));
  };

/** Kinds of values for `is`, including Hurl's. */
export const kinds = {
  integer: numberIs(/^-?\d+$/),
  float: numberIs(/^-?\d+(?:\.\d+)?[eE.][+-]?\d+(?:[eE][+-]?\d+)?$/),
  number: numberIs(/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/),
  string: kindIs('string'),
  boolean: kindIs('boolean'),
  null: kindIs('null'),
  array: kindIs('array'),
  list: kindIs('array'),
  collection: value => value.node.kind === 'array' || value.node.kind === 'object',
  object: kindIs('object'),
  empty: value => countOf(value.node) === 0,
  date: dateIs(isoDate, httpDate),
  isodate: dateIs(isoDate),
  uuid: value => isText(value) && uuid.test(textOf(value)),
} as const satisfies Record<string, (value: SelectedValue) => boolean>;

/** Operands of `is`. */
export type KindName = keyof typeof kinds;

function scalarText(node: JsonNode): string {
  if (node.kind === 'string' || node.kind === 'boolean') return String(node.value);
  return node.kind === 'number' ? node.text : '';
}
