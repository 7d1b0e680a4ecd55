/**
 * Translates simple scripts of Postman, Insomnia and Bruno to captures and checks. This is a reader of a few statements, not a
 * script engine: a statement that it does not know is left untranslated, with its text.
 */

import { argumentsOf, dottedName, functionBody, type Member, membersOf, stringIn } from '../scripts/expressions.js';
import { splitStatements, topLevel } from '../scripts/statements.js';
import type { Untranslated } from './collection.js';

export interface ScriptEffects {
  readonly asserts: readonly string[];
  readonly captures: readonly { readonly name: string; readonly target: string }[];
  readonly untranslated: readonly Untranslated[];
}

export const noEffects: ScriptEffects = { asserts: [], captures: [], untranslated: [] };

/** Maximum length of a script that is read, in UTF-16 units. */
const maxScript = 100_000;

/** @param before effects of the scripts that run earlier */
export function readScript(text: string, when: 'before' | 'after', before: ScriptEffects = noEffects): ScriptEffects {
  const scriptKind = when === 'before' ? 'pre-request script' : 'script after the response';
  const statements = text.length > maxScript ? undefined : splitStatements(text);
  if (statements === undefined)
    return { ...before, untranslated: [...before.untranslated, { feature: scriptKind, text }] };
  const reading: Reading = { asserts: [...before.asserts], captures: [...before.captures], names: new Map() };
  const isRead = (each: string): boolean => (when === 'before' ? isIdle(each) : readStatement(each, reading));
  const unknown = statements.map(({ text }) => text).filter(each => !isRead(each));
  const untranslated = [...before.untranslated];
  if (unknown.length > 0) untranslated.push({ feature: scriptKind, text: unknown.join('\n') });
  return { asserts: reading.asserts, captures: reading.captures, untranslated };
}

interface Reading {
  readonly asserts: string[];
  readonly captures: { readonly name: string; readonly target: string }[];
  /** Variables of the script: a part of the response, or a literal as JSON. */
  readonly names: Map<string, { readonly target?: string; readonly json?: string }>;
}

/** Statements without an effect on requests. */
const isIdle = (statement: string): boolean => /^(?:console\.\w+\(|["']use strict["']$)/.test(statement);

const setters =
  /^(?:(?:pm|insomnia)\.(?:environment|globals|collectionVariables|variables|baseEnvironment)\.set|postman\.set(?:Environment|Global)Variable|bru\.set(?:Var|EnvVar|GlobalEnvVar|CollectionVar))$/;
const getters =
  /^(?:(?:pm|insomnia)\.(?:environment|globals|collectionVariables|variables)\.get|bru\.get(?:Var|EnvVar))$/;
const headerGetters = /^(?:(?:pm|insomnia)\.response\.headers\.get|postman\.getResponseHeader|res\.getHeader)$/;

/** Reads a statement that runs after the response. Returns false, without any effect, if it is not understood. */
function readStatement(statement: string, reading: Reading): boolean {
  if (isIdle(statement)) return true;
  const declared = /^(?:var|let|const)\s+([\w$]+)\s?=(?!=)/.exec(statement);
  if (declared) return declare(declared[1] ?? '', statement.slice(declared[0].length), reading);
  if (/^if\b/.test(statement)) return readCondition(statement, reading);
  if (statement.startsWith('tests[')) {
    const [, mark, comparison = ''] = topLevel(statement, /^=(?!=)/);
    return mark !== undefined && readComparison(comparison, reading);
  }
  const members = membersOf(statement.replace(/^await\s/, ''));
  const last = members?.at(-1);
  if (!members || !last) return false;
  const args = argumentsOf(last.args ?? '');
  const name = dottedName(members);
  if (setters.test(name)) return readCapture(args, reading);
  if (/^(?:(?:pm|insomnia)\.)?test$/.test(name)) {
    const body = functionBody(args[1] ?? '');
    return body !== undefined && readBody(body, reading);
  }
  return readExpectation(members, reading);
}

function readCapture([variable = '', value = '', ...others]: readonly string[], reading: Reading): boolean {
  const [name, target] = [stringIn(variable), targetOf(value, reading)];
  if (name === undefined || target === undefined || others.length > 0) return false;
  reading.captures.push({ name, target });
  return true;
}

function declare(name: string, value: string, reading: Reading): boolean {
  const target = targetOf(value, reading);
  const json = target === undefined ? literalOf(value, reading) : undefined;
  if (target === undefined && json === undefined) return false;
  reading.names.set(name, { target, json });
  return true;
}

/**
 * `if (pm.response.code === 200) { … }` around captures. With another status, Postman sends the later requests with the old
 * value, while a run reports the missing one.
 */
function readCondition(statement: string, reading: Reading): boolean {
  const start = statement.indexOf('(');
  const [condition, mark, block = ''] = topLevel(statement.slice(start), /^\)/, 1);
  const body = block.trim();
  if (mark === undefined || !body.startsWith('{') || !body.endsWith('}')) return false;
  const checked: Reading = { asserts: [], captures: [], names: reading.names };
  if (!readComparison(condition.slice(1), checked) || !/^status == 2\d\d$/.test(checked.asserts[0] ?? '')) return false;
  return readBody(body.slice(1, -1), reading, true);
}

/** Reads the body of a function or a condition. All of its statements must be understood. */
function readBody(body: string, reading: Reading, onlyCaptures = false): boolean {
  const statements = splitStatements(body);
  if (statements === undefined) return false;
  const inner: Reading = { asserts: [], captures: [], names: new Map(reading.names) };
  if (!statements.every(({ text }) => readStatement(text, inner)) || (onlyCaptures && inner.asserts.length > 0))
    return false;
  reading.asserts.push(...inner.asserts);
  reading.captures.push(...inner.captures);
  return true;
}

/** Parts of a response by the expressions that read them. */
const parts: Readonly<Record<string, string>> = {
  'pm.response.json()': '$',
  'insomnia.response.json()': '$',
  'JSON.parse(responseBody)': '$',
  'JSON.parse(pm.response.text())': '$',
  'res.getBody()': '$',
  'res.body': '$',
  'pm.response.code': 'status',
  'insomnia.response.code': 'status',
  'responseCode.code': 'status',
  'res.getStatus()': 'status',
  'res.status': 'status',
  'pm.response.responseTime': 'time',
  'insomnia.response.responseTime': 'time',
  responseTime: 'time',
  'res.getResponseTime()': 'time',
  'res.responseTime': 'time',
  'pm.response.text()': 'body',
  'insomnia.response.text()': 'body',
  responseBody: 'body',
};

const memberText = ({ name, args }: Member): string => (args === undefined ? name : `${name}(${args.trim()})`);

/** Returns the target of a part of the response, or undefined for any other expression. */
function targetOf(expression: string, { names }: Pick<Reading, 'names'>): string | undefined {
  const members = membersOf(expression);
  if (!members || members.length === 0) return undefined;
  if (headerGetters.test(dottedName(members))) {
    const header = stringIn(members.at(-1)?.args ?? '');
    return header === undefined ? undefined : `header ${header}`;
  }
  for (const length of [1, 2, 3]) {
    const start = members.slice(0, length).map(memberText).join('.');
    const target = Object.hasOwn(parts, start) ? parts[start] : names.get(start)?.target;
    if (target !== undefined) return targetBelow(target, members.slice(length));
  }
  return undefined;
}

function targetBelow(target: string, members: readonly Member[]): string | undefined {
  if (members.length === 0) return target;
  return target.startsWith('$') ? pathBelow(target, members) : undefined;
}

/** Returns the target of an expression of Bruno such as `res.body.id`, or undefined for any other. */
export const responseTarget = (expression: string): string | undefined =>
  targetOf(expression.trim().replace(/^\$(?=res\b)/, ''), { names: new Map() });

/** Appends members to a JSONPath. Calls and `length` are not part of one. */
function pathBelow(path: string, members: readonly Member[]): string | undefined {
  let fullPath = path;
  for (const { name, args, index } of members) {
    if (args !== undefined || name === 'length') return undefined;
    if (index === undefined) fullPath += /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
    else if (/^\d{1,9}$/.test(index.trim())) fullPath += `[${index.trim()}]`;
    else {
      const member = stringIn(index);
      if (member === undefined) return undefined;
      fullPath += `[${JSON.stringify(member)}]`;
    }
  }
  return fullPath;
}

/** Returns a literal as JSON, with `{{name}}` for the value of a variable. */
function literalOf(typed: string, { names }: Pick<Reading, 'names'>): string | undefined {
  const expression = typed.trim();
  if (/^(?:-?\d{1,15}(?:\.\d{1,15})?|true|false|null)$/.test(expression)) return expression;
  const text = stringIn(expression);
  if (text !== undefined) return JSON.stringify(text);
  const variable = names.get(expression);
  if (variable) return variable.json;
  const members = membersOf(expression);
  const name = members && getters.test(dottedName(members)) ? stringIn(members.at(-1)?.args ?? '') : undefined;
  return name === undefined ? undefined : `"{{${name}}}"`;
}

/** `responseCode.code === 200`, `data.ok == true`, `responseBody.has("x")`. */
function readComparison(expression: string, reading: Reading): boolean {
  const members = membersOf(expression);
  if (members && dottedName(members) === 'responseBody.has') {
    const text = stringIn(members[1]?.args ?? '');
    return text !== undefined && assert(reading, `body contains ${JSON.stringify(text)}`);
  }
  const [left, mark, right = ''] = topLevel(expression, /^(?:[=!]==?|<=|>=|<|>)/);
  const target = targetOf(left, reading);
  const json = literalOf(right, reading);
  if (target === undefined || json === undefined || mark === undefined) return false;
  return assert(reading, `${target} ${mark.slice(0, 2)} ${json}`);
}

function assert({ asserts }: Reading, text: string): true {
  asserts.push(text);
  return true;
}

/** Words in an expectation without a meaning. */
const fillers = /^(?:to|be|been|is|that|which|and|has|have|with|at|of|same|deep|a|an)$/;

const comparisons: Readonly<Record<string, string>> = {
  eql: '==',
  eqls: '==',
  equal: '==',
  equals: '==',
  eq: '==',
  above: '>',
  greaterThan: '>',
  gt: '>',
  below: '<',
  lessThan: '<',
  lt: '<',
  least: '>=',
  gte: '>=',
  most: '<=',
  lte: '<=',
  include: 'contains',
  includes: 'contains',
  contain: 'contains',
  contains: 'contains',
};

const comparisonOf = (word: string): string | undefined =>
  Object.hasOwn(comparisons, word) ? comparisons[word] : undefined;

/** `pm.expect(…).to.eql(…)`, `pm.response.to.have.status(200)`. */
function readExpectation(members: readonly Member[], reading: Reading): boolean {
  const [first, ...others] = members;
  const steps = first && /^(?:pm|insomnia)$/.test(first.name) ? others : members;
  const [subject, ...chain] = steps;
  const words = chain.filter(({ name, args }) => args !== undefined || !fillers.test(name));
  const isNegated = words[0]?.name === 'not';
  const [word, ...more] = isNegated ? words.slice(1) : words;
  if (!subject || !word || more.length > 0) return false;
  if (subject.name === 'response' && subject.args === undefined)
    return !isNegated && steps !== members && readResponseCheck(word, reading);
  if (subject.name !== 'expect' || subject.args === undefined) return false;
  const target = targetOf(subject.args, reading);
  if (target === undefined) return !isNegated && readLength(subject.args, word, reading);
  return readValueCheck(target, word, isNegated ? 'not ' : '', reading);
}

function readValueCheck(target: string, { name: word, args = '' }: Member, not: string, reading: Reading): boolean {
  const [first = '', second] = argumentsOf(args);
  const json = literalOf(first, reading);
  const equal = not === '' ? '==' : '!=';
  const comparison = comparisonOf(word);
  if (comparison !== undefined)
    return (
      json !== undefined &&
      second === undefined &&
      assert(reading, `${target} ${comparison === '==' ? equal : not + comparison} ${json}`)
    );
  switch (word) {
    case 'true':
    case 'false':
    case 'null':
      return assert(reading, `${target} ${equal} ${word}`);
    case 'undefined':
      return not !== '' && assert(reading, `${target} exists`);
    case 'exist':
      return assert(reading, `${target} ${not}exists`);
    case 'empty':
      return assert(reading, `${target} ${not}is empty`);
    case 'a':
    case 'an':
      return readKind(target, first, not, reading);
    case 'oneOf':
      return readOneOf(target, first, not, reading);
    case 'property':
      return readProperty(target, first, second, not, reading);
    case 'length':
    case 'lengthOf':
      return json !== undefined && assert(reading, `${target} count ${equal} ${json}`);
    case 'match': {
      const [, pattern] = /^\/([^\n]+)\/$/.exec(first) ?? [];
      return pattern !== undefined && assert(reading, `${target} ${not}matches ${pattern}`);
    }
    default:
      return false;
  }
}

function readKind(target: string, word: string, not: string, reading: Reading): boolean {
  const kind = stringIn(word)?.toLowerCase() ?? '';
  return /^(?:string|number|boolean|array|object|null)$/.test(kind) && assert(reading, `${target} ${not}is ${kind}`);
}

function readProperty(
  target: string,
  name: string,
  expected: string | undefined,
  not: string,
  reading: Reading,
): boolean {
  const text = stringIn(name);
  if (text === undefined || !target.startsWith('$')) return false;
  const path = `${target}[${JSON.stringify(text)}]`;
  if (expected === undefined) return assert(reading, `${path} ${not}exists`);
  const value = literalOf(expected, reading);
  return value !== undefined && assert(reading, `${path} ${not === '' ? '==' : '!='} ${value}`);
}

/** `expect(list.length).to.equal(3)`. */
function readLength(subject: string, { name, args = '' }: Member, reading: Reading): boolean {
  const trimmed = subject.trim();
  const target = trimmed.endsWith('.length') ? targetOf(trimmed.slice(0, -'.length'.length), reading) : undefined;
  const [number, comparison] = [literalOf(args, reading), comparisonOf(name)];
  if (target === undefined || number === undefined || comparison === undefined) return false;
  return assert(reading, `${target} count ${comparison} ${number}`);
}

function readOneOf(target: string, list: string, not: string, reading: Reading): boolean {
  const isList = list.startsWith('[') && list.endsWith(']');
  const values = isList ? argumentsOf(list.slice(1, -1)).map(each => literalOf(each, reading)) : [];
  if (values.length === 0 || !values.every(each => each !== undefined && /^(?:\d+|"[\w -]*")$/.test(each)))
    return false;
  const choices = values.map(each => String(JSON.parse(each ?? '')));
  return assert(reading, `${target} ${not}matches ^(?:${choices.join('|')})$`);
}

/** The last word of `pm.response.to.`. */
function readResponseCheck({ name: word, args = '' }: Member, reading: Reading): boolean {
  const [first, second] = argumentsOf(args);
  const text = first === undefined ? undefined : stringIn(first);
  const value = second === undefined ? undefined : literalOf(second, reading);
  if (second !== undefined && value === undefined) return false;
  const check = (target: string): boolean =>
    assert(reading, value === undefined ? `${target} exists` : `${target} == ${value}`);
  switch (word) {
    case 'status':
      return /^\d{3}$/.test(first ?? '') && assert(reading, `status == ${first}`);
    case 'ok':
    case 'success':
      return assert(reading, 'status == 2xx');
    case 'json':
      return assert(reading, 'header content-type contains json');
    case 'header':
      return text !== undefined && check(`header ${text}`);
    case 'jsonBody':
      return first === undefined ? check('$') : text !== undefined && check(`$.${text}`);
    case 'body':
      return text !== undefined && assert(reading, `body == ${JSON.stringify(text)}`);
    default:
      return false;
  }
}
