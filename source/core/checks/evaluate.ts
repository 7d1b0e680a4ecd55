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
  const { test, not } = check;
  const selected = selectTarget(check.target, exchange);
  const shownOf = (value: SelectedValue | undefined): string => (value ? cut(mask(value.shown)) || '""' : 'nothing');
  const expected = `${not ? 'not ' : ''}${wordsOf(test, mask)}`;
  const result = (ok: boolean, actual: string, position?: Position): CheckResult => ({
    ok,
    check: mask(check.text),
    expected,
    actual: mask(actual),
    position: ok ? undefined : position,
  });
  if (selected.unreadable) return result(false, nothing(selected));
  if (test.kind === 'exists') {
    const [first] = selected.values;
    const actual = first === undefined ? nothing(selected) : shownOf(first);
    return result((first !== undefined) !== not, actual, first?.position);
  }
  if (test.kind === 'compare' && test.count) {
    const count = countIn(selected);
    const [first] = selected.values;
    if (count === undefined) return result(false, `${shownOf(first)}, which has no count`, first?.position);
    const order = compareNumbers(String(count), test.expected.text) ?? 0;
    return result(ordersThatHold[test.by]?.(order) !== not, String(count), first?.position);
  }
  if (check.target.kind === 'schema' && test.kind === 'compare') {
    const problems = exchange.engines?.schema?.(test.expected.text.slice(1), selected.values[0]?.text ?? '') ?? [
      'the schema was not read',
    ];
    const more = problems.length > maxProblems ? [`and ${problems.length - maxProblems} more`] : [];
    const actual =
      problems.length === 0 ? 'a body that matches' : [...problems.slice(0, maxProblems), ...more].join('; ');
    return result((problems.length === 0) !== not, actual);
  }
  const values = selected.values.length === 0 && selected.otherwise ? [selected.otherwise] : selected.values;
  if (values.length === 0) return result(false, nothing(selected));
  const now = exchange.now ?? 0;
  const find = (): SelectedValue | undefined => values.find(value => passes(test, value, now) === not);
  try {
    const failed = test.kind === 'compare' && test.expected.pattern ? withinTimeLimit(find) : find();
    if (!failed) return result(true, shownOf(values[0]));
    const lines = not || test.kind !== 'compare' ? [] : differenceLines(test, failed, mask);
    const differences = lines.length > 0 ? lines : undefined;
    return { ...result(false, shownOf(failed), failed.position), differences };
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    return result(false, 'a value on which the pattern takes more than a second');
  }
}

const ordersThatHold: Readonly<Partial<Record<string, (order: number) => boolean>>> = {
  '==': order => order === 0,
  '<': order => order < 0,
  '<=': order => order <= 0,
  '>': order => order > 0,
  '>=': order => order >= 0,
};

function passes(test: Exclude<Test, { kind: 'exists' }>, value: SelectedValue, now: number): boolean {
  return test.kind === 'is' ? kinds[test.type](value) : comparisons[test.by].isMet(value, test.expected, now);
}

/** Maximum number of differences listed below a check. */
const maxProblems = 5;

/**
 * Where a value differs from the expected one: paths in JSON, or a position in a long text. Texts are masked before they are
 * shortened, because part of a secret would not be recognized.
 */
function differenceLines(
  { by, expected }: Test & { kind: 'compare' },
  actual: SelectedValue,
  mask: Mask,
): readonly string[] {
  const isHidden = actual.kind === 'wire' && actual.shown !== actual.text;
  if (by !== '==' || isHidden) return [];
  const { node } = expected;
  if (node.kind === 'string' && actual.node.kind === 'string') {
    const [from, to] = [mask(node.value), mask(actual.node.value)];
    let at = 0;
    while (at < from.length && from[at] === to[at]) at++;
    const part = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 10), at + 30));
    return from.length + to.length < 80
      ? []
      : [`at character ${at + 1}: - ${part(from)}`, `at character ${at + 1}: + ${part(to)}`];
  }
  const isContainer = node.kind === 'array' || node.kind === 'object';
  if (!isContainer || node.kind !== actual.node.kind) return [];
  const lines: string[] = [];
  const textIn = (source: SelectedValue | Expected, { from, to }: JsonNode, root: JsonNode): string =>
    cut(mask(source.shown.slice(from - root.from, to - root.from)));
  for (const each of jsonDifferences(node, actual.node)) {
    if (lines.length >= 2 * maxProblems) return [...lines, '…'];
    const path = mask(`$${each.path.length === 0 ? '' : pathText(each.path)}`);
    if (each.kind !== 'added') lines.push(`${path}: - ${textIn(expected, each.from, node)}`);
    if (each.kind !== 'removed') lines.push(`${path}: + ${textIn(actual, each.to, actual.node)}`);
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
