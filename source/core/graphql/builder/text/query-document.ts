/** The parsed query text: AST with tokens, last valid text, and definitions by index and name. */
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

/** A valid text, or one without tokens, which counts as an empty document. */
export interface ParsedText {
  readonly text: string;
  readonly ast: DocumentNode;
  /** Definitions in source order. `active` is an index into this list. */
  readonly definitions: readonly DefinitionNode[];
  /** First definition of each name. */
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** A syntax error. `offset` is in UTF-16 code units. */
interface SyntaxProblem {
  /** Untrusted message from graphql-js. */
  readonly message: string;
  readonly offset: number;
  readonly line: number;
  /** One-based column in UTF-16 code units. */
  readonly column: number;
}

/** A query text and its last valid state. */
export interface QueryDocument {
  readonly text: string;
  /** Last text that could be parsed. Without a problem, it is the current text. */
  readonly lastValid: ParsedText;
  /** Set while the text cannot be parsed. Ticks are then rejected. */
  readonly problem?: SyntaxProblem;
}

/** The parsed form of every text without tokens. A single object, so that typing a comment changes nothing that depends on it. */
const nothing: Omit<ParsedText, 'text'> = {
  ast: { kind: Kind.DOCUMENT, definitions: [] },
  definitions: [],
  fragments: new Map(),
};

const empty = (text: string): ParsedText => ({ text, ...nothing });

export const emptyDocument: QueryDocument = { text: '', lastValid: empty('') };

/** Parses a text. On a syntax error, the last valid text is taken from `previous`. Never throws. */
export function parseQuery(text: string, previous: QueryDocument = emptyDocument): QueryDocument {
  if (previous.text === text) return previous;
  if (previous.lastValid.text === text) return { text, lastValid: previous.lastValid };
  // Before parsing, because an error costs more than all tokens before the first one.
  if (hasNoTokens(text)) return { text, lastValid: empty(text) };
  const { stackTraceLimit } = Error;
  try {
    // Half of all typed letters end in a syntax error, whose stack would cost as much as parsing.
    Error.stackTraceLimit = 0;
    const ast = parse(text);
    const fragments = new Map<string, FragmentDefinitionNode>();
    for (const node of ast.definitions) {
      if (node.kind === Kind.FRAGMENT_DEFINITION && !fragments.has(node.name.value))
        fragments.set(node.name.value, node);
    }
    return { text, lastValid: { text, ast, definitions: ast.definitions, fragments } };
  } catch (error) {
    return { text, lastValid: previous.lastValid, problem: problemOf(error) };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Returns true if the text consists of white space, commas, a byte order mark and comments. */
export function hasNoTokens(text: string): boolean {
  try {
    return new Lexer(new Source(text)).advance().kind === TokenKind.EOF;
  } catch {
    return false;
  }
}

function problemOf(error: unknown): SyntaxProblem {
  if (error instanceof GraphQLError) {
    const location = error.locations?.[0];
    return {
      message: error.message.replace(/^Syntax Error: /, '').replace('<EOF>', 'the end of the text'),
      offset: error.positions?.[0] ?? 0,
      line: location?.line ?? 1,
      column: location?.column ?? 1,
    };
  }
  // graphql-js is recursive: a few thousand levels overflow its stack.
  if (error instanceof RangeError) return { message: 'The text is nested too deeply.', offset: 0, line: 1, column: 1 };
  throw error;
}

/** Formats a syntax error as a sentence. All edits rejected because of one use this wording. */
export const syntaxErrorText = ({ line, message }: SyntaxProblem): string =>
  `Line ${line} of the text has a syntax error: ${message}`;

export const isOperation = (node: DefinitionNode | undefined): node is OperationDefinitionNode =>
  node?.kind === Kind.OPERATION_DEFINITION;

export const isFragment = (node: DefinitionNode | undefined): node is FragmentDefinitionNode =>
  node?.kind === Kind.FRAGMENT_DEFINITION;

/** Returns the definition at the cursor, or otherwise the one before it, or otherwise the first. */
export function definitionAt(document: QueryDocument, offset: number): number | undefined {
  let position: number | undefined;
  for (const [index, node] of document.lastValid.definitions.entries()) {
    if (!isOperation(node) && !isFragment(node)) continue;
    if (position !== undefined && (node.loc?.start ?? 0) > offset) break;
    position = index;
  }
  return position;
}

/**
 * Returns the index of the operation to run while the cursor is in this definition: the operation itself, or the only operation
 * of the text.
 */
export function operationIndexAt({ lastValid }: QueryDocument, index: number | undefined): number | undefined {
  const { definitions } = lastValid;
  if (index !== undefined && isOperation(definitions[index])) return index;
  const only = definitions.findIndex(isOperation);
  return only < 0 || definitions.findLastIndex(isOperation) !== only ? undefined : only;
}

/** Returns the index of the active definition after another one was removed, or undefined if it was the active one. */
export function activeAfterRemoval(active: number | undefined, removed: number): number | undefined {
  if (active === undefined || active === removed) return undefined;
  return active > removed ? active - 1 : active;
}

/** Returns the operation to run while the cursor is in this definition. */
export function operationAt(document: QueryDocument, index: number | undefined): OperationDefinitionNode | undefined {
  const node = document.lastValid.definitions[operationIndexAt(document, index) ?? -1];
  return isOperation(node) ? node : undefined;
}
