/**
 * Filters a JSON text with a JSONPath (RFC 9535). The result is text again, in which each value retains its original position.
 */

import { onOneLine } from '../json/tokens.js';
import { type JsonNode, jsonTree } from '../json/tree.js';
import { partitionPoint } from '../partition-point.js';
import { isProblem } from '../problem.js';
import { positionAt } from '../text/position.js';
import { TimeLimitError, withinTimeLimit } from '../time-limit.js';
import { type JsonPath, readJsonPath, selectJson } from './json-path.js';

/** Maximum length of the result in UTF-16 units, because each level of `$..*` repeats everything below it. */
const maxLength = 32_000_000;

/** Values selected by a path. */
export interface JsonSelection {
  /** The value itself if the path can select at most one, and otherwise a list. Empty if nothing is selected. */
  readonly text: string;
  readonly count: number;
  /** Ascending start offsets of values in `text`, with their offsets in the original text. */
  readonly pieces: readonly { readonly at: number; readonly from: number }[];
}

/** Reason why a path selects nothing. `at` is the offset of the problem in the path. */
export interface PathProblem {
  readonly problem: string;
  readonly at?: number;
}

/** Selects values in a text. @param root tree of the text */
export function filterJson(text: string, root: JsonNode, path: string): JsonSelection | PathProblem {
  const read = readJsonPath(path);
  if (isProblem(read)) return read;
  const nodes = nodesOf(read, root);
  if (isProblem(nodes)) return nodes;
  return nodes.length === 0 ? { text: '', count: 0, pieces: [] } : joined(text, nodes, read.singularQuery());
}

/** Values that a path selects, for output. */
interface FilteredText {
  /** Ends with a line break unless it is empty. */
  readonly text: string;
  readonly count: number;
}

/**
 * Filters a JSON document for output.
 * @param path a valid path
 * @param isRaw whether each value is written on one line, strings without quotes
 */
export function filterText(source: string, path: JsonPath, isRaw: boolean): FilteredText | PathProblem {
  const text = source.replace(/^\ufeff/, '');
  if (text.trim() === '') return { text: '', count: 0 };
  const tree = jsonTree(text, {});
  if (isProblem(tree)) {
    const { line, column } = positionAt(text, tree.offset);
    return { problem: `it is not JSON (line ${line}, column ${column}: ${tree.problem})` };
  }
  const nodes = nodesOf(path, tree.root);
  if (isProblem(nodes)) return nodes;
  if (isRaw) {
    const lines = nodes.map(node => (node.kind === 'string' ? node.value : onOneLine(text.slice(node.from, node.to))));
    return { text: lines.map(line => `${line}\n`).join(''), count: nodes.length };
  }
  const isOne = path.singularQuery();
  if (isOne && nodes.length === 0) return { text: '', count: 0 };
  const selection = joined(text, nodes, isOne);
  return isProblem(selection) ? selection : { text: `${selection.text}\n`, count: selection.count };
}

function nodesOf(path: JsonPath, root: JsonNode): readonly JsonNode[] | PathProblem {
  try {
    return withinTimeLimit(() => selectJson(path, root));
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    return { problem: 'it takes more than a second on this body' };
  }
}

function joined(text: string, nodes: readonly JsonNode[], isOne: boolean): JsonSelection | PathProblem {
  const [open, gap, close] = isOne ? ['', '', ''] : ['[', ',\n', ']'];
  const pieces: { at: number; from: number }[] = [];
  const parts: string[] = [];
  let length = open.length;
  for (const { from, to } of nodes) {
    if (parts.length > 0) length += gap.length;
    pieces.push({ at: length, from });
    parts.push(text.slice(from, to));
    length += to - from;
    if (length > maxLength) return { problem: 'it selects more than 32 MB' };
  }
  return { text: `${open}${parts.join(gap)}${close}`, count: nodes.length, pieces };
}

/** Returns the original offset of a position in the filtered text, or undefined if it is not in a value. */
export function originOf({ pieces }: Pick<JsonSelection, 'pieces'>, offset: number): number | undefined {
  const piece = pieces[partitionPoint(pieces.length, index => (pieces[index]?.at ?? 0) <= offset) - 1];
  return piece && piece.from + offset - piece.at;
}
