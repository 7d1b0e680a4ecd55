/** Reads expressions of a script: calls, chains of members, and literals. */
import { topLevel } from './statements.js';

/** A step in a chain of members: `.json()`, `.token`, or `["token"]` and `[0]`. */
export interface Member {
  /** Empty for an index in brackets. */
  readonly name: string;
  /** Text between the parentheses of a call, if it is one. */
  readonly args?: string;
  /** Text between the brackets. */
  readonly index?: string;
}

/** Splits `pm.expect(a).to.eql(1)` into its members, or returns undefined for any other expression. */
export function membersOf(expression: string): readonly Member[] | undefined {
  const members: Member[] = [];
  let rest = expression.trim();
  while (rest !== '') {
    const step = firstStep(rest);
    if (!step) return undefined;
    members.push(...step.members);
    rest = step.rest.trimStart();
    if (rest !== '' && !/^(?:\?\.|\.|\[)/.test(rest)) return undefined;
  }
  return members;
}

/** Reads a name with the call or index after it, and returns the text after it. */
function firstStep(text: string): { readonly members: readonly Member[]; readonly rest: string } | undefined {
  const [match = '', name = ''] = /^\s?(?:\?\.|\.)?\s?([\w$]*)/.exec(text) ?? [];
  const rest = text.slice(match.length);
  const named = name === '' ? [] : [{ name }];
  const isCall = rest.startsWith('(');
  if (name === '' && !rest.startsWith('[')) return undefined;
  if (!isCall && !rest.startsWith('[')) return { members: named, rest };
  const inner = insideBrackets(rest);
  if (inner === undefined) return undefined;
  const members = isCall ? [{ name, args: inner }] : [...named, { name: '', index: inner }];
  return { members, rest: rest.slice(inner.length + 2) };
}

/** Returns the text in the brackets at the beginning of a text. */
function insideBrackets(text: string): string | undefined {
  const [before, , after] = topLevel(text, /^[)\]}]/, 1);
  return after === undefined ? undefined : before.slice(1);
}

/** Splits arguments at the commas between them, or another text at other marks outside brackets and strings. */
export function argumentsOf(text: string, mark = /^,/): readonly string[] {
  const args: string[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const [first, , after = ''] = topLevel(rest, mark);
    args.push(first.trim());
    rest = after.trim();
  }
  return args;
}

/** Returns the dotted name of a call or member, such as `pm.environment.set`. */
export const dottedName = (members: readonly Member[]): string => members.map(({ name }) => name).join('.');

/** Returns the value of a string literal without placeholders. */
export function stringIn(expression: string): string | undefined {
  const text = expression.trim();
  const [mark = ''] = text;
  if (text.length < 2 || !/["'`]/.test(mark) || !text.endsWith(mark)) return undefined;
  const inner = text.slice(1, -1);
  // A string that ends earlier, or a template with a value.
  if (
    /\$\{/.test(inner) ||
    inner.replace(/\\[\s\S]/g, '').includes(mark) ||
    /(?:^|[^\\])(?:\\\\)*\\$/.test(inner.slice(-40))
  )
    return undefined;
  return inner.replace(/\\([\s\S])/g, (_, escaped: string) => ({ n: '\n', t: '\t', r: '\r' })[escaped] ?? escaped);
}

/** Returns the statements in a function, or its expression. */
export function functionBody(text: string): string | undefined {
  const trimmed = text.trim();
  const [head, arrow, after = ''] = topLevel(trimmed, /^=>/);
  const isArrow = arrow !== undefined && /^(?:async\b)?\s?(?:\([^()]*\)|[\w$]+)?\s?$/.test(head);
  if (!isArrow && !/^(?:async\s)?\s?function\b/.test(trimmed)) return undefined;
  const body = isArrow ? after.trim() : trimmed.slice(trimmed.indexOf('{'));
  if (body.startsWith('{') && body.endsWith('}')) return body.slice(1, -1);
  return isArrow ? body : undefined;
}
