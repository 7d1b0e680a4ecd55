/** Scripts, assertions and captured values of Bruno. */
import type { BruPair } from './bru-text.js';
import type { Untranslated } from './collection.js';
import { listIn, member, pairsIn, plainText, textIn } from './nodes.js';
import { readScript, responseTarget, type ScriptEffects } from './scripts.js';

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
  const asserts = [...effects.asserts];
  const captures = [...effects.captures];
  const untranslated: Untranslated[] = [...effects.untranslated];
  for (const each of listIn(node, 'assertions')) {
    if (member(each, 'disabled') === true) continue;
    const [expression, operator, value] = [
      plainText(member(each, 'expression')),
      plainText(member(each, 'operator')),
      plainText(member(each, 'value')),
    ];
    const check = checkOf(responseTarget(expression), operator, value);
    if (check === undefined) untranslated.push({ feature: 'assertion', text: `${expression}: ${operator} ${value}` });
    else asserts.push(check);
  }
  const actions = listIn(node, 'actions').filter(each => textIn(each, 'phase') !== 'before-request');
  const set = actions.map(each => ({
    name: textIn(member(each, 'variable'), 'name') ?? '',
    value: textIn(member(each, 'selector'), 'expression') ?? '',
    disabled: member(each, 'disabled') === true,
  }));
  for (const { name, value } of [
    ...pairsIn(member(node, 'captures'), 'variable', []),
    ...pairsIn(set, 'variable', []),
  ]) {
    const target = responseTarget(value);
    if (target === undefined) untranslated.push({ feature: 'captured value', text: `${name}: ${value}` });
    else captures.push({ name, target });
  }
  return { asserts, captures, untranslated };
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
