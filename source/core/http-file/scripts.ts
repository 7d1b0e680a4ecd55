/**
 * Translates simple scripts of JetBrains HTTP Client, kulala and httpyac into captures and checks. No script is ever run: a
 * statement of any other shape makes the script count as not run.
 */
import { argumentsOf, functionBody } from '../scripts/expressions.js';
import { type Statement, splitStatements, topLevel } from '../scripts/statements.js';
import type { Capture, LineText } from './document.js';

/** A variable that a script sets to a constant. */
interface ScriptValue extends LineText {
  readonly name: string;
}

/** Translation of a script. */
interface ReadScript {
  readonly captures: readonly Capture[];
  readonly asserts: readonly LineText[];
  readonly values: readonly ScriptValue[];
  /** True if every statement was translated. */
  readonly isWhole: boolean;
}

const string = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`;
const path = String.raw`(?:\.[A-Za-z_$][\w$]*|\[(?:\d+|${string})\])*`;
const pattern = (source: string): RegExp =>
  new RegExp(`^${source.replaceAll('STRING', `(${string})`).replaceAll('PATH', `(${path})`)}$`, 's');

/** Expressions that read the response, and the corresponding targets. */
const targets: readonly (readonly [RegExp, (...groups: string[]) => string])[] = [
  // A length is not a member of the body.
  [
    pattern(String.raw`(?:JSON\.parse\(response\.body\)|response\.(?:body|parsedBody))PATH(?<!\.length)`),
    way => jsonPath(way),
  ],
  [pattern(String.raw`response\.(?:status|statusCode)`), () => 'status'],
  [pattern(String.raw`response\.headers\.valueOf\(STRING\)`), name => header(unquote(name))],
  [pattern(String.raw`response\.headers\.valuesOf\(STRING\)\[0\]`), name => header(unquote(name))],
  [pattern(String.raw`response\.headers\[STRING\]`), name => header(unquote(name))],
  [pattern(String.raw`response\.headers\.([A-Za-z]\w*)`), name => header(name)],
  [pattern(String.raw`jsonPath\(response\.body,\s*STRING\)`), way => unquote(way)],
];

const header = (name: string): string => `header ${/^[\w-]+$/.test(name) ? name : JSON.stringify(name)}`;
const jsonPath = (way: string): string => (way === '' ? 'body' : `$${way}`);

/** Conditions, and the corresponding checks. Groups that are expressions are translated by `check`. */
const conditions: readonly (readonly [
  RegExp,
  (target: (text: string) => string | undefined, ...groups: string[]) => string | undefined,
])[] = [
  [
    pattern(String.raw`response\.contentType\.mimeType\s*={2,3}\s*STRING`),
    (_, type) => `header content-type matches ^${unquote(type).replace(/[.+]/g, '\\$&')}\\s*(?:;|$)`,
  ],
  [
    pattern(String.raw`(.+?)\.hasOwnProperty\(STRING\)`),
    (target, of, name) => join(target(`${of}[${name}]`), 'exists'),
  ],
  [pattern(String.raw`STRING\s+in\s+(.+)`), (target, name, of) => join(target(`${of}[${name}]`), 'exists')],
  [pattern(String.raw`Array\.isArray\((.+)\)`), (target, of) => join(target(of), 'is array')],
  [
    pattern(String.raw`typeof\s+(.+?)\s*={2,3}\s*["'](string|number|boolean)["']`),
    (target, of, kind) => join(target(of), `is ${kind}`),
  ],
  [
    pattern(String.raw`(.+?)\s*([!=])==?\s*undefined`),
    (target, of, by) => join(target(of), by === '!' ? 'exists' : 'not exists'),
  ],
  // The value of an absent header is null.
  [
    pattern(String.raw`(response\.headers\..+?)\s*([!=])==?\s*null`),
    (target, of, by) => join(target(of), by === '!' ? 'exists' : 'not exists'),
  ],
  [
    pattern(String.raw`(.+?)\.(includes|startsWith|endsWith)\(STRING\)`),
    (target, of, by, value) => join(target(of), `${by} ${quote(value)}`),
  ],
  // Only lengths that a missing value does not have.
  [
    pattern(String.raw`(.+?)\.length\s*(===?|>=?)\s*([1-9]\d*)`),
    (target, of, by, value) => join(inJson(target(of)), `count ${by.slice(0, 2)} ${value}`),
  ],
  [
    pattern(String.raw`(.+?)\.length\s*(===?|>|!==?)\s*0`),
    (target, of, by) => join(inJson(target(of)), by.startsWith('=') ? 'is empty' : 'count > 0'),
  ],
  [
    pattern(String.raw`(.+?)\s*(===?|!==?|<=?|>=?)\s*(${string}|-?\d+(?:\.\d+)?|true|false|null)`),
    (target, of, by, value) => join(target(of), `${by.slice(0, 2)} ${quote(value)}`),
  ],
  [pattern('(.+)'), (target, of) => join(target(of), 'not in [null, false, 0, ""]')],
];

/** Returns the target for the value of a body instead of its text. */
const inJson = (target: string | undefined): string | undefined => (target === 'body' ? '$' : target);

const join = (target: string | undefined, rest: string): string | undefined =>
  target === undefined ? undefined : `${target} ${rest}`;

const isString = new RegExp(`^(?:${string})$`);
const isConstant = /^-?\d+(?:\.\d+)?$|^(?:true|false)$/;

/** Returns the text of a constant: a string, a number, a boolean, or a list or object in JSON. */
function constantIn(value: string): string | undefined {
  if (isString.test(value)) return unquote(value);
  if (isConstant.test(value)) return value;
  try {
    return /^[[{]/.test(value) ? JSON.stringify(JSON.parse(value)) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the characters of a string literal. */
const unquote = (literal: string): string =>
  literal.slice(1, -1).replace(/\\(.)/gs, (_, char: string) => ({ n: '\n', t: '\t', r: '\r' })[char] ?? char);

const quote = (literal: string): string => (isString.test(literal) ? JSON.stringify(unquote(literal)) : literal);

/** Statements without an effect on requests. */
const idle = [
  /^(?:console\.\w+|client\.log)\(.*\)$/s,
  /^(?:const|let|var)\s[^=]*=\s*require\(["'](?:node:)?(?:assert|chai)["']\)/,
];

const setters = [
  pattern(String.raw`(?:client\.global|request\.variables)\.set\(\s*STRING\s*,\s*(.+)\)`),
  pattern(String.raw`((?:exports|\$global)\.[A-Za-z_$][\w$]*)\s*=\s*(.+)`),
];

/** Functions of httpyac's `test`, and the corresponding checks. */
const helpers: readonly (readonly [RegExp, (...groups: string[]) => string])[] = [
  [pattern(String.raw`test\.status\((\d+)\)`), status => `status == ${status}`],
  [pattern(String.raw`test\.totalTime\((\d+)\)`), ms => `time < ${ms}`],
  [
    pattern(String.raw`test\.header\(\s*STRING\s*,\s*STRING\s*\)`),
    (name, value) => `${header(unquote(name))} == ${quote(value)}`,
  ],
  [
    pattern(String.raw`test\.headerContains\(\s*STRING\s*,\s*STRING\s*\)`),
    (name, value) => `${header(unquote(name))} contains ${quote(value)}`,
  ],
];

const testCall = pattern(String.raw`(?:client\.)?test\(\s*(?:${string})\s*,(.*)\)`);
const assertion = pattern(String.raw`(?:client\.)?assert(?:\.ok)?\((.+)\)`);
const equality = pattern(
  String.raw`(?:(?:client\.)?assert\.)?(?:strictEqual|equal|deepEqual|same)\(\s*(.+?)\s*,\s*(.+?)\s*\)`,
);
const expectation = pattern(String.raw`expect\((.+?)\)\s*\.to\.(?:be\.)?(?:equal|eql|eq)\((.+?)\)`);
const alias = pattern(String.raw`(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*=\s*(.+)`);

/** Maximum length of a translated script in UTF-16 units, because a simple script is short. */
const maxLength = 20_000;

/** Maximum length of a translated statement in UTF-16 units, which also bounds the time of the expressions above. */
const maxStatement = 300;

/** Maximum number of conditions around a statement, which bounds the depth of nested blocks. */
const maxConditions = 20;

/** Names of variables that a script appears to set. */
export const namesSetIn = (script: string): readonly string[] =>
  [...script.slice(0, maxLength).matchAll(/\.set\(\s*["'`]([\w.-]+)["'`]|\bexports\.([\w$]+)\s*=(?!=)/g)].flatMap(
    ([, name, exported]) => name ?? exported ?? [],
  );

/**
 * @param line line number of the script's first line
 * @param isBefore true if the script precedes the request, so that there is no response yet
 */
export function readScript(script: string, line: number, isBefore: boolean): ReadScript {
  const reader = new ScriptReader(isBefore);
  const isWhole = script.length <= maxLength && reader.readAll(script, line);
  const { captures, asserts, values } = reader;
  return { captures, asserts, values, isWhole };
}

/** Translates statements. Each method returns false if a statement cannot be translated. */
class ScriptReader {
  readonly captures: Capture[] = [];
  readonly asserts: LineText[] = [];
  readonly values: ScriptValue[] = [];
  /** Expressions that read the response, by the variables of the script. */
  readonly #aliases = new Map<string, string>();
  readonly #isBefore: boolean;
  /** Checks for the conditions of the `if` around the statements. */
  #when: readonly string[] = [];

  constructor(isBefore: boolean) {
    this.#isBefore = isBefore;
  }

  readAll(script: string, line: number): boolean {
    const statements = splitStatements(script);
    if (!statements) return false;
    return statements.map(each => this.#read({ ...each, line: line + each.line })).every(Boolean);
  }

  #read({ text, line }: Statement): boolean {
    const inner = this.#isBefore ? undefined : functionBody(testCall.exec(text)?.[1] ?? '');
    if (inner !== undefined) return this.readAll(inner, line);
    if (/^if\b/.test(text)) return this.#readIf(text, line);
    if (text.length > maxStatement) return false;
    if (idle.some(each => each.test(text))) return true;
    const [, name, value] = setters.map(each => each.exec(text)).find(match => match?.[2]) ?? [];
    if (name !== undefined && value !== undefined) return this.#set(name, value, line);
    const [, variable, expression] = alias.exec(text) ?? [];
    if (variable !== undefined && expression !== undefined) return this.#declare(variable, expression);
    return !this.#isBefore && this.#check(text, line);
  }

  /** Reads `if (CONDITIONS) { STATEMENTS }`, in which values are captured. */
  #readIf(text: string, line: number): boolean {
    const [head, , block = ''] = topLevel(text, /^\)/, 1);
    const [, inner] = /^\s*\{(.*)\}$/s.exec(block) ?? [];
    const conditions = this.#conditions(head.replace(/^if\s*\(/, ''));
    if (this.#isBefore || inner === undefined || conditions === undefined) return false;
    if (this.#when.length > maxConditions) return false;
    const outer = this.#when;
    this.#when = [...outer, ...conditions];
    const isWhole = this.readAll(inner, line);
    this.#when = outer;
    return isWhole;
  }

  /** A variable that is set to a constant or to a part of the response. */
  #set(named: string, value: string, line: number): boolean {
    const name = isString.test(named) ? unquote(named) : named.replace(/^exports\./, '');
    const constant = constantIn(value);
    if (constant !== undefined && this.#when.length === 0 && !/\{\{|[\r\n]/.test(constant)) {
      this.values.push({ name, text: constant, line });
      return true;
    }
    // A captured value is filled in as text, with and without toString().
    const target = this.#isBefore ? undefined : this.#target(value.replace(/\.toString\(\)$/, ''));
    const when = this.#when.length === 0 ? undefined : this.#when;
    if (target !== undefined) this.captures.push({ name, text: target, line, isOptional: true, when });
    return target !== undefined;
  }

  #declare(name: string, expression: string): boolean {
    if (this.#target(expression) === undefined && expression !== 'response.contentType.mimeType') return false;
    this.#aliases.set(name, this.#withoutAlias(expression));
    return true;
  }

  #check(text: string, line: number): boolean {
    const [, left, right] = equality.exec(text) ?? expectation.exec(text) ?? [];
    const condition = left === undefined ? firstArgument(assertion.exec(text)?.[1]) : `${left} === ${right}`;
    const helper = firstMatch(helpers, text);
    const checks = helper === undefined ? this.#conditions(condition ?? '') : [helper];
    if (checks === undefined || this.#when.length > 0) return false;
    this.asserts.push(...checks.map(each => ({ text: each, line })));
    return true;
  }

  /** Returns the checks for conditions with `&&` between them, or undefined if one of them cannot be translated. */
  #conditions(text: string): readonly string[] | undefined {
    const parts = argumentsOf(text, /^&&/).filter(each => each !== '');
    const checks = parts.flatMap(each => this.#condition(each) ?? []);
    return checks.length > 0 && checks.length === parts.length ? checks : undefined;
  }

  #condition(text: string): string | undefined {
    const target = (expression: string): string | undefined => this.#target(expression);
    for (const [shape, make] of conditions) {
      const match = shape.exec(this.#withoutAlias(text));
      const check = match && make(target, ...match.slice(1));
      if (check) return check;
    }
    return undefined;
  }

  #target(expression: string): string | undefined {
    return firstMatch(targets, this.#withoutAlias(expression.trim()));
  }

  #withoutAlias(expression: string): string {
    return expression.replace(/^[A-Za-z_$][\w$]*/, word => this.#aliases.get(word) ?? word);
  }
}

/** Returns the target for an expression that reads the response, or undefined if it would require a script engine. */
export const responseTarget = (expression: string): string | undefined => firstMatch(targets, expression);

/**
 * Returns the check for `js EXPRESSION OPERATOR VALUE` (httpyac), or undefined if it would require a script engine.
 * @param name name of the request, which is also the name of its parsed body
 */
export function scriptCheck(text: string, name?: string): string | undefined {
  const [, of = '', rest = ''] = /^(\S+)\s+(.+)$/s.exec(text) ?? [];
  const isBody = name !== undefined && of.startsWith(name) && /^[.[]/.test(of.slice(name.length));
  return join(responseTarget(isBody ? `response.parsedBody${of.slice(name.length)}` : of), rest);
}

function firstMatch(
  table: readonly (readonly [RegExp, (...groups: string[]) => string])[],
  text: string,
): string | undefined {
  for (const [shape, make] of table) {
    const match = shape.exec(text);
    if (match) return make(...match.slice(1).map((each = '') => each));
  }
  return undefined;
}

/** Returns the condition of `assert(CONDITION, "message")`. */
const firstArgument = (text = ''): string | undefined => argumentsOf(text).find(each => each !== '');
