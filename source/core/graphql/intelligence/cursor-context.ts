/** Where in the grammar an offset of a query text is, also in a text that does not parse: by graphql-language-service's online parser. */
import type { GraphQLArgument, GraphQLInputType, GraphQLSchema } from 'graphql';
import { CharacterStream, getTypeInfo, onlineParser, type State } from 'graphql-language-service';

type TypeInfo = ReturnType<typeof getTypeInfo>;

/** The parser's state at an offset, and what the schema knows there. */
export interface CursorContext {
  readonly state: State;
  readonly info: Omit<TypeInfo, 'argDef' | 'argDefs' | 'inputType'> & {
    readonly argDef: GraphQLArgument | null | undefined;
    readonly argDefs: readonly GraphQLArgument[] | null | undefined;
    readonly inputType: GraphQLInputType | null | undefined;
  };
}

/** The place at an offset; undefined in a comment or string, where nothing is to be said. */
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
  // A character that fits nowhere stands on top of the state it came in.
  const known = state.kind === 'Invalid' && state.prevState ? state.prevState : state;
  // Arguments of fragments, for which the library has a wider type, are switched off.
  return { state: known, info: getTypeInfo(schema, known) as CursorContext['info'] };
}

/** How many characters before the place are looked at. */
const farthest = 300_000;

const literal = /"""(?:\\"""|[\s\S])*?(?:"""|$)|"(?:[^"\\\n]|\\.)*(?:"|(?=\n)|$)|#[^\n]*/y;
const special = /["#(){}]/g;

/**
 * The text before an offset without what is closed there: comments, finished definitions, arguments and selections. They say
 * nothing about the place, and the online parser needs some microseconds for each of their tokens.
 * @returns undefined if the offset is in a comment or string
 */
function ancestry(text: string, offset: number): string | undefined {
  const start = offset <= farthest ? 0 : text.indexOf('\n}', offset - farthest) + 1;
  // A single definition of a megabyte: what is above the place would take longer to find than a key may.
  if (offset > farthest && (start === 0 || start > offset)) return undefined;
  const out: string[] = [];
  /** Lengths of `out` where a group began; negative: a parenthesis, in which everything is a value and stays. */
  const open: { readonly at: number; readonly values: boolean }[] = [];
  const before = text.slice(start, offset);
  let end = 0;
  // Not by `matchAll`: its results are some megabytes for each key in a long text.
  for (let from = 0; from < before.length; from = end) {
    const first = before.charAt(from);
    if (first === '"' || first === '#') {
      literal.lastIndex = from;
      // A backslash at the end of its line.
      if (!literal.test(before)) {
        end = from + 1;
        continue;
      }
      end = literal.lastIndex;
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
      // The online parser reads by lines and would see the second line of a string as code.
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
        // An inline fragment is not finished without its selection.
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
