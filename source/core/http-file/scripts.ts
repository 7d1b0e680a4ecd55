/**
 * Translates simple scripts of JetBrains HTTP Client, kulala and httpyac into captures and checks. No script is ever run: a
 * statement of any other shape makes the script count as not run.
 */
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

/** A statement and the number of lines before it. */
interface Statement {
  readonly text: string;
  readonly line: number;
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
  [pattern(String.raw`(.+?)\s*!==?\s*undefined`), (target, of) => join(target(of), 'exists')],
  // The value of an absent header is null.
  [
    pattern(String.raw`(response\.headers\..+?)\s*([!=])==?\s*null`),
    (target, of, by) => join(target(of), by === '!' ? 'exists' : 'not exists'),
  ],
  [
    pattern(String.raw`(.+?)\.(includes|startsWith|endsWith)\(STRING\)`),
    (target, of, by, value) => join(target(of), `${by} ${quote(value)}`),
  ],
  [
    pattern(String.raw`(.+?)\s*(===?|!==?|<=?|>=?)\s*(${string}|-?\d+(?:\.\d+)?|true|false|null)`),
    (target, of, by, value) => join(target(of), `${by.slice(0, 2)} ${quote(value)}`),
  ],
];

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

const testCall = pattern(
  String.raw`(?:client\.)?test\(\s*(?:${string})\s*,\s*(?:async\s+)?(?:function\s*\(\s*\)|\(\s*\)\s*=>)\s*\{(.*)\}\s*\)`,
);
const assertion = pattern(String.raw`(?:client\.)?assert\((.+)\)`);
const equality = pattern(String.raw`(?:assert\.)?(?:strictEqual|equal|deepEqual)\(\s*(.+?)\s*,\s*(.+?)\s*\)`);
const expectation = pattern(String.raw`expect\((.+?)\)\.to\.(?:be\.)?(?:equal|eql|eq)\((.+?)\)`);
const alias = pattern(String.raw`(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*=\s*(.+)`);

/** Maximum length of a translated script in UTF-16 units, because a simple script is short. */
const maxLength = 20_000;

/** Maximum length of a translated statement in UTF-16 units, which also bounds the time of the expressions above. */
const maxStatement = 300;

/**
 * @param line line number of the script's first line
 * @param isBefore true if the script precedes the request, so that there is no response yet
 */
export function readScript(script: string, line: number, isBefore: boolean): ReadScript {
  const captures: Capture[] = [];
  const asserts: LineText[] = [];
  const values: ScriptValue[] = [];
  const aliases = new Map<string, string>();
  const target = (typed: string): string | undefined => {
    const [, name = '', rest = ''] = /^([A-Za-z_$][\w$]*)(.*)$/s.exec(typed.trim()) ?? [];
    const text = (aliases.get(name) ?? name) + rest;
    return firstMatch(targets, text);
  };
  const check = (typed: string): string | undefined => {
    for (const [shape, make] of conditions) {
      const match = shape.exec(typed.trim());
      const check = match && make(target, ...match.slice(1));
      if (check) return check;
    }
    return undefined;
  };
  const read = ({ text, line }: Statement): boolean => {
    const inner = isBefore ? undefined : testCall.exec(text)?.[1];
    if (inner !== undefined) return statementsIn(inner, line).map(read).every(Boolean);
    if (text.length > maxStatement) return false;
    if (idle.some(each => each.test(text))) return true;
    for (const setter of setters) {
      const [, named = '', value = ''] = setter.exec(text) ?? [];
      if (value === '') continue;
      const name = isString.test(named) ? unquote(named) : named.replace(/^exports\./, '');
      const constant = constantIn(value);
      if (constant !== undefined && !/\{\{|[\r\n]/.test(constant)) values.push({ name, text: constant, line });
      else {
        // A captured value is filled in as text, with and without toString().
        const from = isBefore ? undefined : target(value.replace(/\.toString\(\)$/, ''));
        if (from === undefined) return false;
        captures.push({ name, text: from, line, isOptional: true });
      }
      return true;
    }
    const [, name, of] = alias.exec(text) ?? [];
    if (name !== undefined && of !== undefined) {
      if (target(of) === undefined) return false;
      aliases.set(
        name,
        of.replace(/^[A-Za-z_$][\w$]*/, word => aliases.get(word) ?? word),
      );
      return true;
    }
    if (isBefore) return false;
    const [, left, right] = equality.exec(text) ?? expectation.exec(text) ?? [];
    const condition = left === undefined ? firstArgument(assertion.exec(text)?.[1]) : `${left} === ${right}`;
    const checks = [
      firstMatch(helpers, text) ?? (condition === undefined ? undefined : conditionsIn(condition).map(check)),
    ].flat();
    if (checks.some(each => each === undefined)) return false;
    asserts.push(...checks.map(each => ({ text: each ?? '', line })));
    return true;
  };
  const isWhole = script.length <= maxLength && statementsIn(script, line).map(read).every(Boolean);
  return { captures, asserts, values, isWhole };
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
const firstArgument = (text = ''): string | undefined => splitAt(text, /^,/)[0]?.text;

const conditionsIn = (text: string): readonly string[] => splitAt(text, /^&&/).map(each => each.text);

const statementsIn = (script: string, line: number): readonly Statement[] =>
  splitAt(script, /^(?:;|\r?\n)/).map(each => ({ ...each, line: line + each.line }));

/** Splits a script at a separator outside quotes, brackets and comments. Comments are removed, and empty parts are left out. */
function splitAt(script: string, separator: RegExp): readonly Statement[] {
  const parts: { text: string; line: number }[] = [];
  let part = { text: '', line: 0 };
  let [depth, lines] = [0, 0];
  const token = new RegExp(`${string}|\`(?:[^\`\\\\]|\\\\.)*\`|//[^\\n]*|/\\*.*?\\*/|\\r?\\n|&&|.`, 'gs');
  for (const [text] of script.matchAll(token)) {
    const isComment = text.startsWith('//') || text.startsWith('/*');
    if (depth === 0 && separator.test(text)) {
      parts.push(part);
      part = { text: '', line: 0 };
    } else if (!isComment) {
      if (part.text.trim() === '') part = { text: '', line: lines };
      part.text += text;
      if (/^[([{]$/.test(text)) depth++;
      if (/^[)\]}]$/.test(text)) depth--;
    }
    lines += text.split('\n').length - 1;
  }
  // A call that continues on the next line (`\n.to.equal(…)`) is one statement.
  const statements = [...parts, part].map(each => ({ text: each.text.trim(), line: each.line }));
  return statements.filter(each => each.text !== '');
}
