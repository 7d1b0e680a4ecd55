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
  const out: string[] = [];
  /** Length of `out` at each open group. Everything in parentheses is a value and is retained. */
  const open: { readonly at: number; readonly values: boolean }[] = [];
  const before = text.slice(start, offset);
  let end = 0;
  // `matchAll` would allocate megabytes per keystroke in a long text.
  for (let from = 0; from < before.length; from = end) {
    const first = before.charAt(from);
    if (first === '"' || first === '#') {
      literal.lastIndex = from;
      end = literal.test(before) ? literal.lastIndex : from + 1;
    } else if (/[(){}]/.test(first)) end = from + 1;
    else {
      special.lastIndex = from;
      end = special.test(before) ? special.lastIndex - 1 : before.length;
    }
    const piece = before.slice(from, end);
    const last = end === before.length;
    if (first === '#') {
      if (last) return undefined;
      continue;
    }
    if (first === '"') {
      if (last && !isClosed(piece)) return undefined;
      // The online parser reads line by line and would interpret the second line of a string as code.
      out.push('""');
      continue;
    }
    if (first === '(' || first === '{') {
      open.push({ at: out.length, values: first === '(' || (open.at(-1)?.values ?? false) });
    } else if (first === ')' || first === '}') {
      const group = open.pop();
      const inValue = open.at(-1)?.values ?? false;
      if (group !== undefined && !inValue) {
        out.length = open.length === 0 && first === '}' ? 0 : group.at;
        // An inline fragment needs its selection set.
        if (out.length > 0 && first === '}') out.push('{}');
        continue;
      }
    }
    out.push(piece);
  }
  return out.join('');
}

function isClosed(string: string): boolean {
  if (string.startsWith('"""')) return string.length >= 6 && string.endsWith('"""');
  return string.length >= 2 && string.endsWith('"') && !/[^\\](?:\\\\)*\\"$/.test(string);
}
