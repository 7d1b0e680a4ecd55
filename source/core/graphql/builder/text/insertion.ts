/** Positions and layout of new selections, list members and definitions. */
import { type Location, type OperationDefinitionNode, TokenKind } from 'graphql';
import { memoizeWeak } from '../../../memoize-weak.js';
import type { Change } from '../../../text/changes.js';
import type { ParsedText } from './query-document.js';
import type { SelectionSetPosition } from './resolve.js';
import {
  afterLineEnd,
  beginsLine,
  blanksAfter,
  endOf,
  indentOf,
  isLineEnd,
  lineEndNear,
  lineStop,
  locOf,
  nextToken,
  previousToken,
  type Range,
  startOf,
} from './tokens.js';

/** A selection to insert. */
export interface Draft {
  /** `name(args)`, `... on T`, `...Name`, or remembered text, in each case without the alias. */
  readonly head: string;
  readonly alias?: string;
  /** True if the user chose the alias. A conflict is then rejected instead of resolved by renaming. */
  readonly fixed?: boolean;
  /** Absent for fragments. */
  readonly field?: string;
  readonly body?: readonly Draft[];
}

/** Returns the draft of a field without arguments and braces. */
export const leafDraft = (name: string): Draft => ({ head: name, field: name });

/** Layout of inserted text: multi-line with indentation, or on one line if `line` is absent. */
interface TextLayout {
  readonly line?: { readonly end: string; readonly indent: string; readonly unit: string };
}

/** Inserts selections after the last one, or in new braces. */
export function insertSelections(
  parsed: ParsedText,
  position: SelectionSetPosition,
  drafts: readonly Draft[],
): Change[] {
  const { text } = parsed;
  const set = position.set;
  if (set === undefined) {
    const at = endOf(position.holder);
    const from = startOf(position.holder);
    const style = beginsLine(text, from) ? lineStyle(parsed, from, indentOf(text, from)) : {};
    return [{ from: at, to: at, insert: braces(drafts, style) }];
  }
  const last = set.selections.at(-1);
  if (last === undefined) return [];
  const spot = spotAfter(text, { from: startOf(last), to: endOf(last) }, parsed);
  return [{ from: spot.at, to: spot.at, insert: drafts.map(draft => spot.lead + render(draft, spot.style)).join('') }];
}

/** Replaces the only selection and preserves the surrounding text. */
export function replaceSelection(
  parsed: ParsedText,
  position: SelectionSetPosition,
  drafts: readonly Draft[],
): Change[] {
  const [only] = position.set?.selections ?? [];
  const [first, ...more] = drafts;
  if (only === undefined || first === undefined) return [];
  const range = { from: startOf(only), to: endOf(only) };
  const spot = spotAfter(parsed.text, range, parsed);
  const lines = beginsLine(parsed.text, range.from) ? spot.style : {};
  const rest = more.map(draft => spot.lead + render(draft, spot.style)).join('');
  return [
    { ...range, insert: render(first, lines) },
    { from: spot.at, to: spot.at, insert: rest },
  ];
}

interface InsertionPoint {
  readonly at: number;
  /** Text before each new member. */
  readonly lead: string;
  readonly style: TextLayout;
  /** True if a comma follows the last member. */
  readonly comma: boolean;
}

/** Returns the position after the last member, on a new line if that member has its own line. */
function spotAfter(text: string, last: Range, parsed: ParsedText): InsertionPoint {
  const stop = blanksAfter(text, last.to);
  const blanks = text.slice(last.to, stop);
  const behindCommas = last.to + blanks.lastIndexOf(',') + 1;
  const comment = text[stop] === '#';
  const startsLine = beginsLine(text, last.from);
  const at = comment ? lineStop(text, stop) : behindCommas;
  if (!startsLine && !comment) return { at, lead: ' ', style: {}, comma: blanks.includes(',') };
  const indent = indentOf(text, last.from) + (startsLine ? '' : indentUnit(parsed));
  const style = lineStyle(parsed, last.from, indent);
  return { at, lead: `${style.line?.end}${indent}`, style, comma: blanks.includes(',') };
}

const lineStyle = (parsed: ParsedText, at: number, indent: string): TextLayout => ({
  line: { end: lineEndNear(parsed.text, at), indent, unit: indentUnit(parsed) },
});

function render(draft: Draft, style: TextLayout): string {
  const head = draft.alias === undefined ? draft.head : `${draft.alias}: ${draft.head}`;
  return draft.body === undefined ? head : head + braces(draft.body, style);
}

function braces(drafts: readonly Draft[], style: TextLayout): string {
  const { line } = style;
  if (line === undefined) return ` { ${drafts.map(draft => render(draft, style)).join(' ')} }`;
  const inner: TextLayout = { line: { ...line, indent: line.indent + line.unit } };
  const lead = line.end + line.indent + line.unit;
  return ` {${drafts.map(draft => lead + render(draft, inner)).join('')}${line.end}${line.indent}}`;
}

/**
 * Returns the indentation unit of the text, taken from the first line that is indented more than the line before it. Defaults
 * to two spaces.
 */
const indentUnit = memoizeWeak(({ text }: ParsedText): string => {
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) {
    const stop = blanksAfter(text, at + 1);
    if (stop >= text.length || !isLineEnd(text, stop)) continue;
    const outer = indentOf(text, at);
    const inner = indentOf(text, afterLineEnd(text, stop));
    if (inner.length > outer.length && inner.startsWith(outer)) return inner.slice(outer.length);
  }
  return '  ';
});

/** Appends members (`name: value`, `$name: Type`, list items) to a bracketed list. */
export function insertMembers(parsed: ParsedText, members: readonly Range[], added: readonly string[]): Change[] {
  const last = members.at(-1);
  if (last === undefined || added.length === 0) return [];
  const { text } = parsed;
  const spot = spotAfter(text, last, parsed);
  if (spot.style.line === undefined) {
    const insert = `${spot.comma ? ' ' : ', '}${added.join(', ')}`;
    return [{ from: spot.at, to: spot.at, insert }];
  }
  // Members on separate lines get commas only if the list already uses them.
  const before = members.at(-2);
  const commas = before !== undefined && text.slice(before.to, last.from).includes(',');
  const changes: Change[] = commas && !spot.comma ? [{ from: last.to, to: last.to, insert: ',' }] : [];
  const insert = added.map(member => spot.lead + member).join(commas ? ',' : '') + (commas && spot.comma ? ',' : '');
  return [...changes, { from: spot.at, to: spot.at, insert }];
}

/** Appends variable definitions, adding parentheses if needed. */
export function insertVariables(
  parsed: ParsedText,
  operation: OperationDefinitionNode,
  definitions: readonly string[],
): Change[] {
  if (definitions.length === 0) return [];
  const list = operation.variableDefinitions ?? [];
  if (list.length > 0) return insertMembers(parsed, list.map(rangeOf), definitions);
  const inner = `(${definitions.join(', ')})`;
  if (operation.name) {
    const at = endOf(operation.name);
    return [{ from: at, to: at, insert: inner }];
  }
  const keyword = keywordOf(operation);
  if (keyword === undefined) {
    const at = startOf(operation.selectionSet);
    return [{ from: at, to: at, insert: `query ${inner} ` }];
  }
  return [{ from: keyword.to, to: keyword.to, insert: ` ${inner}` }];
}

export function insertName(operation: OperationDefinitionNode, name: string): Change[] {
  const keyword = keywordOf(operation);
  if (keyword !== undefined) return [{ from: keyword.to, to: keyword.to, insert: ` ${name}` }];
  const at = startOf(operation.selectionSet);
  return [{ from: at, to: at, insert: `query ${name} ` }];
}

/** Returns the `query`, `mutation` or `subscription` token after any description, or undefined for the shorthand. */
function keywordOf(operation: OperationDefinitionNode): Range | undefined {
  let token = locOf(operation).startToken;
  if (token.kind === TokenKind.STRING || token.kind === TokenKind.BLOCK_STRING) token = nextToken(token) ?? token;
  return token.kind === TokenKind.NAME ? { from: token.start, to: token.end } : undefined;
}

/** Appends a definition. `head` is the part before the braces. */
export function insertDefinition(parsed: ParsedText, head: string, drafts: readonly Draft[]): Change[] {
  const { text } = parsed;
  const line = { end: lineEndNear(text, text.length), indent: '', unit: indentUnit(parsed) };
  return appendDefinition(text, head + braces(drafts, { line }));
}

/** Appends a definition after a blank line. A final line break is preserved. */
export function appendDefinition(text: string, definition: string): Change[] {
  const end = lineEndNear(text, text.length);
  const at = { from: text.length, to: text.length };
  const isClosed = /^\ufeff?$/.test(text) || isLineEnd(text, text.length - 1);
  if (!isClosed) return [{ ...at, insert: end + end + definition }];
  const isEmpty = /^[\s,\ufeff]*$/.test(text);
  return [{ ...at, insert: (isEmpty ? '' : end) + definition + end }];
}

/** Returns the range from the opening to the closing bracket around members. */
export function bracketsOf(first: { readonly loc?: Location | undefined }, last: typeof first): Range {
  const open = first.loc && previousToken(first.loc.startToken);
  const close = last.loc && nextToken(last.loc.endToken);
  return { from: open?.start ?? 0, to: close?.end ?? 0 };
}

export const rangeOf = (node: Parameters<typeof startOf>[0]): Range => ({ from: startOf(node), to: endOf(node) });
