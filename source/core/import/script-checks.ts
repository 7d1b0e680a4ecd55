/** Reads parts of a response and checks in scripts: `pm.response.json().id`, `pm.expect(…).to.eql(…)`. */
import { argumentsOf, dottedName, type Member, membersOf, stringIn } from '../scripts/expressions.js';
import { topLevel } from '../scripts/statements.js';

/** Effects of the statements that have been read. */
export interface Reading {
  readonly asserts: string[];
  readonly captures: { readonly name: string; readonly target: string }[];
  /** Variables of the script: a part of the response, or a literal as JSON. */
  readonly names: Map<string, { readonly target?: string; readonly json?: string }>;
  /** Number of blocks and functions around the statements. */
  readonly depth: number;
}

const getters =
  /^(?:(?:pm|insomnia)\.(?:environment|globals|collectionVariables|variables)\.get|bru\.get(?:Var|EnvVar))$/;
const headerGetters = /^(?:(?:pm|insomnia)\.response\.headers\.get|postman\.getResponseHeader|res\.getHeader)$/;
const cookieGetters = /^(?:pm|insomnia)\.cookies\.get$/;

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
export function targetOf(expression: string, { names }: Pick<Reading, 'names'>): string | undefined {
  const members = membersOf(expression);
  if (!members || members.length === 0) return undefined;
  const getter = dottedName(members);
  if (headerGetters.test(getter) || cookieGetters.test(getter)) {
    const name = stringIn(members.at(-1)?.args ?? '');
    return name === undefined ? undefined : `${cookieGetters.test(getter) ? 'cookie' : 'header'} ${name}`;
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
export function pathBelow(path: string, members: readonly Member[]): string | undefined {
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
export function literalOf(typed: string, { names }: Pick<Reading, 'names'>): string | undefined {
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
export function readComparison(expression: string, reading: Reading): boolean {
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
const fillers = /^(?:to|be|been|is|that|which|and|has|have|with|at|of|same|deep|a|an|all|includes?|contains?)$/;

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
export function readExpectation(members: readonly Member[], reading: Reading): boolean {
  const [first, ...others] = members;
  const steps = first && /^(?:pm|insomnia)$/.test(first.name) ? others : members;
  const [subject, ...chain] = steps;
  const words = chain.filter(({ name, args }) => args !== undefined || !fillers.test(name));
  const isNegated = words[0]?.name === 'not';
  const [word, ...more] = isNegated ? words.slice(1) : words;
  if (!subject || !word) return false;
  if (subject.name === 'response' && subject.args === undefined)
    return more.length === 0 && steps !== members && readResponseCheck(word, isNegated, reading);
  if (subject.name !== 'expect' || subject.args === undefined) return false;
  const [value = '', message] = argumentsOf(subject.args);
  if (message !== undefined && stringIn(message) === undefined) return false;
  const target = targetOf(value, reading);
  if (target !== undefined) return readChain(target, words, reading);
  return !isNegated && more.length === 0 && readUnusual(value, word, reading);
}

/** Reads `to.be.an("array").that.is.not.empty`, or nothing. `not` applies to everything after it. */
function readChain(subject: string, words: readonly Member[], reading: Reading): boolean {
  const inner: Reading = { ...reading, asserts: [] };
  let [target, not] = [subject, ''];
  for (const word of words) {
    if (word.name === 'not' && word.args === undefined) {
      not = 'not ';
      continue;
    }
    if (!readValueCheck(target, word, not, inner)) return false;
    const name = word.name === 'property' ? stringIn(argumentsOf(word.args ?? '')[0] ?? '') : undefined;
    if (name !== undefined) target = pathBelow(target, [{ name: '', index: JSON.stringify(name) }]) ?? target;
  }
  reading.asserts.push(...inner.asserts);
  return true;
}

/** `expect(list.length).to.equal(3)`, `expect(Array.isArray(list)).to.be.true`, `expect([200, 201]).to.include(code)`. */
function readUnusual(value: string, word: Member, reading: Reading): boolean {
  const [, list] = /^Array\.isArray\((.*)\)$/s.exec(value) ?? [];
  const target = targetOf(list ?? word.args ?? '', reading);
  if (list !== undefined) return word.name === 'true' && target !== undefined && assert(reading, `${target} is array`);
  if (value.startsWith('[') && comparisonOf(word.name) === 'contains')
    return target !== undefined && readOneOf(target, value, '', reading);
  return readLength(value, word, reading);
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
      return assert(reading, `${target} ${not === '' ? 'not ' : ''}exists`);
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
    case 'keys':
      return not === '' && keysIn(args).every(each => readProperty(target, each, undefined, '', reading));
    case 'within':
      return (
        not === '' &&
        [first, second].every(each => /^\d+$/.test(each ?? '')) &&
        assert(reading, `${target} >= ${first}`) &&
        assert(reading, `${target} <= ${second}`)
      );
    case 'length':
    case 'lengthOf':
      return json !== undefined && assert(reading, `${target} count ${equal} ${json}`);
    case 'match': {
      const [whole, pattern, flags] = /^\/([^\n]+)\/(i?)$/.exec(first) ?? [];
      return pattern !== undefined && assert(reading, `${target} ${not}matches ${flags === '' ? pattern : whole}`);
    }
    default:
      return false;
  }
}

/** `keys("a", "b")` or `keys(["a", "b"])`. */
const keysIn = (args: string): readonly string[] => argumentsOf(args.trim().replace(/^\[|\]$/g, ''));

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

/** Words of `pm.response.to.be` and reasons of `pm.response.to.have.status`, in lower case, and their statuses. */
const statuses: Readonly<Record<string, string>> = {
  success: '2xx',
  redirection: '3xx',
  clienterror: '4xx',
  servererror: '5xx',
  ok: '200',
  created: '201',
  accepted: '202',
  withoutcontent: '204',
  nocontent: '204',
  badrequest: '400',
  unauthorized: '401',
  forbidden: '403',
  notfound: '404',
  notacceptable: '406',
  conflict: '409',
  ratelimited: '429',
};

function statusIn(word: string, typed = ''): string | undefined {
  const reason = word === 'status' ? stringIn(typed) : word;
  if (reason === undefined) return typed;
  const name = reason.replaceAll(' ', '').toLowerCase();
  return Object.hasOwn(statuses, name) ? statuses[name] : undefined;
}

/** The last word of `pm.response.to.`. */
function readResponseCheck({ name: word, args = '' }: Member, isNegated: boolean, reading: Reading): boolean {
  const [first, second] = argumentsOf(args);
  const status = statusIn(word, first);
  if (status !== undefined)
    return /^\d(?:\d\d|xx)$/.test(status) && assert(reading, `status ${isNegated ? '!=' : '=='} ${status}`);
  const text = first === undefined ? undefined : stringIn(first);
  const value = second === undefined ? undefined : literalOf(second, reading);
  if (isNegated || (second !== undefined && value === undefined)) return false;
  const check = (target: string): boolean =>
    assert(reading, value === undefined ? `${target} exists` : `${target} == ${value}`);
  switch (word) {
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
