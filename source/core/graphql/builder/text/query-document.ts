/** The parsed query text: AST with tokens, last valid text, definitions by index and name. */
import {
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  Lexer,
  type OperationDefinitionNode,
  parse,
  Source,
  TokenKind,
} from 'graphql';

/** A valid text, or one without tokens, which is an empty document. */
export interface ParsedText {
  readonly text: string;
  readonly ast: DocumentNode;
  /** In source order; `active` is an index here. */
  readonly definitions: readonly DefinitionNode[];
  /** The first definition of each name. */
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** A syntax error. `offset` is in UTF-16 code units. */
interface SyntaxProblem {
  /** From graphql-js; untrusted text. */
  readonly message: string;
  readonly offset: number;
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
}

/** A query text and its last valid state. */
export interface QueryDocument {
  readonly text: string;
  /** The last text that parsed, which is this one without a problem. */
  readonly lastValid: ParsedText;
  /** Set while the text does not parse: ticks are rejected. */
  readonly problem?: SyntaxProblem;
}

const empty = (text: string): ParsedText => ({
  text,
  ast: { kind: Kind.DOCUMENT, definitions: [] },
  definitions: [],
  fragments: new Map(),
});

export const emptyDocument: QueryDocument = { text: '', lastValid: empty('') };

/** Parses a text, keeping the last valid one of `previous` on a syntax error. Never throws. */
export function parseQuery(text: string, previous: QueryDocument = emptyDocument): QueryDocument {
  if (previous.text === text) return previous;
  if (previous.lastValid.text === text) return { text, lastValid: previous.lastValid };
  try {
    const ast = parse(text);
    const fragments = new Map<string, FragmentDefinitionNode>();
    for (const node of ast.definitions) {
      if (node.kind === Kind.FRAGMENT_DEFINITION && !fragments.has(node.name.value))
        fragments.set(node.name.value, node);
    }
    return { text, lastValid: { text, ast, definitions: ast.definitions, fragments } };
  } catch (error) {
    if (hasNoTokens(text)) return { text, lastValid: empty(text) };
    return { text, lastValid: previous.lastValid, problem: problemOf(error) };
  }
}

/** Only white space, commas, a byte order mark and comments. */
export function hasNoTokens(text: string): boolean {
  try {
    return new Lexer(new Source(text)).advance().kind === TokenKind.EOF;
  } catch {
    return false;
  }
}

function problemOf(error: unknown): SyntaxProblem {
  if (error instanceof GraphQLError) {
    const place = error.locations?.[0];
    return {
      message: error.message.replace(/^Syntax Error: /, '').replace('<EOF>', 'the end of the text'),
      offset: error.positions?.[0] ?? 0,
      line: place?.line ?? 1,
      column: place?.column ?? 1,
    };
  }
  // graphql-js recurses: some thousand levels overflow its stack.
  if (error instanceof RangeError) return { message: 'The text is nested too deeply.', offset: 0, line: 1, column: 1 };
  throw error;
}

/** A syntax error as a sentence: one wording wherever an edit is refused because of it. */
export const syntaxErrorText = ({ line, message }: SyntaxProblem): string =>
  `Line ${line} of the text has a syntax error: ${message}`;

export const isOperation = (node: DefinitionNode | undefined): node is OperationDefinitionNode =>
  node?.kind === Kind.OPERATION_DEFINITION;

export const isFragment = (node: DefinitionNode | undefined): node is FragmentDefinitionNode =>
  node?.kind === Kind.FRAGMENT_DEFINITION;

/** The definition at a cursor: the one around it, else the one before it, else the first. */
export function definitionAt(document: QueryDocument, offset: number): number | undefined {
  let found: number | undefined;
  for (const [index, node] of document.lastValid.definitions.entries()) {
    if (!isOperation(node) && !isFragment(node)) continue;
    if (found !== undefined && (node.loc?.start ?? 0) > offset) break;
    found = index;
  }
  return found;
}

/** Index of the operation that runs while the cursor is in this definition: the operation itself, or the only one of the text. */
export function operationIndexAt({ lastValid }: QueryDocument, index: number | undefined): number | undefined {
  const { definitions } = lastValid;
  if (index !== undefined && isOperation(definitions[index])) return index;
  const only = definitions.findIndex(isOperation);
  return only < 0 || definitions.findLastIndex(isOperation) !== only ? undefined : only;
}

/** The operation that runs while the cursor is in this definition. */
export function operationAt(document: QueryDocument, index: number | undefined): OperationDefinitionNode | undefined {
  const at = operationIndexAt(document, index);
  const node = at === undefined ? undefined : document.lastValid.definitions[at];
  return isOperation(node) ? node : undefined;
}
