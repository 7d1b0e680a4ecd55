/** Real schemas and operations in many layouts, and random rows of their trees. */

import { buildSchema, type GraphQLSchema, Lexer, Source, stripIgnoredCharacters, type Token, TokenKind } from 'graphql';
import {
  type Context,
  definitionAt,
  emptyMemory,
  isSelectionStep,
  type Path,
  parseQuery,
  viewOf,
} from '../../../../../source/core/graphql/builder/index.js';
import type { Row } from '../../../../../source/tui/model/tree.js';
import { rootRows, type TreeInput } from '../../../../../source/tui/schema/tree/flatten.js';
import { childrenOf } from '../../../../../source/tui/schema/tree/row-cache.js';
import { operations as entries, operationText, type SchemaName, schemaText } from '../../../../support/schemas.js';

export { entries, operationText };

const schemas = new Map<string, GraphQLSchema>();
/** Returns the schema of a file, which is built once. */
export function schemaOf(file: string): GraphQLSchema {
  let schema = schemas.get(file);
  if (schema === undefined) {
    schema = buildSchema(schemaText(file.replace('.graphql', '') as SchemaName), { assumeValidSDL: true });
    schemas.set(file, schema);
  }
  return schema;
}

/** Wraps a function of a text with a small cache, because the text after an edit is the text before the next. */
export function lately<T>(answerTo: (text: string) => T, count = 10): (text: string) => T {
  const kept = new Map<string, T>();
  return text => {
    const answer = kept.has(text) ? (kept.get(text) as T) : answerTo(text);
    kept.delete(text);
    kept.set(text, answer);
    if (kept.size > count) kept.delete(kept.keys().next().value as string);
    return answer;
  };
}

type Tokens = readonly { readonly raw: string; readonly start: number; readonly kind: string }[];

/** All tokens with comments, as written. */
export const tokensOf = lately((text): Tokens => {
  const lexer = new Lexer(new Source(text));
  while (lexer.advance().kind !== TokenKind.EOF);
  const found: { raw: string; start: number; kind: string }[] = [];
  let at: Token | null = lexer.token;
  while (at?.prev) at = at.prev;
  for (; at; at = at.next) {
    if (at.kind === TokenKind.SOF || at.kind === TokenKind.EOF) continue;
    // Block strings are preserved as written in `raw`; a comment ends before its line break.
    found.push({ raw: text.slice(at.start, at.end), start: at.start, kind: at.kind });
  }
  return found;
});

/** The text with each gap between tokens rewritten. */
function regapped(text: string, gap: (old: string, before: string, after: string, index: number) => string): string {
  const tokens = tokensOf(text);
  let result = '';
  let end = 0;
  for (const [index, token] of tokens.entries()) {
    result += gap(text.slice(end, token.start), tokens[index - 1]?.raw ?? '', token.raw, index) + token.raw;
    end = token.start + token.raw.length;
  }
  return result + gap(text.slice(end), tokens.at(-1)?.raw ?? '', '', tokens.length);
}

const isComment = (raw: string): boolean => raw.startsWith('#');

export const layouts: Readonly<Record<string, (text: string) => string>> = {
  'as written': text => text,
  crlf: text => regapped(text, old => old.replaceAll('\r', '').replaceAll('\n', '\r\n')),
  cr: text => regapped(text, old => old.replaceAll('\r', '').replaceAll('\n', '\r')),
  'one line': text => regapped(text, (_, before, after) => (isComment(before) ? '\n' : before && after ? ' ' : '')),
  stripped: text => stripIgnoredCharacters(text),
  commas: text => regapped(text, (old, before) => (isComment(before) ? `${old}, ` : before ? `,${old}, ` : old)),
  'trailing commas': text =>
    regapped(text, (old, before) => (before && !isComment(before) && old !== '' ? `,${old}` : old)),
  tabs: text => regapped(text, old => old.replaceAll('  ', '\t')),
  comments: text =>
    regapped(text, (old, before, _, index) => (/[\r\n]/.test(old) && !isComment(before) ? ` # c${index}${old}` : old)),
  'a comment after each token': text =>
    regapped(text, (old, before, _, index) => (before && !isComment(before) ? `#c${index}\n${old}` : old)),
  'byte order mark': text => `\ufeff${text}`,
  empty: () => '',
  'only a comment': () => '# nothing here',
};

/** A text is parsed, and thereby validated, once for a large number of edits. */
const documentOf = lately(text => parseQuery(text), 1000);

export const contextOf = (schema: GraphQLSchema, text: string, pick = 0): Context => {
  const document = documentOf(text);
  const usable = document.lastValid.definitions.flatMap((node, index) =>
    node.kind === 'OperationDefinition' || node.kind === 'FragmentDefinition' ? [index] : [],
  );
  const active = usable.length === 0 ? definitionAt(document, 0) : usable[pick % usable.length];
  return { document, schema, active, memory: emptyMemory };
};

/** The tree of the schema pane for a text. */
export const treeOf = (context: Context): TreeInput => ({
  view: viewOf(context.schema),
  document: context.document,
  active: context.active,
  open: new Set(),
  onlyTicked: false,
  hideDeprecated: false,
});

/** The root from which the active definition selects. */
function activeRoot({ document, active }: Context): string | undefined {
  const definition = active === undefined ? undefined : document.lastValid.definitions[active];
  if (definition?.kind === 'FragmentDefinition') return 'fragment';
  return definition?.kind === 'OperationDefinition' ? definition.operation : undefined;
}

/** Walks down the tree, controlled by a list of numbers and usually towards ticked rows; undefined if there is no row. */
export function randomRow(
  context: Context,
  tape: Iterator<number>,
  wanted: (row: Row) => boolean = isSelection,
): Row | undefined {
  const next = (): number => (tape.next().value as number | undefined) ?? 0;
  const tree = treeOf(context);
  const roots = rootRows(tree).filter(row => row.path);
  const active = roots.filter(row => row.path?.root === activeRoot(context));
  const from = active.length > 0 && next() % 8 !== 0 ? active : roots;
  let row = from[next() % from.length];
  for (let depth = 1 + (next() % 6); depth > 0 && row; depth--) {
    const rows: readonly Row[] = childrenOf(tree.view, row).filter(wanted);
    if (rows.length === 0) break;
    const ticked = rows.filter(child => child.mark !== 'absent');
    const pool = ticked.length > 0 && next() % 3 !== 0 ? ticked : rows;
    row = pool[next() % pool.length];
  }
  return row;
}

const isSelection = (row: Row): boolean => row.path?.steps.every(isSelectionStep) === true;

export function* tapeOf(numbers: readonly number[]): Generator<number> {
  yield* numbers;
}

export type { Path };
