/** A JSON text filtered by a JSONPath (RFC 9535), as text again, in which each value knows where it stood. */
import type { JsonNode } from '../json/tree.js';
import { TimeLimitError, withinTimeLimit } from '../time-limit.js';
import { readJsonPath, selectJson } from './json-path.js';

/** More text is not made, in UTF-16 units: each level of `$..*` repeats what is below it. */
const maxLength = 32_000_000;

/** The values a path selects. */
export interface JsonSelection {
  /** The value itself where a path can select no more than one, else a list of them; empty: none. */
  readonly text: string;
  readonly count: number;
  /** Where values begin in `text`, ascending, and where they stood in the text that was filtered. */
  readonly pieces: readonly { readonly at: number; readonly from: number }[];
}

/** Why a path selects nothing. `at`: offset in the path where that is seen. */
export interface PathProblem {
  readonly why: string;
  readonly at?: number;
}

/** Selects in a text. @param root its tree */
export function filterJson(text: string, root: JsonNode, path: string): JsonSelection | PathProblem {
  const read = readJsonPath(path);
  if ('why' in read) return read;
  try {
    const nodes = withinTimeLimit(() => selectJson(read, root));
    if (nodes.length === 0) return { text: '', count: 0, pieces: [] };
    return joined(text, nodes, read.singularQuery());
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    return { why: 'it takes more than a second on this body' };
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
    if (length > maxLength) return { why: 'it selects more than 32 MB' };
  }
  return { text: `${open}${parts.join(gap)}${close}`, count: nodes.length, pieces };
}

/** Where a place of the filtered text stood; undefined: in no value. */
export function originOf({ pieces }: Pick<JsonSelection, 'pieces'>, offset: number): number | undefined {
  let low = 0;
  let high = pieces.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pieces[middle]?.at ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  const piece = pieces[low - 1];
  return piece && piece.from + offset - piece.at;
}
