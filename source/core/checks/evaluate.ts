/** Holds a check against an exchange. */

import type { Position } from '../json/position.js';
import { type Mask, noMask } from '../masking/mask.js';
import { TimeLimitError, withinTimeLimit } from '../time-limit.js';
import type { Check, Test } from './check.js';
import { compareNumbers } from './decimal.js';
import type { CheckedExchange } from './exchange.js';
import { countOf } from './json-values.js';
import { comparisons, kinds } from './operators.js';
import { type Selected, type SelectedValue, selectTarget } from './select.js';

/** How a check came out. `expected` and `actual` are for a sentence, and may hold untrusted text. */
export interface CheckResult {
  readonly ok: boolean;
  /** As it was typed. */
  readonly check: string;
  readonly expected: string;
  readonly actual: string;
  /** Where in the body the value stands that failed. */
  readonly position?: Position;
}

/** The most characters of a value that are told. */
const maxShown = 200;

/**
 * Holds a check against an exchange. Never throws. Of a path that selects several values each must pass, and with `not` none
 * may: `$.items[*].price < 10`, `$.items[*].state != "failed"`. Where nothing is selected only `not exists` and a `count` can
 * pass: a misspelt path fails whatever is asked of it.
 * @param mask is applied to what the result shows, before that is shortened
 */
export function evaluateCheck(check: Check, exchange: CheckedExchange, mask: Mask = noMask): CheckResult {
  const { test, not } = check;
  const selected = selectTarget(check.target, exchange);
  const shownOf = (value: SelectedValue | undefined): string => (value ? cut(mask(value.shown)) || '""' : 'nothing');
  const expected = `${not ? 'not ' : ''}${wordsOf(test, mask)}`;
  const told = (ok: boolean, actual: string, position?: Position): CheckResult => ({
    ok,
    check: mask(check.text),
    expected,
    actual: mask(actual),
    ...(ok || position === undefined ? {} : { position }),
  });
  if (selected.unreadable) return told(false, nothing(selected));
  if (test.kind === 'exists') {
    const [first] = selected.values;
    const actual = first === undefined ? nothing(selected) : shownOf(first);
    return told((first !== undefined) !== not, actual, first?.position);
  }
  if (test.kind === 'compare' && test.count) {
    const count = countIn(selected);
    const [first] = selected.values;
    if (count === undefined) return told(false, `${shownOf(first)}, which has no count`, first?.position);
    const order = compareNumbers(String(count), test.expected.text) ?? 0;
    return told(ordersThatHold[test.by]?.(order) !== not, String(count), first?.position);
  }
  if (selected.values.length === 0) return told(false, nothing(selected));
  const find = (): SelectedValue | undefined => selected.values.find(value => passes(test, value) === not);
  try {
    const failed = test.kind === 'compare' && test.expected.pattern ? withinTimeLimit(find) : find();
    return failed ? told(false, shownOf(failed), failed.position) : told(true, shownOf(selected.values[0]));
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    return told(false, 'a value on which the pattern takes more than a second');
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

/** Number of selected values or of the items in the only one: 0 if nothing is selected, undefined if it cannot be counted. */
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
