/** The query text, parsed once: its AST with tokens, the last text that parsed, and the definitions by index and name. */
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

/** A text that parsed (or has no token at all, which is an empty document). */
export interface ParsedText {
  readonly text: string;
  readonly ast: DocumentNode;
  /** In the order of the text; the index is how `active` names one. */
  readonly definitions: readonly DefinitionNode[];
  /** The first definition of each fragment name. */
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** Why a text does not parse. `offset` counts UTF-16 code units from 0. */
export interface SyntaxProblem {
  /** graphql-js's words: foreign text. */
  readonly message: string;
  readonly offset: number;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
}

/** A query text, and the last of its states that parsed. */
export interface QueryDocument {
  readonly text: string;
  /** The last text that parsed; its `text` is this text if there is no problem. */
  readonly good: ParsedText;
  /** Set while the text does not parse: the tree shows `good`, and ticks are refused. */
  readonly problem?: SyntaxProblem;
}

const empty = (text: string): ParsedText => ({
  text,
  ast: { kind: Kind.DOCUMENT, definitions: [] },
  definitions: [],
  fragments: new Map(),
});

/** The document of an empty text, which has no problem. */
export const emptyDocument: QueryDocument = { text: '', good: empty('') };

/** Parses a text; while it has a syntax error the last good text of `previous` stays in `good`. Never throws. */
export function parseQuery(text: string, previous: QueryDocument = emptyDocument): QueryDocument {
  if (previous.text === text) return previous;
  if (previous.good.text === text) return { text, good: previous.good };
  try {
    const ast = parse(text);
    const fragments = new Map<string, FragmentDefinitionNode>();
    for (const node of ast.definitions) {
      if (node.kind === Kind.FRAGMENT_DEFINITION && !fragments.has(node.name.value))
        fragments.set(node.name.value, node);
    }
    return { text, good: { text, ast, definitions: ast.definitions, fragments } };
  } catch (error) {
    if (hasNoTokens(text)) return { text, good: empty(text) };
    return { text, good: previous.good, problem: problemOf(error) };
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
      message: error.message,
      offset: error.positions?.[0] ?? 0,
      line: place?.line ?? 1,
      column: place?.column ?? 1,
    };
  }
  // graphql-js reads by recursion: a text nested some thousand levels deep ends its stack.
  if (error instanceof RangeError) return { message: 'The text is nested too deeply.', offset: 0, line: 1, column: 1 };
  throw error;
}

/** True for queries, mutations and subscriptions. */
export const isOperation = (node: DefinitionNode | undefined): node is OperationDefinitionNode =>
  node?.kind === Kind.OPERATION_DEFINITION;

/** True for named fragments. */
export const isFragment = (node: DefinitionNode | undefined): node is FragmentDefinitionNode =>
  node?.kind === Kind.FRAGMENT_DEFINITION;

/**
 * The definition the tree should show for a text cursor: the operation or fragment it is in, else the nearest one before it, else
 * the first. Undefined in a text without any.
 */
export function definitionAt(document: QueryDocument, offset: number): number | undefined {
  let found: number | undefined;
  for (const [index, node] of document.good.definitions.entries()) {
    if (!isOperation(node) && !isFragment(node)) continue;
    if (found !== undefined && (node.loc?.start ?? 0) > offset) break;
    found = index;
  }
  return found;
}

/** The operation with this index among the definitions; undefined for a fragment, or where there is none. */
export function operationAt({ good }: QueryDocument, index: number | undefined): OperationDefinitionNode | undefined {
  const node = index === undefined ? undefined : good.definitions[index];
  return isOperation(node) ? node : undefined;
}
