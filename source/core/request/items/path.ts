/**
 * HTTPie's item paths: `a[b][0]` is a member followed by an index, `a[]` appends, and a leading `[]` makes the body an array. A
 * backslash escapes `[`, `]` and `\`, and turns a number into a name.
 */
import { type Failure, isFailure, usageError } from '../../failure.js';
import { truncate } from '../../truncate.js';

export type ItemPathStep =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'append' };

/** Steps of the path, at least one. */
export type ItemPath = readonly ItemPathStep[];

/** Maximum index. Arrays are padded with null up to the index, so a typo must not fill the memory. */
const maxPlaces = 100_000;

interface Token {
  readonly kind: '[' | ']' | 'text' | 'number';
  readonly text: string;
  readonly typed: string;
}

/** Parses a name. The failure quotes it, because names are not secret. */
export function readPath(name: string): ItemPath | Failure {
  const tokens = [...tokensOf(name)];
  const steps: ItemPathStep[] = [];
  const [root] = tokens;
  let at = 0;
  if (root?.kind === ']') return unexpected(name, root, 'a name or "["');
  if (root?.kind !== '[') {
    // The first name is literal, so 007 is not a number here.
    steps.push({ kind: 'key', key: (root?.kind === 'number' ? root.typed : root?.text) ?? '' });
    at++;
  }
  while (at < tokens.length) {
    const [open, inner, close] = tokens.slice(at, at + 3);
    const step = bracketStep(name, open, inner, close, steps.length === 0);
    if (isFailure(step)) return step;
    steps.push(step);
    at += step.kind === 'append' ? 2 : 3;
  }
  return steps;
}

/** @param isFirst whether no name precedes the bracket */
function bracketStep(
  name: string,
  open: Token | undefined,
  inner: Token | undefined,
  close: Token | undefined,
  isFirst: boolean,
): ItemPathStep | Failure {
  if (open?.kind !== '[') return unexpected(name, open, '"["');
  if (inner === undefined || inner.kind === '[' || (isFirst && inner.kind === 'text'))
    return unexpected(name, inner, isFirst ? 'a number or "]"' : 'a name, a number or "]"');
  if (inner.kind === ']') return { kind: 'append' };
  if (close?.kind !== ']') return unexpected(name, close, '"]"');
  return inner.kind === 'text' ? { kind: 'key', key: inner.text } : indexStep(name, Number(inner.text));
}

function indexStep(name: string, index: number): ItemPathStep | Failure {
  if (index < 0)
    return usageError(
      `The item name ${shownName(name)} has a negative index.`,
      'Usage: a[0]=text for the first item, a[]=text to append one.',
    );
  if (index >= maxPlaces)
    return usageError(
      `The index in the item name ${shownName(name)} exceeds ${maxPlaces}.`,
      'Put a list that long in a file: --json @FILE.',
    );
  return { kind: 'index', index };
}

function unexpected(name: string, token: Token | undefined, expected: string): Failure {
  const where = token === undefined ? 'at its end' : `instead of "${token.typed}"`;
  return usageError(
    `Invalid item name ${shownName(name)}: expected ${expected} ${where}.`,
    'Usage: a[b]=text, a[0]=text, a[]=text; \\[ and \\] are literal brackets.',
  );
}

/** Brackets and the text between them. Numbers follow Python's `int`, which also accepts `01`, ` 1 ` and `1_0`. */
function* tokensOf(name: string): Generator<Token> {
  let text = '';
  let typed = '';
  let escaped = false;
  function* word(): Generator<Token> {
    if (typed === '') return;
    const isNumber = /^\s*[+-]?\d+(?:_\d+)*\s*$/.test(text);
    const asName = /^\\\s*[+-]?\d+(?:_\d+)*\s*$/.test(text);
    if (escaped || !(isNumber || asName)) yield { kind: 'text', text, typed };
    else if (asName) yield { kind: 'text', text: text.slice(1), typed };
    else yield { kind: 'number', text: text.replaceAll('_', '').trim(), typed };
    text = '';
    typed = '';
    escaped = false;
  }
  for (let at = 0; at < name.length; at++) {
    const [here = '', after = ''] = [name[at], name[at + 1]];
    if (here === '[' || here === ']') {
      yield* word();
      yield { kind: here, text: here, typed: here };
    } else if (here === '\\' && /[[\]\\]/.test(after)) {
      escaped = true;
      text += after;
      typed += here + after;
      at++;
    } else {
      text += here;
      typed += here;
    }
  }
  yield* word();
}

/** Returns a name to quote in messages, truncated. */
export const shownName = (name: string): string => `"${truncate(name, 60)}"`;
