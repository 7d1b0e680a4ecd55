/** Evaluates a check for an exchange. */

import type { Position } from '../json/position.js';
import { type Mask, noMask } from '../masking/mask.js';
import { TimeLimitError, withinTimeLimit } from '../time-limit.js';
import type { Check, Test } from './check.js';
import { compareNumbers } from './decimal.js';
import type { CheckedExchange } from './exchange.js';
import { countOf } from './json-values.js';
import { comparisons, kinds } from './operators.js';
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
    ...(ok || position === undefined ? {} : { position }),
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
  if (selected.values.length === 0) return result(false, nothing(selected));
  const find = (): SelectedValue | undefined => selected.values.find(value => passes(test, value) === not);
  try {
    const failed = test.kind === 'compare' && test.expected.pattern ? withinTimeLimit(find) : find();
    return failed ? result(false, shownOf(failed), failed.position) : result(true, shownOf(selected.values[0]));
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

function passes(test: Exclude<Test, { kind: 'exists' }>, value: SelectedValue): boolean {
  return test.kind === 'is' ? kinds[test.type](value) : comparisons[test.by].holds(value, test.expected);
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

const nothing = ({ why }: Selected): string => (why === undefined ? 'nothing' : `nothing: ${why}`);

function cut(text: string): string {
  if (text.length <= maxShown) return text;
  return `${text.slice(0, maxShown).replace(/[\ud800-\udbff]$/, '')}… (${text.length} characters)`;
}
