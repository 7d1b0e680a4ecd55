/**
 * Translates simple scripts of Postman, Insomnia and Bruno to captures and checks. This is a reader of a few statements, not a
 * script engine: a statement that it does not know is left untranslated, with its text.
 */

import { argumentsOf, dottedName, functionBody, membersOf, stringIn } from '../scripts/expressions.js';
import { splitStatements, topLevel } from '../scripts/statements.js';
import type { Untranslated } from './collection.js';
import { literalOf, pathBelow, type Reading, readComparison, readExpectation, targetOf } from './script-checks.js';

export interface ScriptEffects {
  readonly asserts: readonly string[];
  readonly captures: readonly { readonly name: string; readonly target: string }[];
  readonly untranslated: readonly Untranslated[];
}

export const noEffects: ScriptEffects = { asserts: [], captures: [], untranslated: [] };

/** Maximum length of a script that is read, in UTF-16 units. */
const maxScript = 100_000;

/** Maximum number of nested blocks, functions and conversions that are read, which bounds the time and the call stack. */
const maxDepth = 20;

/** @param before effects of the scripts that run earlier */
export function readScript(text: string, when: 'before' | 'after', before: ScriptEffects = noEffects): ScriptEffects {
  const scriptKind = when === 'before' ? 'pre-request script' : 'script after the response';
  const statements = text.length > maxScript ? undefined : splitStatements(text);
  if (statements === undefined)
    return { ...before, untranslated: [...before.untranslated, { feature: scriptKind, text }] };
  const reading: Reading = { asserts: [...before.asserts], captures: [...before.captures], names: new Map(), depth: 0 };
  const isRead = (each: string): boolean =>
    when === 'before' ? isIdle(each) : readStatement(each, reading) || forgetAssigned(each, reading);
  const unknown = statements.map(({ text }) => text).filter(each => !isRead(each));
  const untranslated = [...before.untranslated];
  if (unknown.length > 0) untranslated.push({ feature: scriptKind, text: unknown.join('\n') });
  return { asserts: reading.asserts, captures: reading.captures, untranslated };
}

/** Statements without an effect on requests. */
const isIdle = (statement: string): boolean =>
  /^(?:console\.\w+\(|["']use strict["']$|(?:var|let)\s+[\w$]+$)/.test(statement);

/** Forgets the variables that a statement or a body changes. Those that a body declares are its own. Returns false. */
function forgetAssigned(text: string, { names }: Reading, isBody = false): false {
  const words = /(?<![\w$])(?:(var|let|const)\s)?([\w$]+)(\s?(?:[-+*/]|\|\||&&|\?\?)?=(?![=>]))?/g;
  for (const [, declared, name = '', assignment] of text.matchAll(words))
    if (assignment !== undefined && !(isBody && declared)) names.delete(name);
  return false;
}

const setters =
  /^(?:(?:pm|insomnia)\.(?:environment|globals|collectionVariables|variables|baseEnvironment)\.set|postman\.set(?:Environment|Global)Variable|bru\.set(?:Var|EnvVar|GlobalEnvVar|CollectionVar))$/;

/** Reads a statement that runs after the response. Returns false if a part of it is not understood. */
function readStatement(statement: string, reading: Reading): boolean {
  if (isIdle(statement)) return true;
  const declared = /^(?:(?:var|let|const)\s+)?([\w$]+|\{[\w$\s,:]*\})\s?=(?!=)/.exec(statement);
  if (declared) return declare(declared[1] ?? '', statement.slice(declared[0].length), reading);
  if (/^if\b/.test(statement)) return readCondition(statement, reading);
  if (/^try\b/.test(statement)) return readBlock(statement.slice('try'.length), /^catch\b/, reading);
  if (statement.startsWith('tests[')) {
    const [, mark, comparison = ''] = topLevel(statement, /^=(?!=)/);
    return mark !== undefined && readComparison(comparison, reading);
  }
  const [condition, and, guarded = ''] = topLevel(statement, /^&&/);
  if (and !== undefined) return readGuarded(condition, guarded, reading);
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
  const [name, target] = [stringIn(variable), targetOf(withoutConversion(value), reading)];
  if (name === undefined || target === undefined || others.length > 0) return false;
  reading.captures.push({ name, target });
  return true;
}

/** Removes an empty default, such as `|| ''`. */
function withoutDefault(expression: string): string {
  const [value, mark, instead = ''] = topLevel(expression, /^(?:\|\||\?\?)/);
  return mark !== undefined && /^(?:''|""|``|null|undefined)$/.test(instead.trim()) ? value : expression;
}

/** Removes `String(…)` and `.toString()`, because a captured value is a text. */
function withoutConversion(expression: string, depth = 0): string {
  const text = withoutDefault(expression).trim();
  const [, inner = text.replace(/\??\.toString\(\)$/, '')] =
    /^(?:String|JSON\.stringify)\(([^()]*(?:\([^()]*\)[^()]*)*)\)$/.exec(text) ?? [];
  return inner === text || depth === maxDepth ? text : withoutConversion(inner, depth + 1);
}

/** Reads `name = value`, or `{ name, member: name } = value`. */
function declare(pattern: string, value: string, reading: Reading): boolean {
  const target = targetOf(withoutDefault(value), reading);
  if (pattern.startsWith('{')) {
    if (target === undefined || !target.startsWith('$')) return false;
    for (const each of argumentsOf(pattern.slice(1, -1))) {
      const [name = '', variable = name] = each.split(':').map(part => part.trim());
      reading.names.set(variable, { target: pathBelow(target, [{ name }]) });
    }
    return true;
  }
  const json = target === undefined ? literalOf(value, reading) : undefined;
  if (target === undefined && json === undefined) return false;
  reading.names.set(pattern, { target, json });
  return true;
}

/**
 * `if (pm.response.code === 200) { … }` around captures. With another response, Postman sends the later requests with the old
 * value, while a run reports the missing one.
 */
function readCondition(statement: string, reading: Reading): boolean {
  const start = statement.indexOf('(');
  const [condition, mark, block = ''] = topLevel(statement.slice(start), /^\)/, 1);
  return mark !== undefined && readGuarded(condition.slice(1), block, reading);
}

/** Reads captures that depend on a condition, which must be true for every expected response. */
function readGuarded(condition: string, block: string, reading: Reading): boolean {
  const inner: Reading = { ...reading, asserts: [], captures: [], names: new Map(reading.names) };
  const isWhole = readBlock(block, /^else\b(?!\s*if\b)/, inner);
  const isExpected = argumentsOf(condition, /^(?:&&|\|\|)/).every(each => isExpectedPart(each, inner));
  if (!isExpected) return false;
  reading.captures.push(...inner.captures);
  return isWhole;
}

/** The part of a condition that reads a successful status, a flag such as `success`, or a part of a captured value. */
function isExpectedPart(condition: string, reading: Reading): boolean {
  const { captures, names } = reading;
  const checked: Reading = { ...reading, asserts: [], captures: [] };
  const members = membersOf(condition);
  if (readComparison(condition, checked) || (members && readExpectation(members, checked))) {
    const [text = ''] = checked.asserts;
    if (/^status (?:== 2(?:xx|\d\d)|< [34]00|<= 299|>= 200)$/.test(text)) return true;
  }
  const value = condition.replace(
    /\.length\s?(?:>\s?0)?\s*$|\s?!==?\s?(?:undefined|null|''|"")\s*$|\s?===?\s?true\s*$/,
    '',
  );
  const target = targetOf(value, { names });
  if (target === undefined || /err|fail|exception/i.test(target)) return false;
  return /\.(?:success|ok|status)$/i.test(target) || captures.some(each => each.target.startsWith(target));
}

/** Reads captures in a block or a single statement. A branch that follows must not have an effect. */
function readBlock(text: string, following: RegExp, reading: Reading): boolean {
  const block = text.trim();
  if (!block.startsWith('{')) return !/\belse\b/.test(block) && readBody(block, reading, true);
  const [body, , after = ''] = topLevel(block, /^\}/, 1);
  const rest = after.trim();
  if (rest !== '' && !(following.test(rest) && isIdleBranch(rest.replace(following, '')))) return false;
  return readBody(body.slice(1), reading, true);
}

/** Returns true for the block or single statement after `else` or `catch` if it has no effect on requests. */
function isIdleBranch(text: string): boolean {
  const [before, brace, block = ''] = topLevel(text, /^\{/);
  const branch = brace === undefined ? before : block.slice(0, -1);
  if (brace === undefined && branch.trim() === '') return false;
  return splitStatements(branch)?.every(each => isIdle(each.text)) === true;
}

/** Reads the body of a function or a condition. Checks are used only if all statements are understood. */
function readBody(body: string, reading: Reading, onlyCaptures = false): boolean {
  const statements = reading.depth < maxDepth ? splitStatements(body) : undefined;
  if (statements === undefined) return false;
  const inner: Reading = { asserts: [], captures: [], names: new Map(reading.names), depth: reading.depth + 1 };
  const unknown = statements.filter(({ text }) => !readStatement(text, inner) && !forgetAssigned(text, inner));
  const isWhole = unknown.length === 0 && !(onlyCaptures && inner.asserts.length > 0);
  if (isWhole) reading.asserts.push(...inner.asserts);
  reading.captures.push(...inner.captures);
  forgetAssigned(body, reading, true);
  return isWhole;
}
