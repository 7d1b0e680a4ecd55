/**
 * Determines the grammatical context of a cursor, even in invalid text, using the online parser of graphql-language-service.
 */
import type { GraphQLArgument, GraphQLInputType, GraphQLSchema } from 'graphql';
import { CharacterStream, getTypeInfo, onlineParser, type State } from 'graphql-language-service';

type TypeInfo = ReturnType<typeof getTypeInfo>;

/** Parser state and schema information at an offset. */
export interface CursorContext {
  readonly state: State;
  readonly info: Omit<TypeInfo, 'argDef' | 'argDefs' | 'inputType'> & {
    readonly argDef: GraphQLArgument | null | undefined;
    readonly argDefs: readonly GraphQLArgument[] | null | undefined;
    readonly inputType: GraphQLInputType | null | undefined;
  };
}

/** Returns the context at an offset, or undefined in a comment or string. */
export function cursorContext(schema: GraphQLSchema, text: string, offset: number): CursorContext | undefined {
  const above = ancestry(text, offset);
  if (above === undefined) return undefined;
  const parser = onlineParser();
  let state = parser.startState();
  for (const line of above.split('\n')) {
    const stream = new CharacterStream(line);
    while (!stream.eol()) parser.token(stream, state);
    if (!state.kind) state = parser.startState();
  }
  // The parser pushes an invalid character on top of the state it occurred in.
  const tokenState = state.kind === 'Invalid' && state.prevState ? state.prevState : state;
  // Fragment arguments, for which the library has a wider type, are disabled.
  return { state: tokenState, info: getTypeInfo(schema, tokenState) as CursorContext['info'] };
}

/** Maximum number of characters inspected before the cursor. */
const maxInspected = 300_000;

const literal = /"""(?:[^"\\]|\\(?:"""|(?!"""))|"(?!""))*(?:"""|$)|"(?:[^"\\\n]|\\[^\n])*(?:"|\\?(?=\n)|\\?$)|#[^\n]*/y;
const special = /["#(){}]/g;

/**
 * Returns the text before an offset without completed parts: comments, definitions, arguments and selections. They do not
 * affect the context, and they cost the online parser microseconds per token.
 * @returns undefined in a comment or string
 */
function ancestry(text: string, offset: number): string | undefined {
  const start = offset <= maxInspected ? 0 : text.indexOf('\n}', offset - maxInspected) + 1;
  // Finding the context within a single definition of a megabyte would block typing.
  if (offset > maxInspected && (start === 0 || start > offset)) return undefined;
  const before = text.slice(start, offset);
  const pieces = new OpenPieces();
  let end = 0;
  // `matchAll` would allocate megabytes per keystroke in a long text.
  for (let from = 0; from < before.length; from = end) {
    end = endOfPiece(before, from);
    const piece = before.slice(from, end);
    if (end === before.length && isOpenLiteral(piece)) return undefined;
    pieces.add(piece);
  }
  return pieces.text;
}

/** Returns the end of the literal, comment, bracket or other text that starts at an offset. */
function endOfPiece(text: string, from: number): number {
  const first = text.charAt(from);
  if (first === '"' || first === '#') {
    literal.lastIndex = from;
    return literal.test(text) ? literal.lastIndex : from + 1;
  }
  if (first === '(' || first === ')' || first === '{' || first === '}') return from + 1;
  special.lastIndex = from;
  return special.test(text) ? special.lastIndex - 1 : text.length;
}

/** Pieces of a text, without comments and completed groups. */
class OpenPieces {
  readonly #pieces: string[] = [];
  /** Number of pieces before each open group. Everything in parentheses is a value and is retained. */
  readonly #groups: { readonly at: number; readonly isValue: boolean }[] = [];

  get text(): string {
    return this.#pieces.join('');
  }

  add(piece: string): void {
    switch (piece[0]) {
      case '#':
        return;
      case '"':
        // The online parser reads line by line and would interpret the second line of a string as code.
        this.#pieces.push('""');
        return;
      case '(':
      case '{':
        this.#groups.push({ at: this.#pieces.length, isValue: piece === '(' || this.#isInValue });
        break;
      case ')':
      case '}':
        if (this.#close(piece === '}')) return;
    }
    this.#pieces.push(piece);
  }

  get #isInValue(): boolean {
    return this.#groups.at(-1)?.isValue ?? false;
  }

  /** Closes a group. Returns true if it was removed. */
  #close(isSelection: boolean): boolean {
    const group = this.#groups.pop();
    if (group === undefined || this.#isInValue) return false;
    this.#pieces.length = this.#groups.length === 0 && isSelection ? 0 : group.at;
    // An inline fragment needs its selection set.
    if (this.#pieces.length > 0 && isSelection) this.#pieces.push('{}');
    return true;
  }
}

const isOpenLiteral = (piece: string): boolean => piece.startsWith('#') || (piece.startsWith('"') && !isClosed(piece));

function isClosed(string: string): boolean {
  if (string.startsWith('"""')) return string.length >= 6 && string.endsWith('"""');
  return string.length >= 2 && string.endsWith('"') && !/[^\\](?:\\\\)*\\"$/.test(string);
}
