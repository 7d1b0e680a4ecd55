/** Scripts, assertions and captured values of Bruno. */
import type { BruPair } from './bru-text.js';
import type { ImportedPair } from './collection.js';
import { listIn, member, pairsIn, plainText, textIn } from './nodes.js';
import { responseTarget } from './script-checks.js';
import { readScript, type ScriptEffects } from './scripts.js';

/** Bruno's operators, and the operators of checks. */
const operators: Readonly<Record<string, string>> = {
  eq: '==',
  neq: '!=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  contains: 'contains',
  notContains: 'not contains',
  startsWith: 'startsWith',
  endsWith: 'endsWith',
  matches: 'matches',
  notMatches: 'not matches',
  length: 'count ==',
};

const unary: Readonly<Record<string, string>> = {
  isEmpty: 'is empty',
  isNotEmpty: 'not is empty',
  isNull: '== null',
  isDefined: 'exists',
  isUndefined: 'not exists',
  isTruthy: 'exists',
  isString: 'is string',
  isNumber: 'is number',
  isBoolean: 'is boolean',
  isArray: 'is array',
  isJson: 'exists',
};

/** Scripts, checks and captured values. */
export function effectsOf(node: unknown, outer: ScriptEffects): ScriptEffects {
  let effects = outer;
  for (const script of listIn(node, 'scripts')) {
    const code = textIn(script, 'code') ?? '';
    const when = /^(?:before|pre)-request$/.test(textIn(script, 'type') ?? '') ? 'before' : 'after';
    if (code.trim() !== '') effects = readScript(code, when, effects);
  }
  const checks = listIn(node, 'assertions').flatMap(each => (member(each, 'disabled') === true ? [] : [checkIn(each)]));
  const captures = captureTexts(node).map(({ name, value }) => ({ name, value, target: responseTarget(value) }));
  return {
    asserts: [...effects.asserts, ...checks.flatMap(({ check }) => check ?? [])],
    captures: [
      ...effects.captures,
      ...captures.flatMap(({ name, target }) => (target === undefined ? [] : [{ name, target }])),
    ],
    untranslated: [
      ...effects.untranslated,
      ...checks.flatMap(({ check, text }) => (check === undefined ? [{ feature: 'assertion', text }] : [])),
      ...captures.flatMap(({ name, value, target }) =>
        target === undefined ? [{ feature: 'captured value', text: `${name}: ${value}` }] : [],
      ),
    ],
  };
}

/** Translates an assertion. `text` is its source. */
function checkIn(assertion: unknown): { readonly check: string | undefined; readonly text: string } {
  const [expression = '', operator = '', value = ''] = ['expression', 'operator', 'value'].map(name =>
    plainText(member(assertion, name)),
  );
  return {
    check: checkOf(responseTarget(expression), operator, value),
    text: `${expression}: ${operator} ${value}`,
  };
}

/** Names of variables that are set after the response, and the expressions of their values. */
function captureTexts(node: unknown): readonly ImportedPair[] {
  const actions = listIn(node, 'actions').filter(each => textIn(each, 'phase') !== 'before-request');
  const set = actions.map(each => ({
    name: textIn(member(each, 'variable'), 'name') ?? '',
    value: textIn(member(each, 'selector'), 'expression') ?? '',
    disabled: member(each, 'disabled') === true,
  }));
  return [...pairsIn(member(node, 'captures'), 'variable', []), ...pairsIn(set, 'variable', [])];
}

function checkOf(target: string | undefined, operator: string, value: string): string | undefined {
  if (target === undefined) return undefined;
  if (Object.hasOwn(unary, operator)) return `${target} ${unary[operator]}`;
  if (operator === 'in')
    return `${target} matches ^(?:${value
      .replace(/^\s*\[([\s\S]*)\]\s*$/, '$1')
      .split(',')
      .map(each => each.trim().replace(/[^\w ]/g, '\\$&'))
      .join('|')})$`;
  return Object.hasOwn(operators, operator) ? `${target} ${operators[operator]} ${value.trim()}` : undefined;
}

/** Converts `res.status: eq 200` of a `.bru` file to the members of OpenCollection. */
export function assertionOf({ name, value, disabled }: BruPair) {
  const [operator = '', ...rest] = value.split(' ');
  const isOperator = operator === 'in' || Object.hasOwn(operators, operator) || Object.hasOwn(unary, operator);
  return {
    expression: name,
    operator: isOperator ? operator : 'eq',
    value: isOperator ? rest.join(' ') : value,
    disabled,
  };
}
