/** Evaluates a check for an exchange. */

import type { JsonNode } from '../json/tree.js';
import { type Mask, noMask } from '../masking/mask.js';
import { pathText } from '../response/viewer/paths.js';
import type { Position } from '../text/position.js';
import { TimeLimitError, withinTimeLimit } from '../time-limit.js';
import type { Check, Test } from './check.js';
import { compareNumbers } from './decimal.js';
import { jsonDifferences } from './differences.js';
import type { CheckedExchange } from './exchange.js';
import { countOf } from './json-values.js';
import { comparisons, type Expected, kinds } from './operators.js';
import { type Selected, type SelectedValue, selectTarget } from './select.js';

/** Result of a check. `expected` and `actual` are parts of a sentence and may contain untrusted text. */
export interface CheckResult {
  readonly ok: boolean;
  /** Check as typed. */
  readonly check: string;
  readonly expected: string;
  readonly actual: string;
  /** Position in the body of the value that failed. */
  readonly position?: Position;
  /** Differences between the expected and the actual value, each a line with `-` or `+`. */
  readonly differences?: readonly string[];
}

/** Maximum number of characters of a value to report. */
const maxShown = 200;

/**
 * Evaluates a check for an exchange. Never throws. If a path selects several values, each must pass, and with `not` none may
 * match: `$.items[*].price < 10`, `$.items[*].state != "failed"`. If nothing is selected, only `not exists` and a `count` can
 * pass, so a misspelled path fails every other check.
 * @param mask applied to the result's texts before they are shortened
 */
export function evaluateCheck(check: Check, exchange: CheckedExchange, mask: Mask = noMask): CheckResult {
  const { ok, actual, position, differences } = verdictOn(check, exchange, mask);
  return {
    ok,
    check: mask(check.text),
    expected: `${check.not ? 'not ' : ''}${wordsOf(check.test, mask)}`,
    actual: mask(actual),
    position: ok ? undefined : position,
    differences,
  };
}

/** The part of a result that depends on the exchange. */
type Verdict = Pick<CheckResult, 'ok' | 'actual' | 'position' | 'differences'>;

function verdictOn(check: Check, exchange: CheckedExchange, mask: Mask): Verdict {
  const { test, not, target } = check;
  const selected = selectTarget(target, exchange);
  if (selected.unreadable) return { ok: false, actual: nothing(selected) };
  const [first] = selected.values;
  if (test.kind === 'exists') {
    const actual = first === undefined ? nothing(selected) : shownOf(first, mask);
    return { ok: (first !== undefined) !== not, actual, position: first?.position };
  }
  if (test.kind === 'compare' && test.count) return verdictOnCount(selected, test, not, mask);
  if (target.kind === 'schema' && test.kind === 'compare') {
    const validate = exchange.engines?.schema;
    const problems = validate?.(test.expected.text.slice(1), first?.text ?? '') ?? ['the schema was not read'];
    return verdictOnSchema(problems, not);
  }
  const values = first === undefined && selected.otherwise ? [selected.otherwise] : selected.values;
  if (values.length === 0) return { ok: false, actual: nothing(selected) };
  return verdictOnValues(values, test, not, exchange.now ?? 0, mask);
}

function verdictOnCount(selected: Selected, { by, expected }: Comparison, not: boolean, mask: Mask): Verdict {
  const [first] = selected.values;
  const count = countIn(selected);
  if (count === undefined)
    return { ok: false, actual: `${shownOf(first, mask)}, which has no count`, position: first?.position };
  const order = compareNumbers(String(count), expected.text) ?? 0;
  return { ok: ordersThatHold[by]?.(order) !== not, actual: String(count), position: first?.position };
}

function verdictOnSchema(problems: readonly string[], not: boolean): Verdict {
  if (problems.length === 0) return { ok: !not, actual: 'a body that matches' };
  const more = problems.length > maxProblems ? [`and ${problems.length - maxProblems} more`] : [];
  return { ok: not, actual: [...problems.slice(0, maxProblems), ...more].join('; ') };
}

function verdictOnValues(
  values: readonly SelectedValue[],
  test: ValueTest,
  not: boolean,
  now: number,
  mask: Mask,
): Verdict {
  const find = (): SelectedValue | undefined => values.find(value => passes(test, value, now) === not);
  try {
    const failed = test.kind === 'compare' && test.expected.pattern ? withinTimeLimit(find) : find();
    if (!failed) return { ok: true, actual: shownOf(values[0], mask) };
    const lines = not || test.kind !== 'compare' ? [] : differenceLines(test, failed, mask);
    const differences = lines.length > 0 ? lines : undefined;
    return { ok: false, actual: shownOf(failed, mask), position: failed.position, differences };
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    return { ok: false, actual: 'a value on which the pattern takes more than a second' };
  }
}

const shownOf = (value: SelectedValue | undefined, mask: Mask): string =>
  value ? cut(mask(value.shown)) || '""' : 'nothing';

const ordersThatHold: Readonly<Partial<Record<string, (order: number) => boolean>>> = {
  '==': order => order === 0,
  '<': order => order < 0,
  '<=': order => order <= 0,
  '>': order => order > 0,
  '>=': order => order >= 0,
};

type Comparison = Test & { readonly kind: 'compare' };
type ValueTest = Exclude<Test, { readonly kind: 'exists' }>;

function passes(test: ValueTest, value: SelectedValue, now: number): boolean {
  return test.kind === 'is' ? kinds[test.type](value) : comparisons[test.by].isMet(value, test.expected, now);
}

/** Maximum number of differences listed below a check. */
const maxProblems = 5;

/**
 * Where a value differs from the expected one: paths in JSON, or a position in a long text. Texts are masked before they are
 * shortened, because part of a secret would not be recognised.
 */
function differenceLines({ by, expected }: Comparison, actual: SelectedValue, mask: Mask): readonly string[] {
  const isHidden = actual.kind === 'wire' && actual.shown !== actual.text;
  if (by !== '==' || isHidden) return [];
  const { node } = expected;
  if (node.kind === 'string' && actual.node.kind === 'string')
    return textDifferenceLines(mask(node.value), mask(actual.node.value));
  const isContainer = node.kind === 'array' || node.kind === 'object';
  return isContainer && node.kind === actual.node.kind ? jsonDifferenceLines(expected, actual, mask) : [];
}

function textDifferenceLines(from: string, to: string): readonly string[] {
  if (from.length + to.length < 80) return [];
  let at = 0;
  while (at < from.length && from[at] === to[at]) at++;
  const part = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 10), at + 30));
  return [`at character ${at + 1}: - ${part(from)}`, `at character ${at + 1}: + ${part(to)}`];
}

function jsonDifferenceLines(expected: Expected, actual: SelectedValue, mask: Mask): readonly string[] {
  const lines: string[] = [];
  const textIn = ({ node, shown }: SelectedValue | Expected, { from, to }: JsonNode): string =>
    cut(mask(shown.slice(from - node.from, to - node.from)));
  for (const each of jsonDifferences(expected.node, actual.node)) {
    if (lines.length >= 2 * maxProblems) return [...lines, '…'];
    const path = mask(`$${each.path.length === 0 ? '' : pathText(each.path)}`);
    if (each.kind !== 'added') lines.push(`${path}: - ${textIn(expected, each.from)}`);
    if (each.kind !== 'removed') lines.push(`${path}: + ${textIn(actual, each.to)}`);
  }
  return lines;
}

/**
 * Returns the number of selected values, or of the items in a single one. Returns 0 if nothing is selected, and undefined if
 * the value cannot be counted.
 */
const countIn = ({ values: [first], count }: Selected): number | undefined =>
  count ?? (first === undefined ? 0 : countOf(first.node));

function wordsOf(test: Test, mask: Mask): string {
  if (test.kind === 'exists') return 'to exist';
  if (test.kind === 'is') return `${/^[aeiou]/.test(test.type) && test.type !== 'empty' ? 'an' : 'a'} ${test.type}`;
  return `${test.count ? 'a count of ' : ''}${comparisons[test.by].words}${cut(mask(test.expected.shown))}`;
}

const nothing = ({ problem }: Selected): string => (problem === undefined ? 'nothing' : `nothing: ${problem}`);

function cut(text: string): string {
  if (text.length <= maxShown) return text;
  return `${text.slice(0, maxShown).replace(/[\ud800-\udbff]$/, '')}… (${text.length} characters)`;
}
