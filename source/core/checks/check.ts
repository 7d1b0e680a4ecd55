/** Parses a check: `TARGET [not] OPERATOR VALUE`, as used by `-a` and `# @assert`. */

import { type Failure, isFailure, usageError } from '../failure.js';
import { jsonTree } from '../json/tree.js';
import { nearest } from '../near-miss.js';
import { isProblem } from '../problem.js';
import { type ComparisonName, comparisons, type Expected, expectedDate, type KindName, kinds } from './operators.js';
import { readPattern, readSlashes, readTarget, type Target } from './target.js';

/** A comparison of part of an exchange with an expected value. */
export interface Check {
  /** Check as typed. */
  readonly text: string;
  readonly target: Target;
  /** True if the check is negated. */
  readonly not: boolean;
  readonly test: Test;
}

/** The right side. `count` compares the number of values. */
export type Test =
  | { readonly kind: 'exists' }
  | { readonly kind: 'is'; readonly type: KindName }
  | { readonly kind: 'compare'; readonly by: ComparisonName; readonly count: boolean; readonly expected: Expected };

const form = 'Usage: status == 200, header content-type contains json, $.items count > 3, time < 500, $.id is integer';

/** Words for each operator. `!=` is `not ==`. */
const spellings: Readonly<Record<ComparisonName | '!=' | 'exists' | 'is' | 'count', readonly string[]>> = {
  ...(Object.fromEntries(
    Object.entries(comparisons).map(([name, { aliases }]) => [name, [name, ...aliases]]),
  ) as unknown as Record<ComparisonName, readonly string[]>),
  '!=': ['!=', 'ne', 'neq', 'notequals', 'notequal'],
  exists: ['exists', 'exist'],
  is: ['is'],
  count: ['count', 'length'],
};
/** Operators after `count`. */
const countComparisons: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);
const byWord = new Map(
  Object.entries(spellings).flatMap(([name, all]) =>
    all.map(word => [word.toLowerCase(), name as keyof typeof spellings] as const),
  ),
);
const operators = Object.keys(spellings).join(', ');

/** Returns the file of a check against a schema, or undefined for another check. */
export const schemaFile = (check: string): string | undefined => /^\s*schema\b[^@]*@(.+)$/s.exec(check)?.[1]?.trim();

/** Returns the words that can continue a check after its target and the given words. */
export function checkWords(after: string): readonly string[] {
  const rest = after.replace(/^(?:not\b|!(?!=))\s*/i, '');
  if (rest === '') return after === '' ? [...Object.keys(spellings), 'not'] : Object.keys(spellings);
  const { name, rest: more } = readOperator(rest);
  if (more !== '' && more !== 'not') return [];
  if (name === 'in' && more === '') return ['[200, 201]'];
  if (name === 'is') return more === '' ? [...Object.keys(kinds), 'not'] : Object.keys(kinds);
  return name === 'count' && more === '' ? [...countComparisons] : [];
}

/** Reads an operator at the beginning of a text, and returns it with the text after it. */
function readOperator(text: string) {
  const [whole = '', word = ''] = /^(==|!=|<=|>=|=~|[<>=~]|[A-Za-z][\w-]*)\s*/.exec(text) ?? [];
  return { word, name: byWord.get(word.replace(/[-_]/g, '').toLowerCase()), rest: text.slice(whole.length) };
}

/** Parses a check. A usage failure reports the part that cannot be parsed and the expected syntax. */
export function parseCheck(text: string): Check | Failure {
  const source = text.trim();
  const found = readTarget(source);
  if (isFailure(found)) return found;
  const { target } = found;
  const [negation = ''] = /^(?:not\b|!(?!=))\s*/i.exec(found.rest) ?? [];
  const rest = found.rest.slice(negation.length);
  const test = readTest(rest, target, source);
  if (isFailure(test)) return test;
  const { not, ...read } = test;
  return { text: source, target, not: (negation !== '') !== not, test: read.test };
}

type Read = { readonly not: boolean; readonly test: Test } | Failure;

function readTest(text: string, target: Target, source: string): Read {
  const { word, name, rest } = readOperator(text);
  // Hurl's notation: isInteger, isString.
  if (/^is[A-Z]/.test(word)) return readKind(word.slice(2).toLowerCase(), source);
  if (name === undefined) return unknownOperator(text, word, source);
  if (name === 'is') return readKind(rest, source);
  if (name === 'exists') {
    if (rest === '') return { not: false, test: { kind: 'exists' } };
    return usageError(`${source}: unexpected "${rest}" after the check.`, form);
  }
  if (name === 'count') return readCount(rest, source);
  if (rest === '') return usageError(`${source}: no value after ${word}.`, form);
  if (name === 'matches') return readMatches(rest);
  const unusable = unusableValue(name, rest, target, source);
  if (unusable) return unusable;
  return compared(name, false, inUnits(rest, target) ?? statusClass(rest, target) ?? expectedOf(rest));
}

function unknownOperator(text: string, word: string, source: string): Failure {
  if (text === '') return usageError(`${source}: the check lacks an operator and a value.`, form);
  const meant = word === '' ? undefined : nearest(word, [...byWord.keys()]);
  const first = word || text.split(/\s/)[0];
  const hint = meant ? `Did you mean ${meant}?` : `Operators: ${operators}, and not before them`;
  return usageError(`${source}: ${first} is not an operator.`, hint);
}

function readCount(text: string, source: string): Read {
  const usage = 'Usage: $.items count > 3';
  const { name: by, rest: value } = readOperator(text);
  if (by === undefined || !countComparisons.has(by))
    return usageError(`${source}: count needs a comparison with a number.`, usage);
  if (!/^\d{1,15}$/.test(value)) return usageError(`${source}: count needs a whole number.`, usage);
  return compared(by as ComparisonName | '!=', true, numeric(value));
}

function readMatches(text: string): Read {
  const expected = expectedOf(text);
  const slashes = readSlashes(text);
  const pattern = slashes?.rest === '' ? readPattern(slashes.source, slashes.flags) : readPattern(expected.text);
  return isFailure(pattern) ? pattern : compared('matches', false, { ...expected, pattern });
}

function unusableValue(
  operator: ComparisonName | '!=',
  value: string,
  { kind }: Target,
  source: string,
): Failure | undefined {
  if (kind === 'schema' && (operator !== '==' || !/^@./.test(value)))
    return usageError(`${source}: schema needs a file.`, 'Usage: schema == @book.schema.json');
  if (operator === 'in' && expectedOf(value).node.kind !== 'array')
    return usageError(`${source}: in needs a JSON array.`, 'Usage: status in [200, 201]');
  if (/^[<>]/.test(operator) && /^now\s*[-+]/.test(value) && expectedDate(value) === undefined)
    return usageError(`${source}: ${value} is not a time.`, 'Usage: now - 5m, with ms, s, m, h, d or w');
  return undefined;
}

function compared(by: ComparisonName | '!=', count: boolean, expected: Expected): Read {
  return { not: by === '!=', test: { kind: 'compare', by: by === '!=' ? '==' : by, count, expected } };
}

function readKind(text: string, source: string): Read {
  const [, not, word = ''] = /^(not\s+)?(?:an?\s+)?(.*)$/is.exec(text) ?? [];
  const type = word.toLowerCase();
  if (Object.hasOwn(kinds, type)) return { not: not !== undefined, test: { kind: 'is', type: type as KindName } };
  const meant = nearest(type, Object.keys(kinds));
  return usageError(
    `${source}: ${type || 'nothing'} is not a type.`,
    `${meant ? `Did you mean ${meant}? ` : ''}Kinds: ${Object.keys(kinds).join(', ')}`,
  );
}

const numeric = (text: string, shown = text): Expected => ({
  node: { kind: 'number', from: 0, to: 0, text },
  text,
  shown,
});

const units: Readonly<Record<string, number>> = {
  b: 1,
  k: 1024,
  m: 1024 ** 2,
  g: 1024 ** 3,
  ms: 1,
  s: 1000,
  min: 60_000,
};

/** Parses `10k` as a size and `2s` as a time. */
function inUnits(text: string, { kind }: Target): Expected | undefined {
  if (kind !== 'size' && kind !== 'time' && kind !== 'load') return undefined;
  const pattern = kind === 'size' ? /^([\d.]+) ?(?:([kmg])(?:i?b)?|(b))$/i : /^([\d.]+) ?(ms|s|min)$/;
  const [, digits, unit, bytes] = pattern.exec(text) ?? [];
  const amount = Number(digits) * (units[(unit ?? bytes ?? '').toLowerCase()] ?? 1);
  return digits === undefined || Number.isNaN(amount) ? undefined : numeric(String(amount), text);
}

/** `2xx`. */
const statusClass = (text: string, { kind }: Target): Expected | undefined =>
  kind === 'status' && /^[1-5]xx$/i.test(text)
    ? { ...expectedOf(text), pattern: new RegExp(`^${text[0]}\\d\\d$`) }
    : undefined;

/** Parses JSON or a text in single quotes, or uses the words verbatim. */
function expectedOf(text: string): Expected {
  const single = /^'([^']*)'$/.exec(text)?.[1];
  const tree = single === undefined ? jsonTree(text, {}) : undefined;
  if (tree && !isProblem(tree)) {
    const node = tree.root;
    return withDate({ node, text: node.kind === 'string' ? node.value : text, shown: text });
  }
  // JSON supports few escapes. In a pattern like "\d+" the backslash is literal.
  const value = single ?? /^"((?:[^"\\]|\\.)*)"$/s.exec(text)?.[1]?.replace(/\\"/g, '"') ?? text;
  return withDate({ node: { kind: 'string', from: 0, to: 0, value }, text: value, shown: text });
}

function withDate(expected: Expected): Expected {
  const date = expected.node.kind === 'string' ? expectedDate(expected.text) : undefined;
  return date ? { ...expected, date } : expected;
}
