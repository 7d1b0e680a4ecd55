/**
 * Parses and formats a row of the schema tree as text, such as `books(first: 3).nodes.author.name`. `--pick` takes this form
 * and `y` copies it. A step is a field (`best: book(id: 1)`), a type (`Book`, `on Book`), a spread (`...Parts`), or at the end
 * `*` for all leaves and `**2` for all leaves down to a depth. It can start with `query`, `mutation`, `subscription` or
 * `fragment Name`. An argument without a value becomes a variable of the same name: `rename(name:)`, `books(filter:
 * {author:})`.
 */

import { type ArgumentNode, Kind, parse } from 'graphql';
import { TextScanner } from '../../../text/scanner.js';
import { truncate } from '../../../truncate.js';
import type { Root } from '../schema/path.js';

/** An argument and its source text. */
interface PickArgument {
  readonly name: string;
  /** A literal or `$name`. */
  readonly text: string;
  readonly value: ArgumentNode['value'];
  /** True if part of it was written without a value. */
  readonly isOpen: boolean;
}

/** One step of a pick. The `name` of a field step may also be the name of a type. */
export type PickStep =
  | { readonly kind: 'field'; readonly name: string; readonly alias?: string; readonly args: readonly PickArgument[] }
  | { readonly kind: 'on'; readonly name: string }
  | { readonly kind: 'spread'; readonly name: string };

/** A parsed pick. */
export interface Pick {
  readonly text: string;
  readonly root: Root;
  /** Name of the fragment the pick starts in, if the root is `fragment`. */
  readonly fragment?: string;
  readonly steps: readonly PickStep[];
  /** 1 for `*`, 2 for `**2`; absent if only the last step itself is picked. */
  readonly depth?: number;
}

/** Reason why a text is not a valid pick. */
export interface PickProblem {
  readonly problem: string;
  readonly hint: string;
}

const forms =
  "Usage: --pick 'books(first: 3).nodes.title', 'best: book(id: 1).title', 'books.nodes.*', 'mutation.rate(id: 1).rating'";

const name = /[A-Za-z_]\w*/y;
const blanks = /[\s,\ufeff]*/y;

class Reader extends TextScanner {
  /** Reads the next name and the white space around it. */
  name(): string | undefined {
    this.take(blanks);
    const word = this.take(name);
    if (word !== undefined) this.take(blanks);
    return word;
  }

  is(sign: string): boolean {
    if (!this.eat(sign)) return false;
    this.take(blanks);
    return true;
  }

  get ended(): boolean {
    this.take(blanks);
    return this.at >= this.text.length;
  }
}

/** Parses a pick. Never throws. */
export function parsePick(text: string): Pick | PickProblem {
  const reader = new Reader(text);
  const refuse = (problem: string): PickProblem => ({ problem, hint: forms });
  const start = { text, ...rootOf(reader) };
  const steps: PickStep[] = [];
  for (;;) {
    const depth = depthAt(reader);
    if (typeof depth === 'string') return refuse(depth);
    if (depth !== undefined) return { ...start, steps, depth };
    const step = stepAt(reader);
    if (typeof step === 'string') return refuse(step);
    steps.push(step);
    if (reader.is('.')) continue;
    if (reader.ended) return { ...start, steps };
    return refuse(unexpected(reader));
  }
}

/** Reads a final `*` or `**2`, or returns an error message. Returns undefined if a step follows. */
function depthAt(reader: Reader): number | string | undefined {
  const { text } = reader;
  if (reader.ended) return text.trim() === '' ? 'A pick is empty.' : `No field after the last dot of ${quoted(text)}.`;
  const star = reader.take(/\*\*\s*\d*|\*/y);
  if (star === undefined) return undefined;
  if (!reader.ended) return `Nothing can follow ${star} in ${quoted(text)}.`;
  const depth = star === '*' ? 1 : Number(star.slice(2));
  return depth < 1 || depth > 9 ? `${star} needs a depth from 1 to 9, as in **2.` : depth;
}

/** Reads a leading `mutation.` or `fragment Parts.`. */
function rootOf(reader: Reader): { readonly root: Root; readonly fragment?: string } {
  reader.take(blanks);
  const word = reader.take(/(?:query|mutation|subscription)(?=\s*\.(?!\.))/y);
  if (word !== undefined) {
    reader.take(/\s*\.\s*/y);
    return { root: word as Root };
  }
  const [, fragment] = /^fragment\s+([A-Za-z_]\w*)/.exec(reader.take(/fragment\s+[A-Za-z_]\w*\s*\.\s*/y) ?? '') ?? [];
  return fragment === undefined ? { root: 'query' } : { root: 'fragment', fragment };
}

/** Reads the next step, or returns an error message. */
function stepAt(reader: Reader): PickStep | string {
  if (reader.is('...')) {
    const fragment = reader.name();
    return fragment === undefined ? unexpected(reader) : { kind: 'spread', name: fragment };
  }
  if (reader.take(/on\s+(?=[A-Za-z_])/y) !== undefined) return { kind: 'on', name: reader.name() ?? '' };
  const first = reader.name();
  if (first === undefined) return unexpected(reader);
  const second = reader.is(':') ? reader.name() : undefined;
  if (second === undefined && reader.text[reader.at - 1] === ':') return unexpected(reader);
  const args = argumentsAt(reader);
  if (typeof args === 'string') return args;
  return second === undefined
    ? { kind: 'field', name: first, args }
    : { kind: 'field', name: second, alias: first, args };
}

/** Reads the arguments in the next parentheses, if any. */
function argumentsAt(reader: Reader): readonly PickArgument[] | string {
  if (reader.text[reader.at] !== '(') return [];
  const from = reader.at;
  const to = endOfBrackets(reader.text, from);
  if (to === undefined) return `A ( has no matching ) in ${quoted(reader.text)}.`;
  reader.at = to;
  reader.take(blanks);
  const written = reader.text.slice(from, to);
  const source = `{f${filled(written)}}`;
  const isOpen = source.length > written.length + 3;
  try {
    const [definition] = parse(source).definitions;
    const field = definition?.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections[0] : undefined;
    return ((field?.kind === Kind.FIELD && field.arguments) || []).map(({ name: { value: argName }, value }) => ({
      name: argName,
      text: source.slice(value.loc?.start, value.loc?.end),
      value,
      isOpen,
    }));
  } catch (error) {
    return `The arguments ${quoted(source.slice(2, -1))} cannot be parsed: ${(error as Error).message}`;
  }
}

/**
 * Turns `(filter: {author:})` into `(filter: {author: $author})`: a member without a value becomes a variable of the same name.
 */
const filled = (args: string): string =>
  args.replace(
    /"""(?:[^"\\]|\\(?:"""|(?!"""))|"(?!""))*"""|"(?:\\.|[^"\\\r\n])*"?|#[^\r\n]*|([A-Za-z_]\w*)\s*:(?=\s*[)}\],])/g,
    (whole, name: string | undefined) => (name === undefined ? whole : `${name}: $${name}`),
  );

/** Returns the offset where the brackets that open at `from` are closed, ignoring strings and comments. */
function endOfBrackets(text: string, from: number): number | undefined {
  const token = /"""(?:[^"\\]|\\(?:"""|(?!"""))|"(?!""))*"""|"(?:\\.|[^"\\\r\n])*"|#[^\r\n]*|[\s\S]/y;
  token.lastIndex = from;
  let depth = 0;
  for (let match = token.exec(text)?.[0]; match !== undefined; match = token.exec(text)?.[0]) {
    if (match === '(' || match === '[' || match === '{') depth++;
    if (match === ')' || match === ']' || match === '}') depth--;
    if (depth === 0) return token.lastIndex;
  }
  return undefined;
}

const unexpected = (reader: Reader): string =>
  `${quoted(reader.text.slice(reader.at, reader.at + 20) || 'the end')} is unexpected in ${quoted(reader.text)}.`;

const quoted = (text: string): string => truncate(text, 80);
